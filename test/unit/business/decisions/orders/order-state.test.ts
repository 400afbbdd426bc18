import { describe, expect, it } from "vitest";
import type { NewsKind } from "../../../../../src/business/decisions/orders/order.rule.ts";
import {
  isFrozenAfter,
  stateOf,
  type StoredNews,
} from "../../../../../src/business/decisions/orders/order-state.rule.ts";

type News = [kind: NewsKind, at: number, fields?: Partial<StoredNews>];

const stored = (news: News[]): StoredNews[] =>
  news.map(([kind, at, fields], index) => ({
    id: index + 1,
    kind,
    at,
    amount: null,
    dispute: kind.startsWith("dispute") ? "" : null,
    ...fields,
  }));

/** Returns each order in which the news may arrive. */
function orders(news: News[]): News[][] {
  if (news.length < 2) return [news];
  return news.flatMap((first, index) =>
    orders(news.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}

const paid: News = ["paid", 10];

describe("the state of an order", () => {
  it.each<[string, News[], object]>([
    ["is paid", [paid], { payment: "paid", refunded: "0.00", dispute: "none" }],
    [
      "has the largest of its refunds",
      [paid, ["refunded", 20, { amount: "30.00" }], ["refunded", 30, { amount: "20.00" }]],
      { payment: "partly_refunded", refunded: "30.00" },
    ],
    ["is refunded in full", [paid, ["refunded", 20]], { payment: "refunded", refunded: "100.00" }],
    [
      "is refunded by its last part",
      [paid, ["refunded", 20, { amount: "100.00" }]],
      { payment: "refunded" },
    ],
    ["is refunded by a later cancellation", [paid, ["ended", 20]], { payment: "refunded" }],
    ["outlives a failure before its payment", [paid, ["ended", 5]], { payment: "paid" }],
    [
      "keeps a dispute closed that is opened late",
      [paid, ["dispute_opened", 20], ["dispute_won", 30]],
      { payment: "paid", dispute: "won" },
    ],
    [
      "keeps a dispute as it was closed first",
      [paid, ["dispute_opened", 20], ["dispute_lost", 30], ["dispute_won", 40]],
      { payment: "charged_back", dispute: "lost" },
    ],
    [
      "is disputed as long as one of its disputes is open",
      [
        paid,
        ["dispute_opened", 20, { dispute: "dp_1" }],
        ["dispute_won", 30, { dispute: "dp_1" }],
        ["dispute_opened", 40, { dispute: "dp_2" }],
      ],
      { payment: "disputed", dispute: "open" },
    ],
  ])("%s, whatever the order of arrival", (_, news, state) => {
    for (const arrived of orders(news)) {
      expect(stateOf("100.00", stored(arrived))).toMatchObject(state);
    }
  });

  it("of a free order is paid", () => {
    expect(stateOf("0.00", stored([paid])).payment).toBe("paid");
  });
});

describe("a frozen order", () => {
  it("is frozen by an open or lost dispute, and by the same one only once", () => {
    const before = { dispute: "none", frozen: false } as const;
    expect(isFrozenAfter(before, "open")).toBe(true);
    expect(isFrozenAfter(before, "won")).toBe(false);
    expect(isFrozenAfter({ dispute: "open", frozen: false }, "open")).toBe(false);
    expect(isFrozenAfter({ dispute: "open", frozen: true }, "won")).toBe(false);
    expect(isFrozenAfter({ dispute: "open", frozen: false }, "lost")).toBe(true);
  });
});
