import { DAY } from "../../../platform/time/durations.rule.ts";
import type { RecordedDeal } from "../../rulebook/timeline/trading-record.rule.ts";
import { type Entry, entriesOf } from "../evidence/entries.rule.ts";
import { MOST_BETWEEN, type Surroundings } from "../evidence/entry-book.rule.ts";
import { compareExposure, exposureSteps } from "../evidence/exposure.rule.ts";
import type { DetectorSettings, LinkKind } from "../evidence/link-kind.rule.ts";
import { YOU } from "../evidence/party-names.rule.ts";
import { comparePair, presentEvidence, presentRows } from "../evidence/pair.rule.ts";
import { withoutResults } from "../evidence/window-deals.rule.ts";
import { instrumentReader, tradesInWindow, windowOf } from "../evidence/window.rule.ts";
import { traderEvidence, traderRows } from "../view/trader-view.rule.ts";
import type { TraderEvidence, TraderRow } from "../view/trader-view.schema.ts";
import type { LinkDeal, ReadableEvidence, ReadableSettings } from "./link-file.schema.ts";

/** The ids that stand for the two traders of a file, in the order that it states. */
const A = 1;
const B = 2;

/** What the deals of a file say about two accounts. */
export type Recomputed = TraderEvidence & { rows: TraderRow[] };

/**
 * Computes evidence again. Results, and what other accounts do, are taken from the file.
 * @param settings of the version that the evidence names
 * @param deals of a trader of the file, by name
 */
export function recomputeEvidence(
  stated: ReadableEvidence,
  settings: ReadableSettings,
  detector: DetectorSettings,
  deals: (name: string) => readonly LinkDeal[],
): Recomputed {
  const { kind, a, b } = stated;
  const to = Date.parse(stated.to);
  const window = { from: Math.max(Date.parse(stated.from), windowOf(to, settings.days).from), to };
  const instrumentOf = instrumentReader(settings.instruments);
  const sideOf = (userId: number, name: string) => {
    const recorded = deals(name).map(recordedDeal);
    const trades = tradesInWindow(recorded, window, instrumentOf);
    const steps = kind === "opposite" ? exposureSteps([recorded], window, instrumentOf) : [];
    return { userId, entries: entriesOf(userId, trades, detector.seconds), steps };
  };
  const [sideA, sideB] = [sideOf(A, a), sideOf(B, b)];
  const { crowd } = settings;
  const surroundings = new StatedSurroundings(kind, stated.rows, sideA.entries);
  const question = { kind, settings: detector, crowd, window, surroundings };
  const { evidence, rows } = comparePair(question, [sideA, sideB]);
  const exposure = kind === "opposite" ? compareExposure(sideA.steps, sideB.steps, to) : null;
  const you = a === YOU ? A : B;
  // `a` has fewer entries; at a tie the file decides, because it has no ids.
  const [first, second] = sideA.entries.length <= sideB.entries.length ? [a, b] : [b, a];
  const names = new Map([
    [A, first],
    [B, second],
  ]);
  const figures = presentEvidence(evidence, stated.settingsVersion, exposure);
  return {
    ...traderEvidence(figures, names),
    netA: a === YOU ? stated.netA : null,
    netB: b === YOU ? stated.netB : null,
    rows: traderRows(presentRows(rows), evidence, you).map((row, place) =>
      withStatedNets(row, stated.rows[place]),
    ),
  };
}

/** The order of the file stands for tickets, which it does not have. */
function recordedDeal(deal: LinkDeal, place: number): RecordedDeal {
  const ticket = String(place).padStart(10, "0");
  return withoutResults({ ...deal, ticket, time: Date.parse(deal.time) });
}

type StatedRow = ReadableEvidence["rows"][number];

/** Takes over the trader's own results, which open entries do not have. */
function withStatedNets(row: TraderRow, stated: StatedRow | undefined): TraderRow {
  const { a, b } = row;
  return {
    ...row,
    a: a.net === null ? a : { ...a, net: stated?.a.net ?? null },
    b: b === null || b.net === null ? b : { ...b, net: stated?.b?.net ?? null },
  };
}

/** What other accounts do, as the rows of a file state it. */
class StatedSurroundings implements Surroundings {
  readonly #kind: LinkKind;
  readonly #rows: ReadonlyMap<Entry, StatedRow | undefined>;

  constructor(kind: LinkKind, rows: readonly StatedRow[], entries: readonly Entry[]) {
    this.#kind = kind;
    this.#rows = new Map(entries.map((entry, place) => [entry, rows[place]]));
  }

  countOthers(entry: Entry): number {
    return this.#rows.get(entry)?.others ?? 0;
  }

  countActive(entry: Entry): number {
    return this.#rows.get(entry)?.active ?? 0;
  }

  /**
   * Entries of other accounts between two are not in the file. An account has at most one in a direction within the
   * seconds of a match, so that most often there are too few accounts for the limit; else the stated match counts.
   */
  areCompared(entry: Entry, other: Entry): boolean {
    const active = this.countActive(entry);
    const between = this.#kind === "copied" ? active : 2 * active + 2;
    if (dayOf(entry) === dayOf(other) && between <= MOST_BETWEEN) return true;
    const stated = this.#rows.get(entry)?.b;
    return stated ? Date.parse(stated.time) === other.time : false;
  }
}

const dayOf = ({ time }: Entry) => Math.floor(time / DAY);
