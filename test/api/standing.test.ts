import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp, type TestTrader } from "../support/app.ts";
import { feed, judgedTrader, simpleRules, snapshotAt, tradeOf } from "../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

interface Standing {
  verdict: { asOf: string; rules: { kind: string; floor?: string; room?: string }[] };
  figures: {
    at: string;
    balance: string;
    equity: string;
    equityAt: string;
    closed: string;
    open: string | null;
  } | null;
}

const cents = (amount: string | null | undefined) => Math.round(Number(amount) * 100);

it("the verdict, the closed and the open result are of one moment while trades arrive", async () => {
  const judged = await judgedTrader(test, simpleRules);
  const trader = judged.trader as TestTrader;
  const read = async () => {
    const response = await trader.query("trader.standing", {});
    return response.json<{ result: { data: { json: Standing } } }>().result.data.json;
  };
  expect((await read()).figures).toBeNull();
  const ended = new AbortController();
  const trading = (async () => {
    for (let count = 0; count < 40; count += 1) {
      const at = (second: number) =>
        new Date(Date.UTC(2026, 2, 2, 10, count, second)).toISOString();
      const deals = tradeOf(count + 1, at(0), at(10), "13.59");
      const equity = (100_000 + (count + 1) * 13.59 + 5).toFixed(2);
      await feed(judged, { deals, snapshots: [snapshotAt(at(20), equity)] });
    }
    ended.abort();
  })();
  let compared = 0;
  const compare = ({ verdict, figures }: Standing) => {
    if (figures === null) return;
    compared += 1;
    const limit = verdict.rules.find(({ kind }) => kind === "daily_loss");
    // The room to the floor is that of the equity beside it, which is the closed and the open result together.
    expect(cents(limit!.floor) + cents(limit!.room)).toBe(cents(figures.equity));
    expect(cents(figures.balance) + cents(figures.open)).toBe(cents(figures.equity));
    expect(10_000_000 + cents(figures.closed)).toBe(cents(figures.balance));
  };
  try {
    while (!ended.signal.aborted) compare(await read());
  } finally {
    await trading;
  }
  expect(compared).toBeGreaterThan(0);
  expect(cents((await read()).figures!.closed)).toBe(40 * 1359);
});

it("the last observed equity stands, with its time, while a deal leaves positions open", async () => {
  const judged = await judgedTrader(test, simpleRules);
  const trader = judged.trader as TestTrader;
  const [opening] = tradeOf(900, "2026-03-02T10:05:00.000Z", "2026-03-02T10:06:00.000Z", "10.00");
  await feed(judged, {
    deals: [opening],
    snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "100000.00")],
  });
  const response = await trader.query("trader.standing", {});
  const { figures } = response.json<{ result: { data: { json: Standing } } }>().result.data.json;
  expect(figures).toMatchObject({
    at: "2026-03-02T10:05:00.000Z",
    equity: "100000.00",
    equityAt: "2026-03-02T10:00:00.000Z",
    open: null,
  });
});
