import { sql } from "kysely";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { TraceKind } from "../../../identity/traces/trace.rule.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/errors.ts";
import { readAuditedTraders, recordViews } from "../record-views.ts";
import type { Trace } from "./trace.schema.ts";

interface TraceRow {
  kind: TraceKind;
  firstAt: string;
  lastAt: string;
  signIns: number;
  sharedBy: number;
}

/**
 * Returns the browsers and networks of a trader, the latest first, and records the view.
 * @throws RefusalError if the trader does not exist
 */
export async function viewTraces(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<Trace[]> {
  const { kysely } = context.database;
  const [trader] = await readAuditedTraders(kysely, [id]);
  if (!trader) throw notFound("User");
  const { rows } = await sql<TraceRow>`
    select own.kind, own.first_at as "firstAt", own.last_at as "lastAt", own.sign_ins as "signIns",
      (select count(*)::int from trader_traces as each
        where each.hash = own.hash and each.kind = own.kind) as "sharedBy"
    from trader_traces as own where own.trader_id = ${id}
    order by own.last_at desc, own.kind, own.first_at desc, own.hash`.execute(kysely);
  await recordViews(context, actor, [trader]);
  return rows.map(({ firstAt, lastAt, ...row }) => ({
    ...row,
    firstAt: new Date(firstAt),
    lastAt: new Date(lastAt),
  }));
}
