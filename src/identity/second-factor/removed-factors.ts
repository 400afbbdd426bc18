import type { Insertable, Kysely, SelectExpression } from "kysely";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { ownerColumn } from "./person.ts";
import type { Person, RemovedData } from "./second-factor.entity.ts";

type Removed = Omit<Insertable<Tables["removed_factors"]>, "user_id" | "removed_at" | "data"> & {
  data: RemovedData;
};

async function keep(
  kysely: Kysely<Tables>,
  person: Person,
  at: Date,
  removed: Removed[],
): Promise<void> {
  if (person.kind !== "trader" || removed.length === 0) return;
  const own = { user_id: person.id, removed_at: at.toISOString() };
  await kysely
    .insertInto("removed_factors")
    .values(removed.map(({ data, ...row }) => ({ ...row, ...own, data: JSON.stringify(data) })))
    .execute();
}

/** Removes the authenticator app, which must be in use. @returns whether there was one */
export async function removeApp(
  transaction: Transaction,
  person: Person,
  at: Date,
): Promise<boolean> {
  const kysely = kyselyOf(transaction);
  const app = await kysely
    .deleteFrom("totp_factors")
    .where(ownerColumn(person), "=", person.id)
    .where("confirmed_at", "is not", null)
    .returning(["id as factor_id", "secret", "confirmed_at as added_at"])
    .returning("last_used_step as lastUsedStep")
    .executeTakeFirst();
  if (!app) return false;
  const { lastUsedStep, ...row } = app;
  await keep(kysely, person, at, [{ ...row, kind: "totp", data: { lastUsedStep } }]);
  return true;
}

const passkeyColumns = [
  "id as factorId",
  "created_at as addedAt",
  "credential_id as credentialId",
  "public_key as publicKey",
  "counter",
  "transports",
  "label",
  "last_used_at as lastUsedAt",
] as const satisfies SelectExpression<Tables, "passkeys">[];

/** Removes one passkey, or all of them. @returns their labels */
export async function removePasskeys(
  transaction: Transaction,
  person: Person,
  at: Date,
  only?: { id: number },
): Promise<string[]> {
  const kysely = kyselyOf(transaction);
  const removed = await kysely
    .deleteFrom("passkeys")
    .where(ownerColumn(person), "=", person.id)
    .$if(only !== undefined, (query) => query.where("id", "=", only!.id))
    .returning(passkeyColumns)
    .execute();
  const rows = removed.map(({ factorId, addedAt, publicKey, ...data }): Removed => ({
    kind: "passkey",
    factor_id: factorId,
    added_at: addedAt,
    data: { ...data, publicKey: publicKey.toString("base64url") },
  }));
  await keep(kysely, person, at, rows);
  return removed.map(({ label }) => label);
}

/** Removes the recovery codes, as one set. */
export async function removeRecoveryCodes(
  transaction: Transaction,
  person: Person,
  at: Date,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const removed = await kysely
    .deleteFrom("recovery_codes")
    .where(ownerColumn(person), "=", person.id)
    .returning(["id", "salt", "code_hash as hash", "used_at as usedAt", "created_at as addedAt"])
    .execute();
  const [first] = removed;
  if (!first) return;
  const codes = removed.map(({ hash, usedAt }) => ({ hash, usedAt }));
  const { id: factor_id, salt, addedAt: added_at } = first;
  await keep(kysely, person, at, [
    { kind: "recovery-codes", factor_id, added_at, data: { salt, codes } },
  ]);
}
