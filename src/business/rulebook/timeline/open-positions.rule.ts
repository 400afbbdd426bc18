import { compareText } from "../../../platform/fields/compare-text.rule.ts";
import { formatVolume, parseVolume, type RecordedDeal } from "./trading-record.rule.ts";

/** Open volumes by position, as decimal text. */
export type StoredPositions = Record<string, string>;

/** A position that a deal opens, or closes completely. A reversal does both. */
export interface Leg {
  position: string;
  event: "opened" | "closed";
}

/**
 * The positions that are open at one point of a record. A deal that closes a position which the stage did not open
 * changes nothing.
 */
export class OpenPositions {
  readonly #volumes: Map<string, bigint>;
  #volume: bigint;

  constructor(stored: StoredPositions = {}) {
    this.#volumes = new Map(
      Object.entries(stored).map(([position, volume]) => [position, parseVolume(volume)]),
    );
    this.#volume = this.#volumes.values().reduce((sum, volume) => sum + volume, 0n);
  }

  get isFlat(): boolean {
    return this.#volumes.size === 0;
  }

  volumeOf(position: string): bigint {
    return this.#volumes.get(position) ?? 0n;
  }

  /** Sum of the open volumes, in units of `parseVolume`. */
  get volume(): bigint {
    return this.#volume;
  }

  /** @returns which trades the deal begins and ends */
  apply({ position, entry, volume }: Pick<RecordedDeal, "position" | "entry" | "volume">): Leg[] {
    const open = this.volumeOf(position);
    const units = parseVolume(volume);
    if (entry === "in") this.#set(position, open + units);
    else if (entry === "out") this.#set(position, open - units);
    // A reversal closes what is open and opens the rest on the other side.
    else this.#set(position, units - open);
    const isOpen = this.volumeOf(position) > 0n;
    const legs: Leg[] = [];
    if (open > 0n && (entry === "inout" || !isOpen)) legs.push({ position, event: "closed" });
    if (isOpen && (entry === "inout" || open === 0n)) legs.push({ position, event: "opened" });
    return legs;
  }

  toStored(): StoredPositions {
    return Object.fromEntries(
      [...this.#volumes]
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([position, volume]) => [position, formatVolume(volume)]),
    );
  }

  #set(position: string, volume: bigint): void {
    this.#volume += (volume > 0n ? volume : 0n) - this.volumeOf(position);
    if (volume > 0n) this.#volumes.set(position, volume);
    else this.#volumes.delete(position);
  }
}
