/** Crockford's base 32, which has no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Letters of 5 bits each: 60 bits can be typed, but not guessed. */
export const TYPED_CODE_LENGTH = 12;

/** Letters that people read for digits. */
const misread: Record<string, string> = { I: "1", L: "1", O: "0" };

/** A code for people to type, in its stored form. @param random one byte for each letter */
export function typedCodeOf(random: Uint8Array): string {
  return Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/**
 * Reads a code as people type it: in any case, in groups or not, with O for zero and I or L for one.
 * @returns its stored form, or `undefined` if it cannot be one
 */
export function readTypedCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[ILO]/g, (letter) => misread[letter]!);
  const isCode =
    code.length === TYPED_CODE_LENGTH && Array.from(code).every((of) => ALPHABET.includes(of));
  return isCode ? code : undefined;
}

/** As printed and shown: `7K3MQ9TX2B4D` as `7K3M-Q9TX-2B4D`. */
export function formatTypedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}
