import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import type { DisputeState, NewsKind, OrderPayment } from "./order.rule.ts";

/** Stored news of an order. */
export interface StoredNews {
  id: number;
  kind: NewsKind;
  /** Milliseconds since 1970. */
  at: number;
  amount: string | null;
  dispute: string | null;
}

export interface OrderState {
  refunded: string;
  payment: OrderPayment;
  dispute: DisputeState;
}

/** Returns what the news of an order amount to, whatever the order in which they have arrived. */
export function stateOf(total: string | null, news: readonly StoredNews[]): OrderState {
  const dispute = disputeOf(news);
  const sum = storedCents(total ?? "0.00");
  const isAll = news.some((each) => isFullRefund(each, news));
  const largest = news
    .filter(({ kind, amount }) => kind === "refunded" && amount !== null)
    .map(({ amount }) => storedCents(amount!))
    .reduce((one, other) => (one > other ? one : other), 0n);
  const refunded = isAll && sum > largest ? sum : largest;
  const isRefunded = isAll || (refunded > 0n && refunded >= sum);
  const money = isRefunded ? "refunded" : refunded > 0n ? "partly_refunded" : "paid";
  const disputed = { open: "disputed", lost: "charged_back" } as const;
  return {
    refunded: formatDecimal(refunded),
    payment: dispute === "open" || dispute === "lost" ? disputed[dispute] : money,
    dispute,
  };
}

/** Returns whether nothing of the payment is left to the firm, also while a dispute about it is open. */
export function isRefundedInFull({
  total,
  refunded,
  payment,
}: {
  total: string | null;
  refunded: string;
  payment: OrderPayment;
}): boolean {
  if (payment === "refunded") return true;
  const returned = storedCents(refunded);
  return total !== null && returned > 0n && returned >= storedCents(total);
}

/** A cancellation or a failure gives the money back only after the payment, because a failed payment can be repeated. */
function isFullRefund({ id, kind, at, amount }: StoredNews, news: readonly StoredNews[]): boolean {
  if (kind === "refunded") return amount === null;
  if (kind !== "ended") return false;
  const paid = news.find((each) => each.kind === "paid");
  return paid !== undefined && (at > paid.at || (at === paid.at && id > paid.id));
}

/** A closed dispute stays as it was closed first, by the clock of the shop. */
function disputeOf(news: readonly StoredNews[]): DisputeState {
  const disputes = Map.groupBy(
    news.filter(({ dispute }) => dispute !== null),
    ({ dispute }) => dispute,
  );
  const states = Array.from(disputes.values(), (steps): DisputeState => {
    const [first] = steps
      .filter(({ kind }) => kind !== "dispute_opened")
      .toSorted((one, other) => one.at - other.at || one.id - other.id);
    if (!first) return "open";
    return first.kind === "dispute_lost" ? "lost" : "won";
  });
  return (["open", "lost", "won"] as const).find((state) => states.includes(state)) ?? "none";
}

/** Returns whether payouts of the trader stop: an open or a lost dispute does until a person releases the order. */
export function isFrozenAfter(
  before: { dispute: DisputeState; frozen: boolean },
  after: DisputeState,
): boolean {
  if (before.dispute === after) return before.frozen;
  return after === "open" || after === "lost";
}
