import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Stat } from "../../components/stat/stat.tsx";
import styles from "./desk.module.css";
import { type PayoutEvidenceFacts, usePayoutEvidence } from "./use-payout-evidence.ts";

type ConcludedPayout = Pick<PayoutRow, "amount" | "currency" | "status" | "readiness">;

export interface PayoutConclusion {
  /** When the readiness that the amount is compared with was read. */
  when: "now" | "when requested";
  /** In cents; `null` if nothing says what can be withdrawn. */
  withdrawable: bigint | null;
  /** What the amount exceeds it by, in cents; negative if something would be left. */
  over: bigint | null;
  isOver: boolean;
  sentence: string;
}

/**
 * Compares the amount of a request with what can be withdrawn: of a pending request of the current stage now, of any other
 * when it was requested, because an approval or another stage has changed the present figure.
 */
export function concludePayout(
  payout: ConcludedPayout,
  {
    readiness,
    isEarlier,
    current,
  }: Pick<PayoutEvidenceFacts, "readiness" | "isEarlier" | "current">,
): PayoutConclusion {
  const when = payout.status === "pending" && !isEarlier ? "now" : "when requested";
  const basis = when === "now" ? readiness : payout.readiness;
  const unknown = (sentence: string) =>
    ({ when, withdrawable: null, over: null, isOver: false, sentence }) as const;
  if (basis === null) return unknown("What could be withdrawn was not recorded with this request.");
  if (basis.share === null) {
    return unknown("The account has no rules for payouts, so nothing says what can be withdrawn.");
  }
  if (when === "now" && current !== undefined && current.currency !== payout.currency) {
    return unknown(
      "The request is in another currency than the account, so they cannot be compared.",
    );
  }
  const withdrawable = storedCents(basis.withdrawable);
  const over = storedCents(payout.amount) - withdrawable;
  const isOver = over > 0n;
  const money = moneyIn(payout.currency);
  const sentence =
    when === "now"
      ? describePresent(basis, over, money)
      : isOver
        ? `Asked ${money(over)} more than could be withdrawn.`
        : "Could be withdrawn when it was requested.";
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
    return `Within what can be withdrawn, but not ready: ${first.message}${more}`;
  }
  return over === 0n
    ? "Asks exactly what can be withdrawn."
    : `Can be withdrawn; ${money(-over)} would be left.`;
}

/** The sentence that the page and the dialog of a request begin with. */
export function ConclusionSentence({ payout }: { payout: PayoutRow }) {
  const { facts } = usePayoutEvidence(payout);
  if (!facts) return null;
  const { isOver, sentence } = concludePayout(payout, facts);
  return (
    <p className={styles.conclusion} data-over={isOver ? "" : undefined}>
      {sentence}
    </p>
  );
}

/** The figures behind the sentence: what can be withdrawn, and how much the amount is over or under. */
export function ConclusionStats({ payout }: { payout: PayoutRow }) {
  const { facts, isError } = usePayoutEvidence(payout);
  if (!facts) {
    const value = isError ? "–" : <Skeleton width="6rem" height="1.5rem" />;
    return (
      <>
        <Stat
          label="Can be withdrawn"
          value={value}
          note={isError ? "Could not be loaded" : undefined}
        />
        <Stat label="Over by" value={value} />
      </>
    );
  }
  const { when, withdrawable, over, isOver } = concludePayout(payout, facts);
  const money = moneyIn(payout.currency);
  const known = (cents: bigint | null) => (cents === null ? "–" : money(cents));
  return (
    <>
      <Stat
        label={when === "now" ? "Can be withdrawn" : "Could be withdrawn"}
        value={known(withdrawable)}
        note={when === "now" ? "Now" : "When requested"}
      />
      <Stat
        label={isOver || over === null ? "Over by" : "Left after it"}
        value={known(over !== null && !isOver ? -over : over)}
        {...(isOver && { tone: "loss" as const })}
      />
    </>
  );
}
