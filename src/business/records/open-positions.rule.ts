import type { RecordedDeal } from "./trading-record.rule.ts";
import { formatVolume, parseVolume } from "./volume.rule.ts";

/** Open volumes by position, as decimal text. */
export type StoredPositions = Record<string, string>;

/** What is open at one moment of a record. A deal that closes what the stage did not open changes nothing. */
export class OpenPositions {
  readonly #volumes: Map<string, bigint>;

  constructor(stored: StoredPositions = {}) {
    this.#volumes = new Map(
      Object.entries(stored).map(([position, volume]) => [position, parseVolume(volume)]),
    );
  }

  get isFlat(): boolean {
    return this.#volumes.size === 0;
  }

  volumeOf(position: string): bigint {
    return this.#volumes.get(position) ?? 0n;
  }

  apply({ position, entry, volume }: RecordedDeal): void {
    const open = this.volumeOf(position);
    const units = parseVolume(volume);
    if (entry === "in") this.#set(position, open + units);
    else if (entry === "out") this.#set(position, open - units);
    // A reversal closes what is open and opens the rest on the other side.
    else this.#set(position, units - open);
  }

  toStored(): StoredPositions {
    return Object.fromEntries(
      [...this.#volumes]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([position, volume]) => [position, formatVolume(volume)]),
    );
  }

  #set(position: string, volume: bigint): void {
    if (volume > 0n) this.#volumes.set(position, volume);
    else this.#volumes.delete(position);
  }
}
