import type { Insertable, Kysely, Selectable } from "kysely";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { voidConfirmation } from "./confirm-by-mail.ts";
import { hasSecondFactor } from "./second-factor.queries.ts";
import type { RemovedData } from "./second-factor.entity.ts";

/** What was undone, in words, such as `authenticator app, passkey “Chrome on macOS”`. */
export interface UndoneChanges {
  removed: string[];
  putBack: string[];
}

const APP = "authenticator app";
const CODES = "recovery codes";
const passkeyInWords = (label: string) => `passkey “${label}”`;

/**
 * Removes the factors and recovery codes that a trader got at a moment or after it, for good, and puts back those that
 * were removed since and are older. The trader must be locked.
 */
export async function undoChangesSince(
  transaction: Transaction,
  traderId: number,
  since: Date,
): Promise<UndoneChanges> {
  const kysely = kyselyOf(transaction);
  await voidConfirmation(kysely, traderId);
  const removed = await removeAddedSince(kysely, traderId, since.toISOString());
  const putBack = await putBackRemovedSince(kysely, traderId, since);
  // Codes alone would be of no use, and would count once another factor is added.
  if (!(await hasSecondFactor(kysely, { kind: "trader", id: traderId })))
    await kysely.deleteFrom("recovery_codes").where("user_id", "=", traderId).execute();
  return { removed, putBack };
}

async function removeAddedSince(
  kysely: Kysely<Tables>,
  traderId: number,
  since: string,
): Promise<string[]> {
  const app = await kysely
    .deleteFrom("totp_factors")
    .where("user_id", "=", traderId)
    .where((or) => or.or([or("confirmed_at", "is", null), or("confirmed_at", ">=", since)]))
    .returning("confirmed_at as addedAt")
    .executeTakeFirst();
  const passkeys = await kysely
    .deleteFrom("passkeys")
    .where("user_id", "=", traderId)
    .where("created_at", ">=", since)
    .returning("label")
    .execute();
  const codes = await kysely
    .deleteFrom("recovery_codes")
    .where("user_id", "=", traderId)
    .where("created_at", ">=", since)
    .returning("id")
    .execute();
  return [
    ...(app?.addedAt ? [APP] : []),
    ...passkeys.map(({ label }) => passkeyInWords(label)),
    ...(codes.length > 0 ? [CODES] : []),
  ];
}

type RemovedRow = Selectable<Tables["removed_factors"]>;

async function putBackRemovedSince(
  kysely: Kysely<Tables>,
  traderId: number,
  since: Date,
): Promise<string[]> {
  const rows = await kysely
    .deleteFrom("removed_factors")
    .where("user_id", "=", traderId)
    .where("removed_at", ">=", since.toISOString())
    .returningAll()
    .execute();
  const older = rows
    .filter(({ added_at: at }) => at === null || new Date(at) < since)
    .toSorted((one, other) => one.id - other.id);
  const putBack: string[] = [];
  for (const row of older) putBack.push(await restore[row.kind](kysely, row));
  return putBack;
}

const dataOf = <Key extends string>({ data }: RemovedRow) =>
  data as Extract<RemovedData, Record<Key, unknown>>;

const restore: Record<
  RemovedRow["kind"],
  (kysely: Kysely<Tables>, row: RemovedRow) => Promise<string>
> = {
  async totp(kysely, row) {
    await kysely
      .insertInto("totp_factors")
      .values({
        // The encrypted secret is bound to the id.
        id: row.factor_id,
        user_id: row.user_id,
        secret: row.secret!,
        created_at: row.added_at!,
        confirmed_at: row.added_at,
        last_used_step: dataOf<"lastUsedStep">(row).lastUsedStep,
      })
      .execute();
    return APP;
  },
  async passkey(kysely, row) {
    const { credentialId, publicKey, counter, transports, label, lastUsedAt } =
      dataOf<"credentialId">(row);
    await kysely
      .insertInto("passkeys")
      .values({
        user_id: row.user_id,
        credential_id: credentialId,
        public_key: Buffer.from(publicKey, "base64url"),
        counter,
        transports,
        label,
        created_at: row.added_at!,
        last_used_at: lastUsedAt,
      })
      // Only if the same passkey was registered by another person since.
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .execute();
    return passkeyInWords(label);
  },
  async "recovery-codes"(kysely, row) {
    const { salt, codes } = dataOf<"codes">(row);
    const values = codes.map(({ hash, usedAt }): Insertable<Tables["recovery_codes"]> => ({
      user_id: row.user_id,
      code_hash: hash,
      salt,
      created_at: row.added_at,
      used_at: usedAt,
    }));
    await kysely.insertInto("recovery_codes").values(values).execute();
    return CODES;
  },
};
