/** Crockford's base 32, which has no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** With 5 bits per letter, a code has 60 bits: short enough to type, but not guessable. */
export const TYPED_CODE_LENGTH = 12;

/** Letters that are easily mistaken for digits. */
const misread: Record<string, string> = { I: "1", L: "1", O: "0" };

/** Returns the stored form of a code that users can type. @param random one byte per letter */
export function typedCodeOf(random: Uint8Array): string {
  return Array.from(random, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/**
 * Reads a code that a user has typed, in any case, with or without groups, with O for zero and I or L for one.
 * @returns the stored form, or `undefined` if the text is not a code
 */
export function readTypedCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[ILO]/g, (letter) => misread[letter]!);
  const isCode =
    code.length === TYPED_CODE_LENGTH &&
    Array.from(code).every((letter) => ALPHABET.includes(letter));
  return isCode ? code : undefined;
}

/** Formats a code for display: `7K3MQ9TX2B4D` as `7K3M-Q9TX-2B4D`. */
export function formatTypedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}
