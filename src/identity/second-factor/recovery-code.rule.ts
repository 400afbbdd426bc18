/** Without letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** How many random bytes one code needs. */
export const RECOVERY_CODE_BYTES = GROUPS * GROUP_LENGTH;

/** A code of 60 random bits, such as `7KQ2-M0XD-93TV`. */
export function formatRecoveryCode(random: Uint8Array): string {
  const letters = Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH),
  );
  return groups.join("-");
}

/**
 * A code as it is compared: in upper case, without hyphens and spaces, with letters that are mistaken for digits.
 * @returns `undefined` if the text cannot be a recovery code
 */
export function normalizeRecoveryCode(text: string): string | undefined {
  const letters = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return pattern.test(letters) ? letters : undefined;
}

const pattern = new RegExp(`^[${ALPHABET}]{${GROUPS * GROUP_LENGTH}}$`);
