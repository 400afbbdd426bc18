import type { AuditedValue } from "../../../platform/audit/changes.rule.ts";
import type { Context } from "../../../platform/context.ts";
import { type FlagCode, flagCodes, UNREAD_FLAGS } from "./flags.rule.ts";
import type { Payout } from "./payout.schema.ts";
import type { PayoutStatus } from "./payout.rule.ts";
import type { AdminTimelineEntry, TimelineEntry } from "./timeline.schema.ts";

const events = {
  "payout.requested": "requested",
  "payout.approved-first": "approved-first",
  "payout.approved": "approved",
  "payout.rejected": "rejected",
  "payout.reversed": "reversed",
  "payment.paid": "paid",
  "payment.reversed": "payment-reversed",
} as const;

type PayoutAction = keyof typeof events;

/** Reads the events of a payout request from the audit log, oldest first. */
export async function readTimeline(
  { database }: Context,
  payout: Pick<Payout, "id" | "createdAt">,
): Promise<AdminTimelineEntry[]> {
  const rows = await database.kysely
    .selectFrom("audit_events")
    .select(["action", "at", "actor_kind as actor", "actor_name as actorName", "changes", "reason"])
    .where("payout_id", "=", payout.id)
    .where("action", "in", Object.keys(events) as PayoutAction[])
    .orderBy("id")
    .execute();
  let present: PayoutStatus = "pending";
  const entries = rows.map((row): AdminTimelineEntry => {
    const { status, flags } = row.changes;
    if (typeof status === "object") present = status.to as PayoutStatus;
    return {
      event: events[row.action as PayoutAction],
      status: present,
      at: new Date(row.at),
      actor: row.actor === "trader" || row.actor === "token" ? row.actor : "administrator",
      actorName: row.actorName,
      note: row.reason,
      flags: typeof flags === "object" ? readFlagCodes(flags.to) : [],
    };
  });
  if (entries[0]?.event === "requested") return entries;
  // Requests that are older than the audit log have no event of their creation.
  const start = { event: "requested", status: "pending", actor: "trader" } as const;
  return [{ ...start, at: payout.createdAt, actorName: null, note: null, flags: [] }, ...entries];
}

/** Parses what `decidePayout` has recorded; `null` if it could not read the flags. */
function readFlagCodes(recorded: AuditedValue): FlagCode[] | null {
  if (recorded === UNREAD_FLAGS) return null;
  return flagCodes.filter((code) => String(recorded).split(", ").includes(code));
}

/** Omits what traders must not see: the first of two approvals, and flags. */
export function timelineForTrader(entries: AdminTimelineEntry[]): TimelineEntry[] {
  return entries
    .filter(({ event }) => event !== "approved-first")
    .map(({ flags: _internal, ...entry }) => entry);
}
