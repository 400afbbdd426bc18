import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";
import type { SourceKind } from "./order.rule.ts";
import type { refusedMessage, Source, SourceProduct, unmappedProduct } from "./source.schema.ts";

type ReadContext = Pick<Context, "config"> & { database: { kysely: Kysely<Tables> } };

function selectSources(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom("sources")
    .select(["id", "name", "kind", "created_at as createdAt", "last_received_at as lastReceivedAt"])
    .where("removed_at", "is", null);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSources>["execute"]>>[number];

const present = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { id, name, kind, createdAt, lastReceivedAt }: Row,
): Source => ({
  id,
  name,
  kind,
  url: `${publicUrl}/api/hooks/${id}`,
  createdAt: new Date(createdAt),
  lastReceivedAt: lastReceivedAt === null ? null : new Date(lastReceivedAt),
});

/** Reads the sources that are not removed, newest first. */
export async function listSources({ config, database }: ReadContext): Promise<Source[]> {
  const rows = await selectSources(database.kysely).orderBy("id", "desc").execute();
  return rows.map((row) => present(config, row));
}

/** @throws RefusalError if the source does not exist, or was removed */
export async function getSource({ config, database }: ReadContext, id: number): Promise<Source> {
  const row = await selectSources(database.kysely).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Source");
  return present(config, row);
}

/** Reads the last refused message of each source that has one. */
export async function listRefused(
  kysely: Kysely<Tables>,
): Promise<z.infer<typeof refusedMessage>[]> {
  const rows = await kysely
    .selectFrom("sources")
    .select(["id", "last_refused_at as at", "last_refusal as reason"])
    .where("removed_at", "is", null)
    .where("last_refused_at", "is not", null)
    .orderBy("id", "desc")
    .$narrowType<{ at: string; reason: string }>()
    .execute();
  return rows.map(({ id, at, reason }) => ({ sourceId: id, at: new Date(at), reason }));
}

/** Reads the names of all sources, including removed ones, which orders name. */
export function listSourceNames(
  kysely: Kysely<Tables>,
): Promise<{ id: number; name: string; kind: SourceKind; isRemoved: boolean }[]> {
  return kysely
    .selectFrom("sources")
    .select(["id", "name", "kind"])
    .select(sql<boolean>`removed_at is not null`.as("isRemoved"))
    .orderBy("id", "desc")
    .execute();
}

/** Reads what the products of a source mean. @throws RefusalError if it does not exist */
export async function listProducts(context: ReadContext, id: number): Promise<SourceProduct[]> {
  await getSource(context, id);
  const rows = await context.database.kysely
    .selectFrom("source_products")
    .select(["product", "kind", "programme_version_id as programmeVersionId"])
    .select("initial_balance as initialBalance")
    .where("source_id", "=", id)
    .orderBy("product")
    .execute();
  return rows;
}

/** Reads the products of held items that are not mapped, the longest waiting first. */
export async function listUnmapped(
  kysely: Kysely<Tables>,
  sourceId: number,
): Promise<z.infer<typeof unmappedProduct>[]> {
  const { rows } = await sql<{
    product: string;
    name: string | null;
    items: number;
    since: string;
  }>`
    select items.product, min(items.name) as name, count(*)::int as items,
      min(orders.received_at) as since
    from order_items as items join orders on orders.id = items.order_id
    where items.status = 'held' and items.reason = 'not_mapped' and items.product is not null
      and orders.source_id = ${sourceId}
    group by items.product order by since, items.product limit 200`.execute(kysely);
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}
