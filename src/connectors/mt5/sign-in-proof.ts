import { createHash } from "node:crypto";

const md5 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Returns what both sides of a sign-in to MetaTrader 5 know of the password. */
export function passwordHash(password: string): Buffer {
  return md5(md5(Buffer.from(password, "utf16le")), "WebAPI");
}

/**
 * Returns the proof of knowing the password for the other side's random bytes.
 * @param random in hex
 */
export function proofOf(hash: Buffer, random: string): string {
  return md5(hash, Buffer.from(random, "hex")).toString("hex");
}
