import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "../../../../src/identity/passwords/hash.ts";

it("a password is hashed with argon2id at OWASP's cost, and with a unique salt", async () => {
  const [first, second] = [
    await hashPassword("correct horse"),
    await hashPassword("correct horse"),
  ];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await verifyPassword(first, "correct horse")).toBe(true);
  expect(await verifyPassword(first, "correct horses")).toBe(false);
});

it("a password is verified at the same cost if there is no hash", async () => {
  await verifyPassword(null, "warm up");
  const hashed = await hashPassword("correct");
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  const measure = async (measured: number[], hash: string | null) => {
    const before = performance.now();
    expect(await verifyPassword(hash, "wrong")).toBe(false);
    measured.push(performance.now() - before);
  };
  // By turns, so that other programs slow both down.
  for (let round = 0; round < 9; round += 1) {
    await measure(times.known, hashed);
    await measure(times.unknown, null);
  }
  const medianOf = (measured: number[]) => measured.toSorted((a, b) => a - b)[4]!;
  const [known, unknown] = [medianOf(times.known), medianOf(times.unknown)];
  expect(unknown).toBeGreaterThan(known / 3);
  expect(known).toBeGreaterThan(unknown / 3);
});
