import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import type { Rules } from "../rules/rules.schema.ts";
import type { TradingDay } from "../timeline/trading-day.rule.ts";
import type { ConductJudgeState } from "./conduct-judge.rule.ts";
import { type CoverageState, initialCoverage } from "../timeline/coverage.rule.ts";
import type { RecordedDeal } from "../timeline/trading-record.rule.ts";
import type { StageEvidence } from "./verdict.schema.ts";

/** The state of a judge between two instants. Amounts are cents, times milliseconds since 1970 UTC. */
export interface JudgeState {
  /** When the stage begins: its start, or its first record if that is earlier. */
  start: number | null;
  /** The time up to which the stage has been judged. */
  time: number | null;
  day: TradingDay | null;
  /** How many days have ended since the last instant. */
  idleDays: number;
  balance: bigint;
  isFlat: boolean;
  snapshot: { time: number; equity: bigint } | null;
  hasRecords: boolean;
  /** The first snapshot whose balance differs from that of the deals and operations. */
  unexplained: { time: number; balance: bigint; expected: bigint } | null;
  coverage: CoverageState;
  /** When a failing breach ended the evaluation. */
  endedAt: number | null;
  /** The keys of the breaches that had been set aside; absent if there were none. */
  waivers?: string[];
  /** The states of the rules, in their order; `null` before the first instant. */
  limits: object[] | null;
  objectives: object[] | null;
  /** Of the rules of conduct; absent before the first instant, and without such rules. */
  conduct?: ConductJudgeState;
  /** The version of the calendar; absent without one, and without a rule about news. */
  calendar?: number;
  /** As `contestedOf` returned them; absent if there were none. */
  contested?: string[];
}

/** @param contested as `contestedOf` returns it */
export function initialJudgeState(initialBalance: bigint, contested: string[] = []): JudgeState {
  return {
    ...(contested.length > 0 && { contested }),
    start: null,
    time: null,
    day: null,
    idleDays: 0,
    balance: initialBalance,
    isFlat: true,
    snapshot: null,
    hasRecords: false,
    unexplained: null,
    coverage: { ...initialCoverage },
    endedAt: null,
    limits: null,
    objectives: null,
  };
}

/**
 * Returns the positions that prove nothing under rules of conduct, because sources disagree about one of their deals. Other
 * rules do not depend on them.
 */
export function contestedOf(
  rules: Pick<Rules, "conduct"> | null,
  conflicts: StageEvidence["conflicts"],
  deals: readonly Pick<RecordedDeal, "ticket" | "position">[],
): string[] {
  if (rules?.conduct === undefined || conflicts.length === 0) return [];
  const tickets = new Set(conflicts.map(({ ticket }) => ticket));
  const contested = deals.filter(({ ticket }) => tickets.has(ticket));
  return [...new Set(contested.map(({ position }) => position))].toSorted(compareText);
}

/** A state as JSON: amounts are text that ends in `n`, and text that looks like one is escaped. */
export type StoredJudge = { [name: string]: StoredValue };
type StoredValue = string | number | boolean | null | StoredValue[] | StoredJudge;

const looksLikeAmount = /^'*-?\d+n$/;
const isAmount = /^-?\d+n$/;

/** @returns a copy */
export function storeJudge(state: JudgeState): StoredJudge {
  return store(state) as StoredJudge;
}

function store(value: unknown): StoredValue {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return looksLikeAmount.test(value) ? `'${value}` : value;
  if (Array.isArray(value)) return value.map(store);
  if (typeof value === "object" && value !== null) return mapValues(value, store);
  return value as number | boolean | null;
}

/** @returns a copy */
export function readJudge(stored: StoredJudge): JudgeState {
  return read(stored) as JudgeState;
}

function read(value: StoredValue): unknown {
  if (typeof value === "string") {
    if (isAmount.test(value)) return BigInt(value.slice(0, -1));
    return looksLikeAmount.test(value) ? value.slice(1) : value;
  }
  if (Array.isArray(value)) return value.map(read);
  return typeof value === "object" && value !== null ? mapValues(value, read) : value;
}

function mapValues<From, To>(object: object, map: (value: From) => To): Record<string, To> {
  const mapped: Record<string, To> = {};
  for (const [name, value] of Object.entries(object)) mapped[name] = map(value as From);
  return mapped;
}
