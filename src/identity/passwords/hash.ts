import { hash, verify } from "@node-rs/argon2";

/** OWASP's recommendation for argon2id: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Some keyboards type an accented letter as one character, others as two; both must match. */
const normalize = (password: string) => password.normalize("NFKC");

export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost);
}

let dummyHash: Promise<string> | undefined;

/**
 * Returns false without a hash, but takes as long as with one: the response time must not reveal
 * whether an account exists.
 */
export async function verifyPassword(hashed: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("dummy");
  const matches = await verify(hashed ?? (await dummyHash), normalize(password));
  return matches && hashed !== null;
}
