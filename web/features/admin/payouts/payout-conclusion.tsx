import type { DeskRow } from "../../../../src/business/money/payouts/payout.schema.ts";
import type { Readiness } from "../../../../src/business/money/payouts/readiness.rule.ts";
import { formatMoney, moneyIn, storedCents } from "../../../../src/platform/money/money.ts";
import { Stat, StatRow } from "../../../components/stat/stat.tsx";
import { sayTimes } from "../../../domain/format/dates.ts";

type ConcludedPayout = Pick<
  DeskRow,
  "amount" | "currency" | "status" | "readiness" | "decisionReadiness" | "present"
>;

export interface PayoutConclusion {
  /** When the readiness that the amount is compared with was read. */
  when: "now" | "when decided" | "when requested";
  /** In cents; `null` if nothing says what can be withdrawn. */
  withdrawable: bigint | null;
  /** What the amount exceeds it by, in cents; negative if something would be left. */
  over: bigint | null;
  isOver: boolean;
  sentence: string;
}

/**
 * Compares the amount of a request with what can be withdrawn without it: now while it is pending, and otherwise when it
 * was decided or requested, because approvals and payments change the present figure.
 * @param isDeciding compares with the present of a decided request, too, because the decision may be reversed
 */
export function concludePayout(payout: ConcludedPayout, isDeciding = false): PayoutConclusion {
  const { amount, currency, status, present } = payout;
  const isNow = present && !present.isEarlierStage && (status === "pending" || isDeciding);
  const when = isNow ? "now" : payout.decisionReadiness ? "when decided" : "when requested";
  const basis = isNow ? present.readiness : (payout.decisionReadiness ?? payout.readiness);
  const unknown = (sentence: string) =>
    ({ when, withdrawable: null, over: null, isOver: false, sentence }) as const;
  if (!basis) {
    return unknown(
      isNow
        ? "What can be withdrawn could not be read."
        : "What could be withdrawn was not recorded with this request.",
    );
  }
  if (basis.share === null) {
    return unknown("The account has no rules for payouts, so nothing says what can be withdrawn.");
  }
  if (isNow && present.currency !== currency) {
    return unknown(
      "The request is in another currency than the account, so they cannot be compared.",
    );
  }
  const withdrawable = storedCents(basis.withdrawable);
  const over = storedCents(amount) - withdrawable;
  const isOver = over > 0n;
  const money = moneyIn(currency);
  const sentence = isNow
    ? describePresent(basis, over, money)
    : isOver
      ? `Asked ${money(over)} more than could be withdrawn.`
      : `Could be withdrawn when it was ${when === "when decided" ? "decided" : "requested"}.`;
  return { when, withdrawable, over, isOver, sentence };
}

function describePresent(
  { reasons }: Readiness,
  over: bigint,
  money: (cents: bigint) => string,
): string {
  if (over > 0n) return `Asks ${money(over)} more than can be withdrawn.`;
  const [first, ...others] = reasons;
  if (first) {
    const more = others.length === 0 ? "" : ` ${others.length} more below.`;
    return `Within what can be withdrawn, but not ready: ${sayTimes(first.message)}${more}`;
  }
  return over === 0n
    ? "Asks exactly what can be withdrawn."
    : `Can be withdrawn; ${money(-over)} would be left.`;
}

/** What is asked, what can be withdrawn, and how much the one is over or under the other. */
export function ConclusionFigures({
  payout,
  conclusion: { when, withdrawable, over, isOver },
}: {
  payout: ConcludedPayout;
  conclusion: PayoutConclusion;
}) {
  const money = moneyIn(payout.currency);
  const known = (cents: bigint | null) => (cents === null ? "–" : money(cents));
  return (
    <StatRow>
      <Stat label="Requested" value={formatMoney(payout.amount, payout.currency)} />
      <Stat
        label={when === "now" ? "Can be withdrawn" : "Could be withdrawn"}
        value={known(withdrawable)}
        note={when === "now" ? undefined : `W${when.slice(1)}`}
      />
      <Stat
        label={isOver || over === null ? "Over by" : "Left after it"}
        value={known(over !== null && !isOver ? -over : over)}
        {...(isOver && { tone: "loss" as const })}
      />
    </StatRow>
  );
}
