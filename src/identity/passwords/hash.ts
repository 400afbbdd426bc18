import { hash, verify } from "@node-rs/argon2";

/** OWASP's argon2id setting: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One spelling for letters that can be typed as one character or as two. */
const spelling = (password: string) => password.normalize("NFKC");

export function hashPassword(password: string): Promise<string> {
  return hash(spelling(password), cost);
}

let decoy: Promise<string> | undefined;

/**
 * Without a hash it takes as long as with one, and answers false: the time of an answer must not
 * tell whether an account exists.
 */
export async function verifyPassword(hashed: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("decoy");
  const matches = await verify(hashed ?? (await decoy), spelling(password));
  return matches && hashed !== null;
}
