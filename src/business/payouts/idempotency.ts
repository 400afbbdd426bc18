import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { notFound, RefusalError } from "../../platform/lib/errors.ts";
import { hashToken } from "../../platform/lib/tokens.ts";
import type { Generated } from "kysely";

/** The request that an `Idempotency-Key` names: the same key must come with the same body. */
export interface KeyedRequest {
  traderId: number;
  key: string;
  body: object;
}

/**
 * Takes the key for this transaction; whoever comes with any of the trader's meanwhile waits here.
 * @returns the payout that was requested with this key before
 * @throws RefusalError where the key came with another body, or the trader has been deleted meanwhile
 */
export async function takeKey(
  { clock }: Context,
  em: Em,
  { traderId, key, body }: KeyedRequest,
): Promise<number | undefined> {
  const [keyHash, bodyHash] = [hashToken(key), hashToken(JSON.stringify(body))];
  const kysely = kyselyOf(em);
  const trader = await kysely
    .selectFrom("users")
    .select("id")
    .where("id", "=", traderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!trader) throw notFound("User");
  const taken = await kysely
    .insertInto("idempotency_keys")
    .values({
      trader_id: traderId,
      key_hash: keyHash,
      body_hash: bodyHash,
      created_at: clock.now().toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("trader_id")
    .executeTakeFirst();
  if (taken) return undefined;
  const earlier = await kysely
    .selectFrom("idempotency_keys")
    .select(["body_hash as bodyHash", "payout_id as payoutId"])
    .where("trader_id", "=", traderId)
    .where("key_hash", "=", keyHash)
    .executeTakeFirstOrThrow();
  if (earlier.bodyHash === bodyHash && earlier.payoutId !== null) return earlier.payoutId;
  throw new RefusalError(
    "unprocessable",
    "This Idempotency-Key was used for another request. Use a new key for a new request.",
  );
}

/** Ties the key that this transaction took to what was made with it. */
export async function keepPayoutOfKey(
  em: Em,
  { traderId, key }: KeyedRequest,
  payoutId: number,
): Promise<void> {
  await kyselyOf(em)
    .updateTable("idempotency_keys")
    .set({ payout_id: payoutId })
    .where("trader_id", "=", traderId)
    .where("key_hash", "=", hashToken(key))
    .execute();
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    idempotency_keys: {
      trader_id: number;
      key_hash: string;
      body_hash: string;
      /** Set before the transaction that takes the key commits. */
      payout_id: Generated<number | null>;
      created_at: string;
    };
  }
}
