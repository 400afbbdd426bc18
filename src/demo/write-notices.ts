import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Em } from "../platform/database/orm.ts";
import { DAY } from "../platform/time/durations.rule.ts";
import type { MailEvent } from "../platform/mail/mail-templates.ts";
import { writeNotice } from "../platform/mail/send-mail.ts";
import type { PastEvent } from "./trader-history.ts";
import type { WrittenCertificates } from "./write-certificates.ts";
import type { WrittenPayouts } from "./write-payouts.ts";

/** Notices of the last 30 days are unread. */
const UNREAD = 30 * DAY;

interface Written {
  payouts: WrittenPayouts;
  certificates: WrittenCertificates;
  /** Oldest first. */
  history: readonly PastEvent[];
}

/** Inserts the notices that the events of the history would have sent, without their mails. */
export async function writeNotices(context: Context, em: Em, written: Written): Promise<void> {
  const now = context.clock.now();
  for (const event of written.history) {
    const notice = noticeOf(event, written);
    if (!notice || !event.trader) continue;
    const atThatTime = { ...context, clock: { now: () => event.at } };
    await writeNotice(atThatTime, em, event.trader.id, notice);
  }
  await kyselyOf(em)
    .updateTable("notices")
    .set({ read_at: now.toISOString() })
    .where("at", "<", new Date(now.getTime() - UNREAD).toISOString())
    .execute();
}

function noticeOf(event: PastEvent, { payouts, certificates }: Written): MailEvent | null {
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
  if (action === "payout.reversed" && payout.status !== "pending") {
    return { kind: "payout-decided", ...about, status: payout.status };
  }
  return null;
}
