import type { Context } from "../../platform/context.ts";
import type { Payout } from "./payout.schema.ts";
import type { PayoutStatus } from "./payout-status.rule.ts";
import type { TimelineEntry } from "./timeline.schema.ts";

const events = {
  "payout.requested": "requested",
  "payout.approved": "approved",
  "payout.rejected": "rejected",
  "payout.reversed": "reversed",
  "payment.paid": "paid",
  "payment.reversed": "payment-reversed",
} as const;

type PayoutAction = keyof typeof events;

/** Only approved requests are paid. */
const isPayment = (action: string) => action.startsWith("payment.");

/** Reads the events of a payout request from the audit log, oldest first. */
export async function readTimeline(
  { database }: Context,
  payout: Pick<Payout, "id" | "createdAt">,
): Promise<TimelineEntry[]> {
  const rows = await database.kysely
    .selectFrom("audit_events")
    .select(["action", "at", "actor_kind as actor", "actor_name as actorName", "changes", "reason"])
    .where("payout_id", "=", payout.id)
    .where("action", "in", Object.keys(events) as PayoutAction[])
    .orderBy("id")
    .execute();
  const entries = rows.map((row): TimelineEntry => {
    const { status } = row.changes;
    return {
      event: events[row.action as PayoutAction],
      status: isPayment(row.action)
        ? "approved"
        : typeof status === "object"
          ? (status.to as PayoutStatus)
          : "pending",
      at: new Date(row.at),
      actor: row.actor === "trader" || row.actor === "token" ? row.actor : "administrator",
      actorName: row.actorName,
      note: row.reason,
    };
  });
  if (entries[0]?.event === "requested") return entries;
  // Requests that are older than the audit log have no event of their creation.
  const start = { event: "requested", status: "pending", actor: "trader" } as const;
  return [{ ...start, at: payout.createdAt, actorName: null, note: null }, ...entries];
}
