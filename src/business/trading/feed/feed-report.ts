import type { FeedItem, FeedResult } from "./feed.schema.ts";

/** Collects the outcome of each item of a call. */
export class FeedReport {
  readonly accepted = { deals: 0, operations: 0, snapshots: 0 };
  readonly duplicates = { deals: 0, operations: 0, snapshots: 0 };
  readonly #rejected: FeedResult["rejected"] = [];

  reject(login: string, item: FeedItem | "account", index: number | null, message: string): void {
    this.#rejected.push({ login, item, index, message });
  }

  get result(): FeedResult {
    const { accepted, duplicates } = this;
    return { accepted, duplicates, rejected: this.#rejected };
  }
}
