import {
  type DealSide,
  netOf,
  type OperationKind,
} from "../../../rulebook/timeline/trading-record.rule.ts";
import type { FindingCode } from "../statement.rule.ts";
import { formatDecimal } from "../../../../platform/money/money.ts";
import { timeInWords, type ZoneClock } from "../../../../platform/time/local-time.rule.ts";
import { closingInstant } from "./platform-values.rule.ts";
import { notListed, sayAmount } from "./finding.rule.ts";
import {
  type BalanceStep,
  noAmounts,
  type ParsedStatement,
  type StatementDeal,
  type StatementFinding,
  type StatementOperation,
  type StatementRow,
  type TradeAmounts,
} from "./statement.ts";

/** The maximum number of findings, and of notes; further ones add no information. */
const MAX_REPORTED = 100;

interface OpenedTrade {
  order: string;
  time: number;
  volume: string;
  price: string;
  symbol: string;
  /** The number of the part, from 2, if further rows have the same order. */
  part?: number | undefined;
}

interface ClosedTrade extends TradeAmounts {
  time: number;
  /** Whether the time was printed with its offset, so that it has no other reading. */
  isExact?: boolean;
  price: string;
}

interface NewOperation {
  row: number;
  ticket: string;
  time: number;
  /** The type that the platform states; `balance` is a deposit or a withdrawal, depending on its sign. */
  type: "balance" | "credit" | "correction" | "fee";
  amount: bigint;
  balance?: bigint | null;
  comment?: string | undefined;
}

type Rest = Omit<
  ParsedStatement,
  | "deals"
  | "operations"
  | "closedTrades"
  | "openTrades"
  | "cancelledOrders"
  | "steps"
  | "findings"
  | "notes"
>;

/** Counts the findings beyond the maximum, of which a file may have a million. */
class Unlisted {
  #first: FindingCode | undefined;
  #count = 0;

  add({ code }: StatementFinding): void {
    this.#first ??= code;
    this.#count += 1;
  }

  describe(): StatementFinding[] {
    return notListed(this.#first, this.#count);
  }
}

/** Collects the content of a statement while its rows are read. */
export class StatementDraft {
  closedTrades = 0;
  openTrades = 0;
  cancelledOrders = 0;
  readonly deals: StatementDeal[] = [];
  readonly operations: StatementOperation[] = [];
  readonly #steps: BalanceStep[] = [];
  readonly #findings: StatementFinding[] = [];
  readonly #notes: StatementFinding[] = [];
  readonly #unlistedFindings = new Unlisted();
  readonly #unlistedNotes = new Unlisted();
  readonly #clock: ZoneClock;

  /** @param clock the platform's clock, by which times that occur twice are resolved */
  constructor(clock: ZoneClock) {
    this.#clock = clock;
  }

  /** Adds a trade from a platform that prints one row per trade. Without `closing`, the trade is open. */
  addTrade(
    row: number,
    side: DealSide,
    { order, time, volume, price, symbol, part }: OpenedTrade,
    closing?: ClosedTrade,
    balance: bigint | null = null,
  ): void {
    const shared = { row, position: order, symbol, volume };
    const suffix = part === undefined ? "" : `/${part}`;
    const { isExact, ...closed }: ClosedTrade = closing ?? { ...noAmounts, time, price };
    const times = this.orderTimes(row, time, closed.time, isExact);
    this.deals.push({
      ...shared,
      ticket: `${order}/in${suffix}`,
      time: times.opened,
      entry: "in",
      side,
      price,
      ...noAmounts,
    });
    if (!closing) {
      this.openTrades += 1;
      return this.addStep({ row, change: 0n, balance });
    }
    const closingSide = side === "buy" ? "sell" : "buy";
    this.deals.push({
      ...shared,
      ticket: `${order}/out${suffix}`,
      entry: "out",
      side: closingSide,
      ...closed,
      time: times.closed,
    });
    this.closedTrades += 1;
    this.addStep({ row, change: netOf(closed), balance });
  }

  /**
   * Resolves the times of a trade so that its closing does not precede its opening. If no reading keeps that order, the
   * trade counts as opened when it was closed, which is when the balance changed, and the row is reported.
   */
  orderTimes(
    row: number,
    opened: number,
    closed: number,
    isExact = false,
  ): { opened: number; closed: number } {
    const isReversed = isExact && closed < opened;
    const closing = isReversed ? null : closingInstant(opened, closed, this.#clock);
    if (closing !== null) return { opened, closed: closing };
    const expected = new Date(opened).toISOString();
    const actual = new Date(closed).toISOString();
    const message = `The trade in row ${row} closed at ${timeInWords(closed)}, before it opened at ${timeInWords(opened)}; its opening counts at the time of its closing. Check the time zone.`;
    this.note({ code: "close_before_open", message, row, expected, actual });
    return { opened: closed, closed };
  }

  /** Adds a finding that does not contradict the file, such as a guess. One about the whole file is always kept. */
  note(finding: StatementFinding): void {
    if (finding.row === null || this.#notes.length < MAX_REPORTED) this.#notes.push(finding);
    else this.#unlistedNotes.add(finding);
  }

  /** Counts positions in place of rows, several of which may be parts of one position. */
  countTrades(): void {
    const open = new Map<string, number>();
    for (const { position, entry } of this.deals) {
      open.set(position, (open.get(position) ?? 0) + (entry === "in" ? 1 : -1));
    }
    this.openTrades = [...open.values()].filter((parts) => parts > 0).length;
    this.closedTrades = open.size - this.openTrades;
  }

  addOperation({ row, ticket, time, type, amount, balance = null, comment }: NewOperation): void {
    const kind = kindOf(type, amount);
    this.operations.push({ row, ticket, time, kind, amount, ...(comment && { comment }) });
    this.addStep({ row, change: kind === "credit" ? 0n : amount, balance });
  }

  addStep(step: BalanceStep): void {
    this.#steps.push(step);
  }

  reportUnknownType(row: StatementRow, type: string): void {
    this.reportUnreadable(row, `"${type.slice(0, 40)}" is neither a side nor a balance operation`);
  }

  reportUnreadable({ row, cells }: StatementRow, why: string): void {
    const text = cells
      .filter((cell) => cell !== "")
      .join(" | ")
      .slice(0, 200);
    const message = `Row ${row} was left out: ${why}.`;
    this.#report({ code: "unreadable_row", message, row, expected: null, actual: text });
  }

  /** Reports a running balance that is printed but cannot be read, without which the rows cannot be followed. */
  reportBalance(row: number, text: string): void {
    this.#report({
      code: "unreadable_balance",
      message: `Row ${row} states a balance that cannot be read.`,
      row,
      expected: null,
      actual: text.slice(0, 40),
    });
  }

  /** Reports a result after costs that differs from the other amounts of its row. */
  reportResult(row: number, computed: bigint, stated: bigint): void {
    const [expected, actual] = [formatDecimal(computed), formatDecimal(stated)];
    const message = `Row ${row} states ${sayAmount(stated)} as its result after costs; its profit and costs add up to ${sayAmount(computed)}.`;
    this.#report({ code: "total", message, row, expected, actual });
  }

  #report(finding: StatementFinding): void {
    if (this.#findings.length < MAX_REPORTED) this.#findings.push(finding);
    else this.#unlistedFindings.add(finding);
  }

  /** Sums deposits, withdrawals, corrections and fees; credits are not part of the balance. */
  operationsTotal(): bigint {
    return this.operations.reduce(
      (sum, { kind, amount }) => (kind === "credit" ? sum : sum + amount),
      0n,
    );
  }

  finish(rest: Rest): ParsedStatement {
    this.#findings.push(...this.#unlistedFindings.describe());
    this.#notes.push(...this.#unlistedNotes.describe());
    return {
      ...rest,
      deals: this.deals,
      operations: this.operations,
      closedTrades: this.closedTrades,
      openTrades: this.openTrades,
      cancelledOrders: this.cancelledOrders,
      steps: this.#steps,
      findings: this.#findings,
      notes: this.#notes,
    };
  }
}

function kindOf(type: NewOperation["type"], amount: bigint): OperationKind {
  if (type !== "balance") return type;
  return amount < 0n ? "withdrawal" : "deposit";
}
