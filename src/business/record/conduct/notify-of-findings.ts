import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import { moneyIn, storedCents } from "../../../platform/money/money.ts";
import { sendNotices } from "../../office/mails/send-notice.ts";
import { readOwners } from "../../traders/accounts/accounts.queries.ts";
import { accountIdsOf } from "../records/record-stages.queries.ts";
import type { FindingNotice } from "./keep-findings.ts";

/** How many findings of a kind a mail describes; the page has all of them. */
const MOST_DESCRIBED = 10;

/**
 * Notifies traders of what was found, waived, or is no longer held against them: one notice and one mail a trader, however much
 * a write has changed.
 */
export async function notifyOfFindings(
  context: Pick<Context, "clock" | "config" | "letterhead" | "outbox">,
  transaction: Transaction,
  notices: FindingNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const kysely = kyselyOf(transaction);
  const owners = await readOwners(kysely, accountIdsOf(notices.map(({ stage }) => stage)));
  const byAccount = Map.groupBy(notices, ({ stage }) => stage.accountId);
  const mails = [...byAccount].map(([accountId, ofAccount]) => {
    const of = (...states: FindingNotice["notified"][]) =>
      describe(ofAccount.filter(({ notified }) => states.includes(notified)));
    return {
      trader: owners.get(accountId)!,
      event: {
        kind: "conduct" as const,
        found: of("warn", "deduct", "strike"),
        waived: of("waived"),
        gone: of("gone"),
      },
    };
  });
  await sendNotices(context, transaction, mails);
  const topics = [...byAccount.keys()].map((id) => `account:${id}` as const);
  await notifyTopics(kysely, topics);
}

function describe(notices: FindingNotice[]): string[] {
  const described = notices.slice(0, MOST_DESCRIBED).map(sentenceOf);
  const others = notices.length - described.length;
  return others > 0 ? [...described, `${others} more.`] : described;
}

/** Says what was found, and what it costs. */
function sentenceOf({ notified, finding, strikes, stage }: FindingNotice): string {
  const { reason, strike, deduction } = finding;
  const words = [reason];
  if (notified === "warn") words.push("This is a warning.");
  if (notified === "deduct") words.push(deductionWords(deduction, stage.currency));
  if (strike !== null && strikes !== null && notified !== "waived" && notified !== "gone") {
    words.push(`This is strike ${strike} of ${strikes.of}.`);
  }
  return words.join(" ");
}

function deductionWords(deduction: string | null, currency: string): string {
  const cents = deduction === null ? 0n : storedCents(deduction);
  return cents > 0n
    ? `${moneyIn(currency)(cents)} of the profit does not count for payouts.`
    : "A profit of it does not count for payouts, in part or in full.";
}
