import { type Kysely, sql } from "kysely";
import { sourceSecrets } from "../../business/decisions/orders/source-secrets.ts";
import { generateWebhookSecret } from "../../business/watch/webhooks/sign-webhook.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Context } from "../../platform/context.ts";
import { seal, unseal } from "../../platform/vault/cipher.ts";
import { backOfficeActor } from "../account-history.ts";

/** The shop of the demo firm. */
export interface DemoShop {
  id: number;
  secret: string;
}

/** A product of the shop that starts a programme. */
export interface SoldStart {
  product: string;
  /** As the shop calls it. */
  name: string;
  /** The name of the programme. */
  programme: string;
  price: string;
  programmeVersionId: number;
  initialBalance: string;
}

const shopName = "Web shop";

/** As a share of the account; what is funded at once costs more. */
const usualPrice = 0.011;
const prices: Readonly<Record<string, number | undefined>> = {
  "One Step": 0.013,
  "Instant Funding": 0.06,
};

/** Products that start nothing, with their price. Stickers are not mapped. */
export const otherProducts = {
  coaching: { name: "Coaching hour", price: "90.00", kind: "addon" },
  reset: { name: "Reset", price: "49.00", kind: "reset" },
  stickers: { name: "Sticker pack", price: "12.00", kind: null },
} as const;

/** @returns `undefined` if there is no such shop */
export async function findDemoShop(
  { cipher }: Pick<Context, "cipher">,
  kysely: Kysely<Tables>,
): Promise<DemoShop | undefined> {
  const row = await kysely
    .selectFrom("sources")
    .select(["id", "secret"])
    .where("name", "=", shopName)
    .where("kind", "=", "json")
    .where("removed_at", "is", null)
    .orderBy("id")
    .executeTakeFirst();
  return row && { id: row.id, secret: unseal(cipher, sourceSecrets, row.id, row.secret!) };
}

/** Adds the shop, which sells step 1 of each programme in each size. */
export async function insertDemoShop(
  { cipher }: Pick<Context, "cipher">,
  kysely: Kysely<Tables>,
  at: Date,
): Promise<DemoShop> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('sources', 'id'))::int as id`.execute(kysely);
  const { id } = rows[0]!;
  const secret = generateWebhookSecret();
  const created = { created_at: at.toISOString(), created_by: backOfficeActor().label };
  await kysely
    .insertInto("sources")
    .values({
      id,
      name: shopName,
      kind: "json",
      secret: seal(cipher, sourceSecrets, id, secret),
      ...created,
    })
    .execute();
  const starts = (await readStarts(kysely)).map((start) => ({
    product: start.product,
    kind: "start" as const,
    programme_version_id: start.programmeVersionId,
    initial_balance: start.initialBalance,
  }));
  const others = Object.entries(otherProducts).flatMap(([product, { kind }]) =>
    kind === null ? [] : [{ product, kind, programme_version_id: null, initial_balance: null }],
  );
  await kysely
    .insertInto("source_products")
    .values([...starts, ...others].map((product) => ({ source_id: id, ...product, ...created })))
    .execute();
  return { id, secret };
}

/** Returns what the shop sells of the programmes on offer, with the newest versions. */
export async function readStarts(kysely: Kysely<Tables>): Promise<SoldStart[]> {
  const { rows } = await sql<{ name: string; id: number; balance: string }>`
    select programmes.name, newest.id, unnest(newest.initial_balances)::text as balance
    from programmes join lateral (
      select id, initial_balances from programme_versions
      where programme_id = programmes.id order by version desc limit 1) as newest on true
    where archived_at is null order by newest.id, balance`.execute(kysely);
  return rows.map(({ name, id, balance }) => {
    const size = `${Number(balance) / 1000}k`;
    return {
      product: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${size}`,
      name: `${name} ${size}`,
      programme: name,
      price: `${Math.round(Number(balance) * (prices[name] ?? usualPrice))}.00`,
      programmeVersionId: id,
      initialBalance: balance,
    };
  });
}
