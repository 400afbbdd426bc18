import { type Row, textOf } from "./match-trader-rows.rule.ts";

/**
 * Follows which positions are gone, or smaller than before, although no closing of them was read: a ledger may lack the
 * closing of a position that has earned nothing.
 */
export class VanishedPositions {
  /** The volumes of open positions, by login and position. */
  readonly #open = new Map<string, Map<string, number>>();
  /** Until when the closings are looked for, by login and position. */
  readonly #vanished = new Map<string, Map<string, number>>();
  readonly #lookedForWithin: number;

  /** @param lookedForWithin how late the platform may show a closing, in milliseconds */
  constructor(lookedForWithin: number) {
    this.#lookedForWithin = lookedForWithin;
  }

  /** Compares what is open now with what was open before. */
  update(login: string, rows: Row[], now: number): void {
    const open = new Map(rows.map((row) => [textOf(row, "id"), Number(textOf(row, "volume"))]));
    for (const [id, volume] of this.#open.get(login) ?? []) {
      if ((open.get(id) ?? 0) >= volume) continue;
      const vanished = this.#vanished.get(login) ?? new Map<string, number>();
      this.#vanished.set(login, vanished.set(id, now + this.#lookedForWithin));
    }
    if (open.size > 0) this.#open.set(login, open);
    else this.#open.delete(login);
  }

  /** Returns whether a closing of an account is looked for. */
  has(login: string, now: number): boolean {
    const vanished = this.#vanished.get(login);
    if (!vanished) return false;
    for (const [id, until] of vanished) if (until < now) vanished.delete(id);
    if (vanished.size === 0) this.#vanished.delete(login);
    return vanished.size > 0;
  }

  /** Takes note of closings that were read. */
  settle(login: string, closed: Row[]): void {
    const vanished = this.#vanished.get(login);
    for (const row of closed) vanished?.delete(textOf(row, "id"));
  }

  /** Forgets accounts that are no longer followed. */
  keep(followed: ReadonlySet<string>): void {
    for (const map of [this.#open, this.#vanished])
      for (const login of map.keys()) if (!followed.has(login)) map.delete(login);
  }
}
