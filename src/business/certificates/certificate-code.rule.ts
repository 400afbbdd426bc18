/** Crockford's base 32, which has no I, L, O or U. */
export const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Of 5 bits each: 60 bits can be typed, but not guessed. */
export const CODE_LENGTH = 12;

/** Letters that people read for digits. */
const misread: Record<string, string> = { I: "1", L: "1", O: "0" };

/**
 * Reads a code as people type it: in any case, in groups or not, with O for zero and I or L for one.
 * @returns `undefined` if it cannot be one
 */
export function readCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[ILO]/g, (letter) => misread[letter]!);
  const isCode =
    code.length === CODE_LENGTH && Array.from(code).every((of) => CODE_ALPHABET.includes(of));
  return isCode ? code : undefined;
}

/** As printed and shown: `7K3MQ9TX2B4D` as `7K3M-Q9TX-2B4D`. */
export function formatCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** The path of the public page that says what a code in groups certifies. */
export function verificationPath(code: string): string {
  return `/certificates/verify/${code}`;
}
