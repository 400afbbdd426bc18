import { MINUTE } from "../../platform/time/durations.rule.ts";
import { storedCents } from "../../platform/money/money.ts";
import type { PlatformRecord } from "../platform.ts";
import type { StageRow } from "./propdesk.ts";

/** A record that Propdesk has, or is about to get. */
export interface KnownRecord {
  time: number;
  /** The record as text, to compare it. */
  content: string;
  isRejected: boolean;
  /** Whether Propdesk may have other content, which a person decides about. */
  isChanged: boolean;
  /** Whether the platform no longer shows it, which was fed. */
  isMissing: boolean;
}

/** So long ago a deal may be for which a reading was taken before. */
const RECENT = 5 * MINUTE;

/** An account that is followed, with what is known of its records. Amounts are cents. */
export class FollowedAccount {
  readonly login: string;
  /** The oldest first. */
  stages: StageRow[];
  /** Whether the platform knows it, in the currency of its stage. */
  isUsable = false;
  /** Whether everything since the start of its stages was read, so that polls go on from there. */
  isRead = false;
  /** Whether everything that was read is fed and counted. */
  isReady = false;
  /** Whether the next answer of Propdesk about balances includes everything that was read. */
  isAwaitingBalance = false;
  /** The records of the last days, by ticket. */
  readonly known = new Map<string, KnownRecord>();
  /** The tickets whose amounts have more than two decimals. */
  readonly inexact = new Set<string>();
  /** Whether the last reading had a balance and an equity with two decimals. */
  isReadingExact = true;
  /** The open volume of positions, signed by side. */
  readonly #positions = new Map<string, bigint>();
  /** The balance by the records that Propdesk has counted. */
  #confirmed = 0n;
  /** The sum of what was read since and is yet to be fed. */
  #pending = 0n;
  #recent: { time: number; amount: bigint }[] = [];
  /** How often a reading did not fit the records. */
  misfits = 0;
  /** Whether the account was read again because a reading did not fit. */
  wasReread = false;
  /** The difference that stays after the account was read again, and is reported. */
  knownDifference = 0n;

  constructor(login: string, stages: StageRow[]) {
    this.login = login;
    this.stages = stages;
  }

  get openStage(): StageRow | undefined {
    return this.stages.find(({ endedAt }) => endedAt === null);
  }

  get hasRejected(): boolean {
    return [...this.known.values()].some(({ isRejected }) => isRejected);
  }

  /** The time from which records are taken. */
  get startedAt(): number {
    return Math.min(...this.stages.map(({ startedAt }) => Date.parse(startedAt)));
  }

  get isExact(): boolean {
    return this.isReadingExact && this.inexact.size === 0;
  }

  get hasPosition(): boolean {
    return this.#positions.size > 0;
  }

  /** Takes over the stages as they are now. @returns whether more of the platform's records belong to them */
  update(stages: StageRow[]): boolean {
    const covered = (row: StageRow, by: StageRow[]) =>
      by.some(
        ({ stageId, startedAt, endedAt }) =>
          stageId === row.stageId &&
          startedAt <= row.startedAt &&
          (endedAt === null || (row.endedAt !== null && endedAt >= row.endedAt)),
      );
    const isWider = stages.some((row) => !covered(row, this.stages));
    this.stages = stages;
    return isWider;
  }

  /** Returns what is known of where a record belongs: a closing after the end of a stage may belong to it. */
  placeOf({ time, ...record }: PlatformRecord): "stage" | "closing" | "elsewhere" {
    const isWithin = this.stages.some(
      ({ startedAt, endedAt }) =>
        Date.parse(startedAt) <= time && (endedAt === null || time < Date.parse(endedAt)),
    );
    if (isWithin) return "stage";
    const isAfter = this.stages.some(
      ({ endedAt }) => endedAt !== null && Date.parse(endedAt) <= time,
    );
    const isClosing = record.kind === "deals" && record.item.entry === "out";
    return isAfter && isClosing ? "closing" : "elsewhere";
  }

  isOfOpenStage({ time }: { time: number }): boolean {
    return this.openStage !== undefined && Date.parse(this.openStage.startedAt) <= time;
  }

  /** Forgets the positions, before all records are read again. */
  forgetPositions(): void {
    this.#positions.clear();
  }

  /** Follows which positions are open. */
  countPosition(record: PlatformRecord): void {
    if (record.kind !== "deals") return;
    const { position, side, volume } = record.item;
    const units = BigInt(String(volume).replace(/^(\d+)(?:\.(\d+))?$/, padded));
    const open = (this.#positions.get(position) ?? 0n) + (side === "buy" ? units : -units);
    if (open === 0n) this.#positions.delete(position);
    else this.#positions.set(position, open);
  }

  /** Adds a new record to the balance, before Propdesk has it. */
  expect({ time, amount }: { time: number; amount: bigint }): void {
    this.#pending += amount;
    this.#recent = this.#recent.filter((each) => each.time > time - RECENT);
    this.#recent.push({ time, amount });
  }

  /** Settles what `expect` has added. */
  settle({ time, amount }: { time: number; amount: bigint }, isAccepted: boolean): void {
    this.#pending -= amount;
    if (isAccepted) this.#confirmed += amount;
    else {
      const index = this.#recent.findIndex((each) => each.time === time && each.amount === amount);
      if (index >= 0) this.#recent.splice(index, 1);
    }
  }

  /** Takes over the balance as Propdesk has counted it, with everything that was fed until then. */
  confirm(): void {
    if (this.openStage) this.#confirmed = storedCents(this.openStage.balance);
  }

  /** Returns whether an operation is the funding of the stage, which its initial balance includes. */
  isFunding(record: PlatformRecord): boolean {
    if (record.kind !== "operations" || record.item.kind !== "deposit") return false;
    const hasNone = this.openStage?.recordedAt === null && this.#recent.length === 0;
    return hasNone && record.amount === this.#confirmed;
  }

  /** The balance by the records at a time shortly before now. */
  balanceAt(time: number): bigint {
    const later = this.#recent.filter((each) => each.time > time);
    return later.reduce((sum, { amount }) => sum - amount, this.#confirmed + this.#pending);
  }
}

/** The parts of a volume as a whole number of 1/100,000,000 lots. */
const padded = (_match: string, whole: string, fraction = "") =>
  whole + fraction.slice(0, 8).padEnd(8, "0");
