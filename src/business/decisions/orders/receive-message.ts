import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import {
  type Database,
  inRolledBackTransaction,
  inTransaction,
  kyselyOf,
} from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { unseal } from "../../../platform/vault/cipher.ts";
import type { ShopKind, SourceKind } from "./order.rule.ts";
import type { Order } from "./order.schema.ts";
import { getOrder } from "./orders.queries.ts";
import { readOwnShop } from "./read-own-shop.ts";
import { settleOrder } from "./settle-orders.ts";
import { type ShopNews, UnreadableMessageError } from "./shop-news.schema.ts";
import { isSigned, type SignedMessage } from "./verify-signature.ts";
import { sourceSecrets } from "./source-secrets.ts";
import { storeNews } from "./store-news.ts";
import { readStripe } from "./read-stripe.ts";
import { readWooCommerce } from "./read-woocommerce.ts";

/** What a source receives as an answer. */
export interface Receipt {
  message: string;
  orderId: number | null;
}

/** A source that has not been removed. */
export interface KnownSource {
  id: number;
  kind: SourceKind;
  secret: string;
}

/** @returns `undefined` if the source does not exist, or was removed */
export async function findSource(
  { cipher, database }: Context,
  id: number,
): Promise<KnownSource | undefined> {
  const row = await database.kysely
    .selectFrom("sources")
    .select(["kind", "secret"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row || row.secret === null) return undefined;
  return { id, kind: row.kind, secret: unseal(cipher, sourceSecrets, id, row.secret) };
}

/** @throws RefusalError if the signature or its time is wrong; after many wrong ones from an address, it is throttled */
export async function requireSigned(
  { clock, throttle }: Context,
  { kind, secret }: KnownSource,
  message: SignedMessage,
  address: string,
): Promise<void> {
  if (isSigned(kind, secret, message, clock.now())) return;
  await throttle.consume("hookByAddress", address);
  throw new RefusalError("unauthenticated", "The signature is wrong, or its time is");
}

/** Remembers that a source has sent something, without waiting for another message that does the same. */
export async function noteReceipt(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  sourceId: number,
): Promise<void> {
  const now = clock.now().toISOString();
  await sql`update sources set last_received_at = ${now} where id = (
    select id from sources where id = ${sourceId}
      and (last_received_at is null or last_received_at < ${now})
    for no key update skip locked)`.execute(kyselyOf(transaction));
}

/**
 * Remembers that a message was refused, at most once per second, because its sender may be anybody. Nothing of the
 * message is stored.
 * @param reason what the sender is answered
 */
export async function noteRefusal(
  { clock, database }: Pick<Context, "clock" | "database">,
  sourceId: number,
  reason: string,
): Promise<void> {
  const now = clock.now();
  const latest = new Date(now.getTime() - SECOND).toISOString();
  await sql`
    update sources set last_refused_at = ${now.toISOString()}, last_refusal = ${reason}
    where id = (
      select id from sources where id = ${sourceId} and removed_at is null
        and (last_refused_at is null or last_refused_at < ${latest})
      for no key update skip locked)`.execute(database.kysely);
}

/** Reads the news of each kind of shop. */
const readers: Record<ShopKind, (message: ParsedMessage) => ShopNews | null> = {
  woocommerce: ({ body, header }) => readWooCommerce(header("x-wc-webhook-topic"), body),
  stripe: ({ body }) => readStripe(body),
  json: ({ body, header }) => readOwnShop(header("webhook-timestamp"), body),
};

export interface ParsedMessage {
  body: unknown;
  header(name: string): string | undefined;
}

/** @throws RefusalError if the message cannot be read */
function readNews(kind: ShopKind, message: ParsedMessage): ShopNews | null {
  try {
    return readers[kind](message);
  } catch (error) {
    if (!(error instanceof UnreadableMessageError)) throw error;
    throw new RefusalError("invalid", `The message cannot be read. ${error.message}`);
  }
}

/**
 * Stores what a shop says, together with the job that works on it.
 * @throws RefusalError if the message cannot be read
 */
export async function receiveShopMessage(
  context: Context,
  { id, kind }: { id: number; kind: ShopKind },
  message: ParsedMessage,
): Promise<Receipt> {
  const news = readNews(kind, message);
  const stored = await inTransaction(context.database, async (transaction) => {
    const found = news && (await storeNews(context, transaction, id, news));
    if (found?.isNew) {
      const { reference } = news!;
      await context.jobs.enqueue(transaction, "orders", { sourceId: id, reference });
    }
    await noteReceipt(context, transaction, id);
    return found;
  });
  const orderId = stored?.orderId ?? null;
  if (stored?.isNew && orderId !== null) await settleSoon(context, orderId);
  return { message: stored ? "Stored" : "Ignored", orderId };
}

/** As many orders are settled before the answer; the jobs of the others wait their turn. */
const MOST_AT_ONCE = 2;
const LONGEST_WAIT = SECOND;
let settling = 0;

/**
 * Settles an order before its shop is answered, so that the next read shows what has become of it. If this fails
 * or takes long, the job does it, or finds it done.
 */
async function settleSoon(context: Context, orderId: number): Promise<void> {
  if (settling >= MOST_AT_ONCE) return;
  settling += 1;
  const settled = inTransaction(context.database, (transaction) =>
    settleOrder(context, transaction, orderId),
  )
    .catch((error: unknown) => {
      context.log.warn({ err: error, orderId }, "an order is settled by its job");
    })
    .finally(() => (settling -= 1));
  await Promise.race([settled, sleep(LONGEST_WAIT)]);
}

/** Topic and time of a message without headers. */
const testHeaders: Readonly<Record<string, string>> = { "x-wc-webhook-topic": "order.updated" };

/**
 * Returns the order that a message of a shop would become, without keeping anything.
 * @throws RefusalError if the message cannot be read
 */
export async function testMessage(
  context: Context,
  { id, kind }: { id: number; kind: ShopKind },
  body: unknown,
): Promise<Order | null> {
  const news = readNews(kind, { body, header: (name) => testHeaders[name] });
  if (!news) return null;
  // Without the transaction of the call, which must not be rolled back.
  const { call: _call, ...database }: Database = context.database;
  return inRolledBackTransaction(database, async (transaction) => {
    const { orderId } = await storeNews(context, transaction, id, news);
    if (orderId === null) return null;
    await settleOrder(context, transaction, orderId);
    await transaction.flush();
    return getOrder({ database: { kysely: kyselyOf(transaction) } }, orderId);
  });
}
