import { storedCents } from "../../../platform/money/money.ts";
import { nameCell } from "./cells.rule.ts";
import type { FigureRow } from "./figure.ts";
import { type MoneyCell, moneyCells, type Queue } from "./figure-names.rule.ts";
import { shareOf } from "./share.rule.ts";

/** The rows of the answers, from the figures as they are read. */

function cellsOf({ bucket, keys, counts }: FigureRow, names: readonly string[]) {
  return names.map((name) => (counts[name] ? nameCell({ name, bucket, keys }) : null));
}

function namedCells<Name extends string>(row: FigureRow, names: readonly Name[]) {
  const texts = cellsOf(row, names);
  return Object.fromEntries(names.map((name, index) => [name, texts[index]])) as Record<
    Name,
    string | null
  >;
}

export function funnelRow(row: FigureRow) {
  const { bucket, keys, counts, seconds } = row;
  const { started = 0, passed = 0, failed = 0, abandoned = 0, open = 0 } = counts;
  return {
    bucket,
    programmeId: keys[0] as number | null,
    programmeVersionId: keys[1] as number | null,
    step: keys[2] as number | null,
    phase: keys[3] as string,
    started,
    passed,
    failed,
    abandoned,
    open,
    passRate: shareOf(passed, passed + failed + abandoned),
    medianSecondsToPass: seconds.pass ?? null,
    medianSecondsToFail: seconds.fail ?? null,
    cells: namedCells(row, ["started", "passed", "failed", "abandoned", "open"]),
  };
}

export function cohortRow(row: FigureRow) {
  const { bucket, counts, maxima } = row;
  const { started = 0, funded = 0, paid = 0, open = 0 } = counts;
  const steps = Array.from({ length: maxima.most ?? 0 }, (_, index) => `reached_${index + 1}`);
  return {
    bucket,
    started,
    reached: steps.map((name) => counts[name] ?? 0),
    funded,
    paid,
    open,
    cells: {
      ...namedCells(row, ["started", "funded", "paid", "open"]),
      reached: cellsOf(row, steps),
    },
  };
}

/** @param rows of all buckets, because a share is of its bucket's confirmed breaches */
export function breachRows(rows: readonly FigureRow[]) {
  const confirmedIn = new Map<string, number>();
  for (const { bucket, counts } of rows)
    confirmedIn.set(bucket, (confirmedIn.get(bucket) ?? 0) + (counts.confirmed ?? 0));
  return rows.map((row) => {
    const { bucket, keys, counts, seconds } = row;
    const { breaches = 0, open = 0, confirmed = 0, dismissed = 0, overturned = 0 } = counts;
    return {
      bucket,
      kind: keys[0] as string | null,
      breaches,
      open,
      confirmed,
      dismissed,
      overturned,
      share: shareOf(confirmed, confirmedIn.get(bucket)!),
      medianSecondsFromStart: seconds.fromStart ?? null,
      cells: namedCells(row, ["breaches", "open", "confirmed", "dismissed", "overturned"]),
    };
  });
}

export function moneyRow(row: FigureRow) {
  const { bucket, keys, counts, amounts } = row;
  const cents = (name: string) => storedCents(amounts[name]!);
  const sold = cents("orders") - cents("refunded") - cents("chargedBack");
  return {
    bucket,
    currency: keys[0] as string | null,
    ...(Object.fromEntries(
      moneyCells.map((name) => [name, { count: counts[name]!, amount: amounts[name]! }]),
    ) as Record<MoneyCell, { count: number; amount: string }>),
    payoutRatio: shareOf(cents("paid") - cents("reversed"), sold),
    cells: namedCells(row, moneyCells),
  };
}

export function waitingRow(row: FigureRow) {
  const { bucket, keys, counts, seconds } = row;
  const { decided = 0, withinDay = 0 } = counts;
  return {
    bucket,
    queue: keys[0] as Queue,
    decided,
    medianSeconds: seconds.median ?? null,
    p90Seconds: seconds.p90 ?? null,
    withinDay,
    withinDayShare: shareOf(withinDay, decided),
    cells: namedCells(row, ["decided", "withinDay"]),
  };
}
