import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { ENGINE, type Engine } from "../../src/business/rulebook/timeline/timeline.rule.ts";
import {
  compareWithinInstant,
  netOf,
  type RecordedDeal,
  type RecordedOperation,
  type TradingRecord,
} from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import type { JudgedStage } from "../../src/business/rulebook/engine/verdict.schema.ts";
import {
  type TradingDay,
  tradingDays,
} from "../../src/business/rulebook/timeline/trading-day.rule.ts";
import { cents } from "./judged.ts";

/**
 * The facts of a record as the contract defines them. Intentionally slow: every method reads all records, so that
 * no state carried from one record to the next can be wrong.
 */
export class NaiveAccount {
  readonly initial: bigint;
  /** The stage is judged as if it began with its first record. */
  readonly start: number;
  readonly end: number;
  readonly records: TradingRecord;
  readonly rules: Rules;
  readonly funding: RecordedOperation | undefined;
  /** The times of all records. */
  readonly instants: number[];
  /** The instants with a deal or an operation other than the funding and credits. */
  readonly bookings: number[];
  readonly dayOf: (time: number) => TradingDay;
  /** Every trading day from the first to the one that contains the end. */
  readonly days: TradingDay[];

  readonly engine: Engine;

  /** @param end later records are ignored */
  constructor(
    stage: JudgedStage,
    rules: Rules,
    all: TradingRecord,
    end: number,
    engine: Engine = ENGINE,
  ) {
    this.engine = engine;
    const seen = <Item extends { time: number }>(list: Item[]) =>
      list.filter(({ time }) => time <= end).toSorted((a, b) => a.time - b.time);
    this.initial = cents(stage.initialBalance);
    this.end = end;
    this.rules = rules;
    this.records = {
      deals: seen(all.deals.toSorted(compareWithinInstant)),
      operations: seen(all.operations),
      snapshots: seen(all.snapshots),
    };
    const { deals, operations, snapshots } = this.records;
    const times = [...deals, ...operations, ...snapshots].map(({ time }) => time);
    this.instants = [...new Set(times)].toSorted((a, b) => a - b);
    this.start = Math.min(Date.parse(stage.startedAt), ...this.instants);
    const booked = [...this.records.deals, ...this.#balanceChanges];
    const first = Math.min(...booked.map(({ time }) => time));
    this.funding = this.#balanceChanges.find(
      ({ time, kind, amount }) => time === first && kind === "deposit" && amount === this.initial,
    );
    this.bookings = this.instants.filter(
      (time) => this.dealsOf(time).length > 0 || this.operationsOf(time).length > 0,
    );
    this.dayOf = tradingDays(rules.day);
    this.days = [this.dayOf(this.start)];
    while (this.days.at(-1)!.to <= end) this.days.push(this.dayOf(this.days.at(-1)!.to));
  }

  /** All operations that change the balance. */
  get #balanceChanges(): RecordedOperation[] {
    return this.records.operations.filter(({ kind }) => kind !== "credit");
  }

  /** Operations after the funding. */
  get operations(): RecordedOperation[] {
    return this.#balanceChanges.filter((operation) => operation !== this.funding);
  }

  dealsOf(instant: number): RecordedDeal[] {
    return this.records.deals.filter(({ time }) => time === instant);
  }

  operationsOf(instant: number): RecordedOperation[] {
    return this.operations.filter(({ time }) => time === instant);
  }

  balanceAt(time: number): bigint {
    const before = <Item extends { time: number }>(list: Item[]) =>
      list.filter((item) => item.time <= time);
    return (
      this.initial +
      sum(before(this.records.deals).map(netOf)) +
      sum(before(this.operations).map(({ amount }) => amount))
    );
  }

  /** Returns the balance at the end of the previous millisecond. */
  balanceBefore(time: number): bigint {
    return this.balanceAt(time - 1);
  }

  /** Returns the open volumes by position, in units of 10⁻⁸ lots. */
  openAt(time: number): Map<string, bigint> {
    const open = new Map<string, bigint>();
    for (const deal of this.records.deals.filter((item) => item.time <= time)) {
      const before = open.get(deal.position) ?? 0n;
      const after = volumeAfter(before, deal);
      if (after > 0n) open.set(deal.position, after);
      else open.delete(deal.position);
    }
    return open;
  }

  volumeAt(time: number): bigint {
    return sum([...this.openAt(time).values()]);
  }

  isFlatAt(time: number): boolean {
    return this.openAt(time).size === 0;
  }

  isFlatBefore(time: number): boolean {
    return this.isFlatAt(time - 1);
  }

  /** Returns the values observed at an instant with their evidence, in the order of comparison. */
  observedAt(time: number): Observation[] {
    const isKnown = this.isFlatAt(time) || (this.engine === "1" && this.isFlatBefore(time));
    const snapshots = this.records.snapshots.filter((item) => item.time === time);
    return [
      ...(this.bookings.includes(time) && isKnown ? [this.bookedAt(time)] : []),
      ...snapshots.map(({ equity }) => ({ value: equity, by: [isoTime(time)] })),
    ];
  }

  /** Returns the balance after all records of an instant, with their tickets. */
  bookedAt(time: number): Observation {
    const { deals, operations } = this.records;
    const tickets = [...deals, ...operations]
      .filter((item) => item.time === time)
      .map(({ ticket }) => ticket);
    return { value: this.balanceAt(time), by: tickets.toSorted((a, b) => (a < b ? -1 : 1)) };
  }

  get completedDays(): TradingDay[] {
    return this.days.filter(({ to }) => to <= this.end);
  }

  dealsWithin({ from, to }: TradingDay): RecordedDeal[] {
    return this.records.deals.filter(({ time }) => time >= from && time < to);
  }

  /** Returns the sum of the deals; operations are not part of the result. */
  profitAt(time: number): bigint {
    const moved = this.operations.filter((item) => item.time <= time).map(({ amount }) => amount);
    return this.balanceAt(time) - this.initial - sum(moved);
  }
}

export interface Observation {
  value: bigint;
  by: string[];
}

export function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/**
 * Returns the volume that remains open after a deal, at least zero: the position may have been opened before the stage.
 */
export function volumeAfter(open: bigint, { entry, volume }: RecordedDeal): bigint {
  const [whole, fraction = ""] = volume.split(".");
  const units = BigInt(whole! + fraction.padEnd(8, "0"));
  const after = entry === "in" ? open + units : entry === "out" ? open - units : units - open;
  return after > 0n ? after : 0n;
}
