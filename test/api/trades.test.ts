import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trade } from "../../src/business/record/results/result.schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import {
  importLines,
  operationLine,
  type StatementAnswer,
  tradeLine,
  type Wire,
} from "../support/records.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
let trader: Browser & { id: number };
let statement: StatementAnswer;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  trader = await test.trader();
  statement = await importLines(administrator, trader.id, [
    operationLine(1, "2026-01-05 07:00", "1000.00"),
    tradeLine({
      ticket: 11,
      opened: "2026-01-05 08:00:30",
      closed: "2026-01-05 12:00",
      symbol: "eurusd",
      volume: "0.5",
      profit: "10.00",
      commission: "-1.50",
      swap: "-0.25",
    }),
    tradeLine({ ticket: 12, opened: "2026-01-05 08:00:30", symbol: "XAUUSD", side: "sell" }),
    ...Array.from({ length: 7 }, (_, index) =>
      tradeLine({
        ticket: 20 + index,
        opened: `2026-01-0${6 + (index % 3)} 08:00`,
        closed: `2026-01-${12 - index < 10 ? "0" : ""}${12 - index} 09:00`,
        symbol: ["EURUSD", "GBPJPY", "US30.cash"][index % 3]!,
        volume: `${(index * 3) % 7}.10`,
        profit: `${index % 2 === 0 ? "" : "-"}${(index * 5) % 11}.00`,
      }),
    ),
  ]);
});
afterAll(() => test.close());

async function list(query: string): Promise<Wire<Trade>[]> {
  const response = await trader.get(`/api/user/trades?${query}`);
  expect(response.statusCode).toBe(200);
  return response.json<Wire<Trade>[]>();
}

const sortKey: Record<string, (trade: Wire<Trade>) => number | string> = {
  id: (trade: Wire<Trade>) => trade.id,
  openTime: (trade: Wire<Trade>) => Date.parse(trade.openTime),
  closeTime: (trade: Wire<Trade>) => (trade.closeTime ? Date.parse(trade.closeTime) : Infinity),
  symbol: (trade: Wire<Trade>) => trade.symbol,
  volume: (trade: Wire<Trade>) => Number(trade.volume),
  net: (trade: Wire<Trade>) => Number(trade.net),
};

describe("a trade", () => {
  it("has every field with its type, and null while it is open", async () => {
    for (const transport of transports) {
      const own = await transport.call<Wire<Trade>[]>(trader, "trader.record.trades");
      const all = await transport.call(administrator, "admin.record.trades", {
        userId: trader.id,
      });
      expect(all.body).toEqual(own.body);
      const trades = own.body;
      expect(trades.slice(-2).toSorted((a, b) => Number(a.position) - Number(b.position))).toEqual([
        {
          id: expect.any(Number) as number,
          position: "11",
          symbol: "EURUSD",
          side: "buy",
          volume: "0.50",
          openTime: "2026-01-05T08:00:30.000Z",
          closeTime: "2026-01-05T12:00:00.000Z",
          openPrice: "1.1",
          closePrice: "1.2",
          profit: "10.00",
          commission: "-1.50",
          swap: "-0.25",
          fee: "0.00",
          net: "8.25",
          hasConflict: false,
          sources: [{ kind: "statement", id: statement.id, row: 3 }],
        },
        {
          id: expect.any(Number) as number,
          position: "12",
          symbol: "XAUUSD",
          side: "sell",
          volume: "1.00",
          openTime: "2026-01-05T08:00:30.000Z",
          closeTime: null,
          openPrice: "1.1",
          closePrice: null,
          profit: "0.00",
          commission: "0.00",
          swap: "0.00",
          fee: "0.00",
          net: "0.00",
          hasConflict: false,
          sources: [{ kind: "statement", id: statement.id, row: 4 }],
        },
      ]);
    }
  });
});

describe("the list of trades", () => {
  it("is complete without a limit, newest open time first", async () => {
    const trades = await list("");
    expect(trades).toHaveLength(9);
    const times = trades.map(({ openTime }) => Date.parse(openTime));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it.each(Object.entries(sortKey))(
    "is sorted by %s in both directions, with and without pages",
    async (sort, key) => {
      for (const order of ["asc", "desc"]) {
        const whole = await list(`sort=${sort}&order=${order}`);
        const keys = whole.map(key);
        const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(keys).toEqual(order === "asc" ? sorted : sorted.toReversed());
        const paged: Wire<Trade>[] = [];
        let url: string | undefined = `/api/user/trades?sort=${sort}&order=${order}&limit=2`;
        while (url) {
          const response = await trader.get(url);
          expect(response.headers["x-total-count"]).toBe("9");
          const page = response.json<Wire<Trade>[]>();
          expect(page.length).toBeLessThanOrEqual(2);
          paged.push(...page);
          url = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ""))?.[1];
          url = url?.replace(/^https?:\/\/[^/]+/, "");
        }
        expect(paged).toEqual(whole);
      }
    },
  );

  it("is filtered by symbol in any letter case", async () => {
    expect(await list("symbol=us30.CASH")).toHaveLength(2);
    expect((await list("symbol=EurUsd")).map(({ symbol }) => symbol)).toEqual(
      Array.from({ length: 4 }, () => "EURUSD"),
    );
    expect(await list("symbol=EUR")).toEqual([]);
    const page = await trader.get("/api/user/trades?symbol=eurusd&limit=3");
    expect(page.headers["x-total-count"]).toBe("4");
    expect(page.headers.link).toContain("symbol=");
  });

  it("rejects limits, sorts and stages that do not exist", async () => {
    for (const query of [
      "limit=0",
      "limit=1001",
      "sort=price",
      "order=up",
      "x=1",
      "cursor=x&limit=2",
    ]) {
      expect([query, (await trader.get(`/api/user/trades?${query}`)).statusCode]).toEqual([
        query,
        400,
      ]);
    }
    for (const stage of ["0", "2000000000"]) {
      expect((await trader.get(`/api/user/trades?stage=${stage}`)).statusCode).toBe(404);
    }
  });

  it("is empty without a stage, like all other records", async () => {
    const fresh = await test.trader();
    for (const path of ["trades", "days", "equity", "stages", "statements"]) {
      expect((await fresh.get(`/api/user/${path}`)).json()).toEqual([]);
    }
    const csv = await fresh.get("/api/user/trades.csv");
    expect(csv.body.trim().split("\n")).toHaveLength(1);
  });
});

describe("trades.csv", () => {
  it("has a header and a line for every trade that matches", async () => {
    for (const url of ["/api/user/trades.csv", `/api/admin/user/${trader.id}/trades.csv`]) {
      const response = await (url.includes("admin") ? administrator : trader).get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers["content-type"]).toMatch(/^text\/csv/);
      const lines = response.body.trim().split("\r\n");
      expect(lines).toHaveLength(10);
      expect(lines[0]).toMatch(/Position,Symbol,Side,Volume/);
      expect(response.body).toContain("11,EURUSD,buy,0.50,2026-01-05T08:00:30.000Z,1.1,");
      const filtered = await trader.get("/api/user/trades.csv?symbol=eurusd");
      expect(filtered.body.trim().split("\r\n")).toHaveLength(5);
    }
    expect((await trader.get("/api/user/trades.csv?x=1")).statusCode).toBe(400);
  });
});
