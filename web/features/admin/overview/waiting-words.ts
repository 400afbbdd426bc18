import { formatDistance } from "date-fns";
import type { Waiting } from "../../../../src/business/watch/overview/overview.schema.ts";
import { groupDigits } from "../../../../src/platform/money/money.ts";
import { formatTotal } from "../../../app/api-client/overview.ts";
import { formatDay } from "../../../domain/format/dates.ts";

/** Counts the pending payouts of all ages. */
export function sumOf({ overThreeDays, oneToThreeDays, underOneDay }: Waiting["payouts"]) {
  const parts = [overThreeDays, oneToThreeDays, underOneDay];
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    exceedsTotal: parts.some(({ exceedsTotal }) => exceedsTotal),
  };
}

/** Returns `Oldest: 3 days`; `null` until the queue is loaded. */
export function describeOldest(
  queue: Pick<Waiting["reviews"], "oldest"> | undefined,
): string | null {
  if (!queue) return null;
  if (!queue.oldest) return "None waiting";
  return `Oldest: ${formatDistance(queue.oldest, new Date())}`;
}

export function describeMails({ failed, retrying }: Waiting["mails"]): string {
  if (retrying.total > 0) return `${formatTotal(retrying)} being retried`;
  return failed.total > 0 ? "Undelivered in the last 14 days" : "All delivered";
}

export function describeWebhooks({ total, paused, failed }: Waiting["webhooks"]): string {
  if (paused.total > 0) return `${formatTotal(paused)} paused automatically`;
  if (failed.total > 0) return `${formatTotal(failed)} deliveries abandoned`;
  return total > 0 ? "Being retried" : "None failing";
}

/** Counts the bridges that fell silent, or the open findings. */
export const countOf = ({ count }: Waiting["bridges"]) => ({ total: count, exceedsTotal: false });

export function describeBridges({ oldest }: Waiting["bridges"]): string {
  return oldest ? `Last heard ${formatDistance(oldest, new Date())} ago` : "None silent";
}

/** Says who raised or lifted the amount above which an approval needs two administrators. */
export function describeApprovalLimit({
  from,
  to,
  at,
  by,
}: NonNullable<Waiting["approvalLimit"]>): string {
  const amount = "the amount above which an approval needs two administrators";
  const change =
    to === null
      ? `lifted ${amount} (${groupDigits(from)})`
      : `raised ${amount} from ${groupDigits(from)} to ${groupDigits(to)}`;
  return `${by} ${change} on ${formatDay(at)}.`;
}

/** Returns a sentence if all queues are empty. */
export function describeAll({
  payouts,
  reviews,
  statements,
  conflicts,
  payments,
  appeals,
  links,
  actions,
  orders,
  identities,
  findings,
  bridges,
  mails,
  webhooks,
}: Waiting): string | undefined {
  const all = [
    sumOf(payouts),
    reviews,
    statements,
    conflicts,
    payments,
    appeals,
    links,
    actions,
    orders,
    identities,
    countOf(findings),
    countOf(bridges),
    mails.failed,
    mails.retrying,
    webhooks,
  ];
  return all.every(({ total }) => total === 0) ? "Nothing is waiting for you." : undefined;
}
