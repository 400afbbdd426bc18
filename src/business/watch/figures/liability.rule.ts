import { DAY } from "../../../platform/time/durations.rule.ts";
import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { Readiness } from "../../money/payouts/readiness.rule.ts";
import { nameCell } from "./cells.rule.ts";
import type { FigureFilter } from "./filter.ts";
import { type WithdrawableTime, withdrawableTimes } from "./figure-names.rule.ts";
import { shareOf } from "./share.rule.ts";

/** The counts and sums of a row. */
export type LiabilityCell =
  "accounts" | "undetermined" | "approvedUnpaid" | "pending" | `withdrawable.${WithdrawableTime}`;

/** What the firm owes or may owe: a stage or a request, in one of the counts and sums. */
export interface LiabilityFact {
  cell: LiabilityCell;
  kind: "stage" | "request";
  id: number;
  userId: number;
  stageId: number | null;
  /** The instant by which it counts, in milliseconds since 1970 UTC. */
  at: number;
  /** Cents; `null` for what is only counted. */
  amount: bigint | null;
  currency: string;
  programmeId: number | null;
  programmeVersionId: number | null;
  step: number | null;
  initialBalance: string | null;
}

/** Of which stage a fact is, and to which programme that belongs. */
export type LiabilityPlace = Pick<
  LiabilityFact,
  | "userId"
  | "stageId"
  | "currency"
  | "programmeId"
  | "programmeVersionId"
  | "step"
  | "initialBalance"
>;

const undeterminedBy = new Set<string>(["no_rules", "evidence_incomplete"]);

const spans = { within7: 7, within14: 14, within30: 30, within90: 90 } as const;

/**
 * Returns the facts of an open stage of an account with payouts enabled.
 * @param readiness `undefined` if the stage cannot be judged
 */
export function stageFacts(
  place: LiabilityPlace & { stageId: number; startedAt: number },
  readiness: Readiness | undefined,
  now: number,
): LiabilityFact[] {
  const { startedAt, stageId: id } = place;
  const counted = (cell: LiabilityCell): LiabilityFact => {
    const { userId, currency, programmeId, programmeVersionId, step, initialBalance } = place;
    const of = { userId, currency, programmeId, programmeVersionId, step, initialBalance };
    return { ...of, cell, kind: "stage", id, stageId: id, at: startedAt, amount: null };
  };
  const isUndetermined =
    !readiness || readiness.reasons.some(({ code }) => undeterminedBy.has(code));
  if (isUndetermined) return [counted("accounts"), counted("undetermined")];
  const amount = storedCents(readiness.withdrawable);
  if (amount <= 0n) return [counted("accounts")];
  const { time, at = startedAt } = timeOf(readiness, now);
  return [counted("accounts"), { ...counted(`withdrawable.${time}`), at, amount }];
}

/** Returns when a profit can be withdrawn, whatever happens to a request that is pending. */
function timeOf({ reasons }: Readiness, now: number): { time: WithdrawableTime; at?: number } {
  const others = reasons.filter(({ code }) => code !== "request_pending");
  if (others.length === 0) return { time: "now" };
  if (others.some(({ until }) => until === null)) return { time: "blocked" };
  const at = Math.max(...others.map(({ until }) => Date.parse(until!)));
  const names = Object.keys(spans) as (keyof typeof spans)[];
  return { time: names.find((name) => at - now <= spans[name] * DAY) ?? "later", at };
}

/** Returns whether a fact passes a filter of stages and currencies, as `passes` does in SQL. */
export function factPasses(fact: LiabilityFact, filter: FigureFilter): boolean {
  const names = [
    "programmeId",
    "programmeVersionId",
    "step",
    "initialBalance",
    "currency",
  ] as const;
  return names.every((name) => filter[name] === undefined || filter[name] === fact[name]);
}

const LARGEST = 10;

const totalOf = (facts: readonly LiabilityFact[]) =>
  facts.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);

/** The counts and sums that are kept as a day ends. */
export type LiabilityTotals = Pick<
  ReturnType<typeof liabilityRow>,
  "accounts" | "undetermined" | "approvedUnpaid" | "pending" | "withdrawable"
>;

/** Returns a row for each currency. @param facts all that pass the filter */
export function liabilityRows(facts: readonly LiabilityFact[]) {
  const byCurrency = [...Map.groupBy(facts, ({ currency }) => currency)];
  return byCurrency
    .toSorted(([one], [other]) => compareText(one, other))
    .map(([currency, ofCurrency]) => liabilityRow(currency, ofCurrency));
}

function liabilityRow(currency: string, facts: readonly LiabilityFact[]) {
  const byCell = Map.groupBy(facts, ({ cell }) => cell);
  const of = (cell: LiabilityCell) => byCell.get(cell) ?? [];
  const sum = (cell: LiabilityCell) => ({
    count: of(cell).length,
    amount: formatDecimal(totalOf(of(cell))),
  });
  const name = (cell: LiabilityCell) =>
    of(cell).length > 0 ? nameCell({ name: cell, bucket: null, keys: [currency] }) : null;
  const atTimes = <Value>(value: (cell: LiabilityCell) => Value) =>
    Object.fromEntries(
      withdrawableTimes.map((time) => [time, value(`withdrawable.${time}`)]),
    ) as Record<WithdrawableTime, Value>;
  const owed = withdrawableTimes
    .flatMap((time) => of(`withdrawable.${time}`))
    .toSorted((a, b) => Number(b.amount! - a.amount!) || a.id - b.id);
  const largest = owed.slice(0, LARGEST);
  return {
    currency,
    accounts: of("accounts").length,
    undetermined: of("undetermined").length,
    approvedUnpaid: sum("approvedUnpaid"),
    pending: sum("pending"),
    withdrawable: atTimes(sum),
    largest: largest.map(({ userId, id, amount }) => ({
      userId,
      stageId: id,
      amount: formatDecimal(amount!),
    })),
    topTenShare: shareOf(totalOf(largest), totalOf(owed)),
    cells: {
      accounts: name("accounts"),
      undetermined: name("undetermined"),
      approvedUnpaid: name("approvedUnpaid"),
      pending: name("pending"),
      withdrawable: atTimes(name),
    },
  };
}
