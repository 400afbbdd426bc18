import type { Database } from "../database/database.ts";
import { containing, cutPage, newestFirstCursors, type Page } from "../database/pages.ts";
import type { AuditEvent, AuditListQuery } from "./audit-event.schema.ts";

/** PostgreSQL takes no offset of 16 hours or more. */
const inUtc = (time: string) => new Date(time).toISOString();

function matching({ database }: { database: Database }, query: AuditListQuery) {
  const { search, action, actor, traderId, payoutId, from, to } = query;
  return database.kysely
    .selectFrom("audit_events")
    .$if(Boolean(search), (events) =>
      events.where((where) =>
        where.or(
          (["trader_name", "actor_name", "address"] as const).map((column) =>
            where(column, "ilike", containing(search!)),
          ),
        ),
      ),
    )
    .$if(action !== undefined, (events) => events.where("action", "=", action!))
    .$if(actor !== undefined, (events) => events.where("actor_kind", "=", actor!))
    .$if(traderId !== undefined, (events) => events.where("trader_id", "=", traderId!))
    .$if(payoutId !== undefined, (events) => events.where("payout_id", "=", payoutId!))
    .$if(from !== undefined, (events) => events.where("at", ">=", inUtc(from!)))
    .$if(to !== undefined, (events) => events.where("at", "<", inUtc(to!)));
}

async function readEvents(
  context: { database: Database },
  query: AuditListQuery,
  beforeId: number | undefined,
  limit: number,
): Promise<AuditEvent[]> {
  const rows = await matching(context, query)
    .$if(beforeId !== undefined, (events) => events.where("id", "<", String(beforeId)))
    .select(["id", "at", "action", "actor_kind as actor", "actor_id as actorId"])
    .select(["actor_name as actorName", "address", "request_id as requestId"])
    .select(["trader_id as traderId", "trader_name as traderName", "payout_id as payoutId"])
    .select(["changes", "reason"])
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, id: Number(row.id), at: new Date(row.at) }));
}

const cursors = newestFirstCursors(Number.MAX_SAFE_INTEGER);

/** One page of the events that match, newest first. They are not counted: a log only grows. */
export async function listAuditEvents(
  context: { database: Database },
  query: AuditListQuery & { limit: number },
): Promise<Page<AuditEvent>> {
  const found = await readEvents(context, query, start(query), query.limit + 1);
  return cutPage(found, query.limit, cursors.write);
}

/** An event may hold 100 kB. */
const BATCH = 200;

/** All events that match, newest first, in batches. */
export async function* readAuditEvents(
  context: { database: Database },
  query: AuditListQuery,
): AsyncGenerator<AuditEvent[]> {
  for (let beforeId = start(query); ;) {
    const batch = await readEvents(context, query, beforeId, BATCH);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    beforeId = batch.at(-1)!.id;
  }
}

/** The same as JSON objects with commas between them. */
export async function* streamAuditEvents(
  context: { database: Database },
  query: AuditListQuery,
): AsyncGenerator<string> {
  for await (const batch of readAuditEvents(context, query)) {
    yield batch.map((event) => JSON.stringify(event)).join(",");
  }
}

function start({ cursor }: AuditListQuery): number | undefined {
  return cursor === undefined ? undefined : cursors.read(cursor).id;
}

/** When an administrator last saw a trader's platform password, and which. */
export async function findLastView({ database }: { database: Database }, traderId: number) {
  const view = await database.kysely
    .selectFrom("audit_events")
    .select(["at", "actor_name as viewedBy"])
    .where("trader_id", "=", traderId)
    .where("action", "=", "master-password.viewed")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return view ? { viewedAt: new Date(view.at), viewedBy: view.viewedBy } : null;
}
