import { TradingAccount } from "../business/traders/accounts/account.entity.ts";
import { Decision } from "../identity/decisions/decision.entity.ts";
import { Trader } from "../identity/users/trader.entity.ts";
import { recordEvents } from "../identity/audit/record-event.ts";
import type { Context } from "../platform/context.ts";
import { DAY, MINUTE } from "../platform/time/durations.rule.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { backOfficeActor } from "./account-history.ts";
import { type PastEvent, traderHistory } from "./trader-history.ts";
import type { WrittenCertificates } from "./write-certificates.ts";
import type { WrittenPayouts } from "./write-payouts.ts";
import type { WrittenTraders } from "./write-traders.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { MailEvent } from "../business/office/mails/mail-kinds.rule.ts";
import { writeNotice } from "../business/office/mails/send-notice.ts";

interface Written {
  traders: WrittenTraders;
  payouts: WrittenPayouts;
  certificates: WrittenCertificates;
  /** The events of the records. */
  events: PastEvent[];
}

/** Records the audit events of all traders in chronological order, and returns them. */
export async function writeHistory(
  context: Context,
  transaction: Transaction,
  written: Written,
): Promise<PastEvent[]> {
  const { traders, payouts, certificates } = written;
  const accounts = new Map(
    (await transaction.find(TradingAccount, {})).map((account) => [account.trader.id, account]),
  );
  const ofTraders = [...traders].flatMap(([demoTrader, trader]) => {
    const account = accounts.get(trader.id)!;
    return traderHistory(context.clock, { demoTrader, trader, account, payouts, certificates });
  });
  const events = [...ofTraders, ...written.events];
  const all = [...events, ...officeSignIns(events)].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  for (const event of all) writeDecision(transaction, event);
  await recordEvents(context, transaction, all);
  return all;
}

const decisions = ["payout.approved", "payout.rejected", "payout.reversed"];

function writeDecision(transaction: Transaction, event: PastEvent): void {
  const { action, actor, trader, payoutId, changes, reason = null, at } = event;
  if (!decisions.includes(action) || actor.kind !== "administrator" || !trader || !payoutId) return;
  const status = changes?.["status"];
  const isApproval = typeof status === "object" && status.to === "approved";
  transaction.create(Decision, {
    trader: transaction.getReference(Trader, trader.id),
    subjectKind: "payout",
    subjectId: payoutId,
    step: isApproval ? "approve" : "reject",
    actorKind: "administrator",
    administratorId: actor.id,
    name: actor.label,
    at,
    reason,
  });
}

/** Creates a sign-in of the back office before its first action of each day. */
function officeSignIns(events: PastEvent[]): PastEvent[] {
  const byDay = Object.groupBy(
    events.filter(({ actor }) => actor.kind === "administrator"),
    ({ at }) => Math.floor(at.getTime() / DAY),
  );
  return Object.values(byDay).map((ofDay = []) => {
    const first = Math.min(...ofDay.map(({ at }) => at.getTime()));
    const at = new Date(first - 3 * MINUTE);
    return { action: "administrator.signed-in", actor: backOfficeActor(), at };
  });
}

/** Notices of the last 30 days are unread. */
const UNREAD = 30 * DAY;

interface WithHistory extends Omit<Written, "traders" | "events"> {
  /** Oldest first. */
  history: readonly PastEvent[];
}

/** Inserts the notices that the events of the history would have sent, without their mails. */
export async function writeNotices(
  context: Context,
  transaction: Transaction,
  written: WithHistory,
): Promise<void> {
  const now = context.clock.now();
  for (const event of written.history) {
    const notice = noticeOf(event, written);
    if (!notice || !event.trader) continue;
    const atThatTime = { ...context, clock: { now: () => event.at } };
    await writeNotice(atThatTime, transaction, event.trader.id, notice);
  }
  await kyselyOf(transaction)
    .updateTable("notices")
    .set({ read_at: now.toISOString() })
    .where("at", "<", new Date(now.getTime() - UNREAD).toISOString())
    .execute();
}

function noticeOf(event: PastEvent, { payouts, certificates }: WithHistory): MailEvent | null {
  const { action, payoutId, reason, at } = event;
  if (action === "trader.banned") return { kind: "banned", reason: reason ?? null };
  if (action === "certificate.issued") {
    const certificate = [...certificates.values()].find(
      ({ trader, uploadedAt }) =>
        trader.id === event.trader?.id && uploadedAt.getTime() === at.getTime(),
    );
    return certificate ? { kind: "certificate-issued", name: certificate.name } : null;
  }
  const payout = [...payouts.values()].find(({ id }) => id === payoutId);
  if (!payout) return null;
  const about = { payoutId: payout.id, amount: payout.amount };
  if (action === "payment.paid") {
    return { kind: "payout-paid", ...about, currency: "USD", reference: reason ?? "" };
  }
  if (action === "payout.approved" || action === "payout.rejected") {
    const status = action === "payout.approved" ? "approved" : "rejected";
    return { kind: "payout-decided", ...about, status };
  }
  const { status } = payout;
  if (action === "payout.reversed" && (status === "approved" || status === "rejected")) {
    return { kind: "payout-decided", ...about, status };
  }
  return null;
}
