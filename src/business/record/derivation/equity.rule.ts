import type { Instant } from "../../rulebook/timeline/timeline.rule.ts";

/** Balance and equity at one instant; equity is `null` if it was not observed. Cents. */
export interface EquityPoint {
  time: number;
  balance: bigint;
  equity: bigint | null;
}

/** Returns the point of an instant in the equity curve. The platform's own balance is used if it was sent. */
export function equityPointOf(instant: Instant): EquityPoint {
  const { time, snapshots, balance, equity } = instant;
  return {
    time,
    balance: snapshots.at(-1)?.balance ?? balance,
    equity: equity.at(-1)?.value ?? null,
  };
}

/** The first and last point of a period, and those with the lowest and highest balance and equity. */
export class EquityRange {
  #first: EquityPoint | undefined;
  #last: EquityPoint | undefined;
  #balanceLow: EquityPoint | undefined;
  #balanceHigh: EquityPoint | undefined;
  #equityLow: EquityPoint | undefined;
  #equityHigh: EquityPoint | undefined;

  constructor(points: Iterable<EquityPoint> = []) {
    for (const point of points) this.add(point);
  }

  /** Adds a point; points must come in chronological order. Of equal lows or highs, the first one is kept. */
  add(point: EquityPoint): void {
    this.#first ??= point;
    this.#last = point;
    if (!this.#balanceLow || point.balance < this.#balanceLow.balance) this.#balanceLow = point;
    if (!this.#balanceHigh || point.balance > this.#balanceHigh.balance) this.#balanceHigh = point;
    if (point.equity === null) return;
    if (!this.#equityLow || point.equity < this.#equityLow.equity!) this.#equityLow = point;
    if (!this.#equityHigh || point.equity > this.#equityHigh.equity!) this.#equityHigh = point;
  }

  get extremes(): EquityPoint[] {
    return inOrder(this.mostExtreme(4));
  }

  /** Returns at most `count` lows and highs. Those of equity come first, because rules are judged by equity. */
  mostExtreme(count: number): EquityPoint[] {
    const all = [this.#equityLow, this.#equityHigh, this.#balanceLow, this.#balanceHigh];
    return [...new Set(all.filter((point) => point !== undefined))].slice(0, count);
  }

  get points(): EquityPoint[] {
    return inOrder([this.#first, ...this.extremes, this.#last]);
  }
}

function inOrder(points: (EquityPoint | undefined)[]): EquityPoint[] {
  const kept = new Set(points.filter((point) => point !== undefined));
  return [...kept].toSorted((a, b) => a.time - b.time);
}

/**
 * Thins a curve to at most `limit` points that include its lows and highs: the time is divided into equal parts,
 * and of each part the points with the lowest and highest balance and equity are kept.
 * @param points in chronological order
 */
export function thin(points: EquityPoint[], limit: number): EquityPoint[] {
  if (points.length <= limit) return points;
  const first = points[0]!;
  const last = points.at(-1)!;
  // The four extremes of all points, as far as they fit within the limit.
  if (limit < 6) return inOrder(new EquityRange(points).mostExtreme(limit));
  // Each part keeps up to four points, in addition to both ends of the curve.
  const parts = Math.floor((limit - 2) / 4);
  const width = (last.time - first.time) / parts || 1;
  const byPart = Map.groupBy(points, ({ time }) =>
    Math.min(parts - 1, Math.floor((time - first.time) / width)),
  );
  const kept = new Set([first, last]);
  for (const part of byPart.values()) {
    for (const point of new EquityRange(part).extremes) kept.add(point);
  }
  return points.filter((point) => kept.has(point));
}

/** A point as it is stored: milliseconds, and cents as text. */
export type StoredPoint = [time: number, balance: string, equity: string | null];

export function storePoint({ time, balance, equity }: EquityPoint): StoredPoint {
  return [time, String(balance), equity === null ? null : String(equity)];
}

export function readPoint([time, balance, equity]: StoredPoint): EquityPoint {
  return { time, balance: BigInt(balance), equity: equity === null ? null : BigInt(equity) };
}
