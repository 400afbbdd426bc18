import type { TestApp } from "./app.ts";
import type { Browser } from "./http.ts";
import { feed, type JudgedTrader, judgedTrader } from "./verdicts.ts";

const HOUR = 3_600_000;

/** Creates traders who open the same six trades within seconds of each other, in an instrument of their own. */
export async function copyingTraders(test: TestApp, count: number): Promise<JudgedTrader[]> {
  const now = Date.now();
  const traders: JudgedTrader[] = [];
  for (let place = 0; place < count; place++) traders.push(await judgedTrader(test, null));
  const symbol = `S${traders[0]!.trader.id}`;
  for (const [place, trader] of traders.entries()) {
    const deals = [1, 2, 3, 4, 5, 6].flatMap((ago) =>
      purchaseOf(`${symbol}/${trader.trader.id}/${ago}`, symbol, now - ago * HOUR + place * 2000),
    );
    await feed(trader, { deals });
  }
  return traders;
}

/** Returns the deals of a trade that is open for a minute and a half. */
export function purchaseOf(position: string, symbol: string, time: number) {
  const deal = { position, symbol, volume: "0.50", price: "1.1" };
  const at = (later: number) => new Date(time + later).toISOString();
  return [
    { ...deal, ticket: `${position}/in`, time: at(0), entry: "in", side: "buy" },
    {
      ...deal,
      ticket: `${position}/out`,
      time: at(90_000),
      entry: "out",
      side: "sell",
      profit: "5",
    },
  ];
}

/** Opens a case of traders by hand. @returns its id */
export async function openCase(by: Browser, traders: readonly JudgedTrader[]) {
  const userIds = traders.map(({ trader }) => trader.id);
  const response = await by.post("/api/admin/links", { userIds, reason: "Reported" });
  return response.json<{ id: number }>().id;
}
