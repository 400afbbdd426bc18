import type { Rules } from "../../../../../../src/business/rulebook/rules/rules.schema.ts";
import type {
  RecordedOperation,
  TradingRecord,
} from "../../../../../../src/business/rulebook/timeline/trading-record.rule.ts";
import type {
  LimitVerdict,
  ObjectiveVerdict,
} from "../../../../../../src/business/rulebook/engine/verdict.schema.ts";
import type { Outcome } from "../../../../../../src/business/rulebook/engine/outcome.rule.ts";

/** A published example of a firm: an account, and the results of its rules at some times. */
export interface WorkedExample {
  /** A short summary of the page's statement. */
  says: string;
  url: string;
  /** The id of the preset that must reproduce it. */
  preset: number;
  account: ExampleAccount;
  /** Replaces the rules if the example is about other terms of the preset, such as the best day of a payout. */
  change?: (rules: Rules) => Rules;
  checks: Check[];
}

type Kind = LimitVerdict["kind"] | ObjectiveVerdict["kind"];
interface Figures {
  status?: LimitVerdict["status"] | ObjectiveVerdict["status"];
  floor?: string;
  room?: string;
  value?: string | number;
  target?: string;
  missing?: string;
}

export interface Check {
  at: Time;
  outcome?: Outcome;
  rules: Partial<Record<Kind, Figures>>;
}

/** A day of the example, counted from 1 (Monday, March 2, 2026), and a time in UTC. */
export type Time = [day: number, time: string];

export function instantOf([day, time]: Time): number {
  return Date.UTC(2026, 2, day + 1) + Date.parse(`1970-01-01T${time}:00Z`);
}

/** Returns a time before the first event of a day. */
export const morning = (day: number): Time => [day, "11:00"];
/** Returns a time after the last event of a day and before its end in every zone of the presets. */
export const evening = (day: number): Time => [day, "20:00"];

/** The record of an example. Amounts are whole dollars; calls must be in chronological order. */
export class ExampleAccount {
  readonly initialBalance: number;
  readonly record: TradingRecord = { deals: [], operations: [], snapshots: [] };
  #balance: number;
  #tickets = 0;

  constructor(initialBalance: number) {
    this.initialBalance = initialBalance;
    this.#balance = initialBalance;
  }

  /** Adds a trade opened at noon and closed half an hour later. */
  earns(day: number, profit: number): this {
    return this.opens([day, "12:00"]).closes([day, "12:30"], profit);
  }

  opens(time: Time): this {
    return this.#deal(time, "in", 0);
  }

  /** Closes the most recently opened position. */
  closes(time: Time, profit: number): this {
    this.#balance += profit;
    return this.#deal(time, "out", profit);
  }

  /** Adds a snapshot. */
  hasEquity(time: Time, equity: number): this {
    this.record.snapshots.push({
      time: instantOf(time),
      balance: cents(this.#balance),
      equity: cents(equity),
    });
    return this;
  }

  withdraws(time: Time, amount: number): this {
    this.#balance -= amount;
    const kind: RecordedOperation["kind"] = "withdrawal";
    this.record.operations.push({
      ticket: `w${this.record.operations.length}`,
      time: instantOf(time),
      kind,
      amount: cents(-amount),
    });
    return this;
  }

  #deal(time: Time, entry: "in" | "out", profit: number): this {
    const position = String(Math.floor(this.#tickets / 2));
    this.record.deals.push({
      ticket: String(this.#tickets++),
      position,
      time: instantOf(time),
      entry,
      symbol: "EURUSD",
      side: entry === "in" ? "buy" : "sell",
      volume: "1.00",
      price: "1.10",
      profit: cents(profit),
      commission: 0n,
      swap: 0n,
      fee: 0n,
    });
    return this;
  }
}

export function account(initialBalance: number): ExampleAccount {
  return new ExampleAccount(initialBalance);
}

function cents(dollars: number): bigint {
  return BigInt(dollars) * 100n;
}
