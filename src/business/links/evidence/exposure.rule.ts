import { divideRounded, formatDecimal } from "../../../platform/money/money.ts";
import {
  compareWithinInstant,
  parseVolume,
  type RecordedDeal,
} from "../../rulebook/timeline/trading-record.rule.ts";
import type { Exposure } from "./evidence.schema.ts";
import {
  directionOf,
  formatWindowVolume,
  type ReadInstrument,
  tradesInWindow,
  type Window,
} from "./window.rule.ts";

/** A change of the signed open volume of an account in an instrument. */
export interface ExposureStep {
  instrument: string;
  time: number;
  /** In units of the sixteenth decimal; positive for longs. */
  change: bigint;
}

/** The deals of an account in a stage. */
export type StageDeals = readonly RecordedDeal[];

/** Returns how the open volumes of an account change in a window, by its trades that were opened in it. */
export function exposureSteps(
  stages: readonly StageDeals[],
  window: Window,
  instrumentOf: ReadInstrument,
): ExposureStep[] {
  return stages.flatMap((deals) => {
    const opened = new Set(
      tradesInWindow(deals, window, instrumentOf).map(({ position }) => position),
    );
    const before = deals
      .filter(({ time, position }) => time < window.to && opened.has(position))
      .toSorted((a, b) => a.time - b.time || compareWithinInstant(a, b));
    const held = new Map<string, bigint>();
    return before.map((deal) => {
      const open = held.get(deal.position) ?? 0n;
      const instrument = instrumentOf(deal.symbol);
      const next = heldAfter(open, deal, instrumentOf);
      held.set(deal.position, next);
      return { instrument: instrument.name, time: deal.time, change: next - open };
    });
  });
}

/** Returns the signed volume of a position after a deal: `in` adds, `out` takes, `inout` closes and opens the rest. */
function heldAfter(open: bigint, deal: RecordedDeal, instrumentOf: ReadInstrument): bigint {
  const instrument = instrumentOf(deal.symbol);
  const volume = parseVolume(deal.volume) * instrument.size;
  const sign = directionOf(deal.side, instrument) === "buy" ? 1n : -1n;
  const size = open < 0n ? -open : open;
  if (deal.entry === "in") return open + sign * volume;
  if (deal.entry === "inout") return volume > size ? sign * (volume - size) : 0n;
  if (volume >= size) return 0n;
  return open < 0n ? open + volume : open - volume;
}

/** Compares the open volumes of two accounts until the end of a window. */
export function compareExposure(
  a: readonly ExposureStep[],
  b: readonly ExposureStep[],
  to: number,
): Exposure {
  const sums: Sums = { both: 0, opposed: 0, longest: 0, volume: 0n, net: 0n, gross: 0n };
  const ofB = Map.groupBy(b, ({ instrument }) => instrument);
  for (const [instrument, steps] of Map.groupBy(a, (step) => step.instrument)) {
    addInstrument(sums, steps, ofB.get(instrument) ?? [], to);
  }
  return {
    bothSeconds: Math.floor(sums.both / 1000),
    opposedSeconds: Math.floor(sums.opposed / 1000),
    longestSeconds: Math.floor(sums.longest / 1000),
    opposedVolume: formatWindowVolume(sums.volume),
    netPercent:
      sums.gross === 0n ? null : formatDecimal(divideRounded(sums.net * 10_000n, sums.gross)),
  };
}

/** Times are milliseconds; integrals are volumes times milliseconds. */
interface Sums {
  both: number;
  opposed: number;
  longest: number;
  volume: bigint;
  net: bigint;
  gross: bigint;
}

const sizeOf = (volume: bigint) => (volume < 0n ? -volume : volume);

function addInstrument(
  sums: Sums,
  ofA: readonly ExposureStep[],
  ofB: readonly ExposureStep[],
  to: number,
): void {
  const steps = [
    ...ofA.map(({ time, change }) => ({ time, a: change, b: 0n })),
    ...ofB.map(({ time, change }) => ({ time, a: 0n, b: change })),
  ].toSorted((one, other) => one.time - other.time);
  let a = 0n;
  let b = 0n;
  let stretch = 0;
  for (const [place, step] of steps.entries()) {
    a += step.a;
    b += step.b;
    const duration = (steps[place + 1]?.time ?? to) - step.time;
    // Several deals of one instant are one change.
    if (duration === 0) continue;
    const isOpposed = a * b < 0n;
    stretch = isOpposed ? stretch + duration : 0;
    sums.longest = Math.max(sums.longest, stretch);
    if (a === 0n || b === 0n) continue;
    sums.both += duration;
    sums.net += sizeOf(a + b) * BigInt(duration);
    sums.gross += (sizeOf(a) + sizeOf(b)) * BigInt(duration);
    if (!isOpposed) continue;
    sums.opposed += duration;
    const smaller = sizeOf(a) < sizeOf(b) ? sizeOf(a) : sizeOf(b);
    if (smaller > sums.volume) sums.volume = smaller;
  }
}
