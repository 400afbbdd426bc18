import { randomBytes } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import {
  formatTypedCode,
  readTypedCode,
  TYPED_CODE_LENGTH,
  typedCodeOf,
} from "../../platform/fields/typed-code.rule.ts";
import { ownerColumn, ownerColumns } from "./person.ts";
import { removeRecoveryCodes } from "./removed-factors.ts";
import type { Person } from "./second-factor.entity.ts";

const CODES = 10;

/** The codes of a set share a salt, so that checking a code computes only one hash. */
async function hashCode(code: string, salt: string): Promise<string> {
  const bytes = await hashRaw(code, {
    salt: Buffer.from(salt, "base64url"),
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  return bytes.toString("base64url");
}

/** New recovery codes that have not been stored yet. */
export interface NewRecoveryCodes {
  codes: string[];
  salt: string;
  hashes: string[];
}

/** Creates recovery codes. Takes a tenth of a second, so it must not be called while the person is locked. */
export async function makeRecoveryCodes(): Promise<NewRecoveryCodes> {
  const salt = randomBytes(16).toString("base64url");
  const codes = Array.from({ length: CODES }, () => typedCodeOf(randomBytes(TYPED_CODE_LENGTH)));
  const hashes: string[] = [];
  // One after the other, because passwords are hashed in the same four threads.
  for (const code of codes) hashes.push(await hashCode(code, salt));
  return { codes, salt, hashes };
}

/** Replaces the person's recovery codes at a moment. @returns the new ones as text, which cannot be read again */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  person: Person,
  { codes, salt, hashes }: NewRecoveryCodes,
  at: Date,
): Promise<string[]> {
  await removeRecoveryCodes(transaction, person, at);
  const created_at = at.toISOString();
  await kyselyOf(transaction)
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ ...ownerColumns(person), code_hash: hash, salt, created_at })))
    .execute();
  return codes.map(formatTypedCode);
}

/** Redeems a recovery code; of two concurrent attempts, one succeeds. @returns whether the code was accepted */
export async function redeemRecoveryCode(
  { clock }: Context,
  transaction: Transaction,
  person: Person,
  text: string,
): Promise<boolean> {
  const code = readTypedCode(text);
  if (code === undefined) return false;
  const kysely = kyselyOf(transaction);
  const set = await kysely
    .selectFrom("recovery_codes")
    .select("salt")
    .where(ownerColumn(person), "=", person.id)
    .executeTakeFirst();
  if (!set) return false;
  const used = await kysely
    .updateTable("recovery_codes")
    .set({ used_at: clock.now().toISOString() })
    .where(ownerColumn(person), "=", person.id)
    .where("code_hash", "=", await hashCode(code, set.salt))
    .where("used_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}
