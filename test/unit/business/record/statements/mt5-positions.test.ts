import { describe, expect, it } from "vitest";
import {
  findPositions,
  type PositionedDeal,
  type PositionRow,
} from "../../../../../src/business/record/statements/reading/mt5-positions.ts";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";

const shared = { symbol: "EURUSD", price: "1.1" };
const bought = (order: string, time: number, volume: bigint): PositionedDeal => {
  return { ...shared, entry: "in", side: "buy", order, time, volume, profit: 0n };
};
const sold = (order: string, time: number, volume: bigint, profit: bigint): PositionedDeal => {
  return { ...shared, entry: "out", side: "sell", order, time, volume, profit };
};
const row = (position: string, closeTime: number, volume: bigint, profit: bigint): PositionRow => {
  return { position, symbol: "EURUSD", side: "buy", closePrice: "1.2", closeTime, volume, profit };
};

const at = (minute: number) => `2026.03.02 09:0${minute}:00`;

/** Reads a report with these positions and deals. */
function parseReport(...lines: string[]) {
  const rows = ["1 (USD, Firm-Demo, demo, Hedge)", ...lines].map(
    (line) => `<tr><td>${line.replaceAll("|", "</td><td>")}</td></tr>`,
  );
  const html = `<html><title>Trade History Report</title><table>${rows.join("")}</table></html>`;
  return parseStatement(Buffer.from(html), "UTC");
}

const position = (
  id: string,
  [opened, price]: [minute: number, price: string],
  lots: string,
  [closed, closePrice]: [minute: number, price: string],
  profit: string,
) =>
  `${at(opened)}|${id}|EURUSD|buy|${lots}|${price}|||${at(closed)}|${closePrice}|0.00|0.00|${profit}`;

const deal = (
  ticket: string,
  [minute, price]: [minute: number, price: string],
  direction: "in" | "out",
  lots: string,
  profit: string,
) =>
  `${at(minute)}|${ticket}|EURUSD|${direction === "in" ? "buy" : "sell"}|${direction}|${lots}|${price}|7${ticket}|0.00|0.00|0.00|${profit}||`;

it("a report names the position of each part that was closed, and counts positions as trades", () => {
  const { deals, closedTrades, openTrades } = parseReport(
    position("71", [1, "1.1"], "1", [5, "1.2"], "13.00"),
    position("72", [2, "1.1"], "0.5", [4, "1.2"], "4.00"),
    deal("1", [1, "1.1"], "in", "1", "0.00"),
    deal("2", [2, "1.1"], "in", "0.5", "0.00"),
    deal("3", [3, "1.1"], "out", "0.2", "-7.00"),
    deal("4", [4, "1.1"], "out", "0.3", "11.00"),
    deal("5", [5, "1.1"], "out", "1", "13.00"),
  );
  expect(deals.map((each) => each.position)).toEqual(["71", "72", "72", "72", "71"]);
  expect({ closedTrades, openTrades }).toEqual({ closedTrades: 2, openTrades: 0 });
});

it("positions of one volume that were closed at the same time are found by the closing price", () => {
  const { deals } = parseReport(
    position("71", [1, "1.1"], "1", [5, "1.2"], "10.00"),
    position("72", [2, "1.2"], "1", [5, "1.3"], "10.00"),
    deal("1", [1, "1.1"], "in", "1", "0.00"),
    deal("2", [2, "1.2"], "in", "1", "0.00"),
    deal("3", [5, "1.3"], "out", "1", "10.00"),
    deal("4", [5, "1.2"], "out", "1", "10.00"),
  );
  expect(deals.map((each) => each.position)).toEqual(["71", "72", "72", "71"]);
});

describe("positions of one symbol that were closed in parts while several were open", () => {
  const deals = [
    bought("1", 1, 100n),
    bought("2", 2, 50n),
    sold("3", 3, 20n, -7n),
    sold("4", 4, 30n, 11n),
    sold("5", 5, 100n, 13n),
  ];

  it("are found by the volume and profit of their row in the Positions table", () => {
    const rows = [row("1", 5, 100n, 13n), row("2", 4, 50n, 4n)];
    expect(findPositions(deals, rows, false)).toEqual(["1", "2", "2", "2", "1"]);
  });

  it("are found by their rows if there is one for each closing deal", () => {
    const rows = [row("1", 5, 100n, 13n), row("2", 3, 20n, -7n), row("2", 4, 30n, 11n)];
    expect(findPositions(deals, rows, false)).toEqual(["1", "2", "2", "2", "1"]);
  });

  it("are found by their profits if the volumes allow several answers", () => {
    const equal = [
      bought("1", 1, 100n),
      bought("2", 2, 100n),
      sold("3", 3, 40n, -7n),
      sold("4", 4, 40n, 11n),
      sold("5", 5, 60n, 1n),
      sold("6", 6, 60n, 2n),
    ];
    const rows = [row("1", 5, 100n, 12n), row("2", 6, 100n, -5n)];
    const guessed: string[] = [];
    const found = findPositions(equal, rows, false, ({ order }) => guessed.push(order));
    expect({ found, guessed }).toEqual({ found: ["1", "2", "2", "1", "1", "2"], guessed: [] });
  });

  it("are the oldest with enough volume if the table does not explain them", () => {
    const guessed: string[] = [];
    const found = findPositions(deals, [], false, ({ order }) => guessed.push(order));
    expect({ found, guessed }).toEqual({ found: ["1", "2", "1", "1", "5"], guessed: ["3", "4"] });
  });

  it("are a finding if nothing shows which of them a deal closed", () => {
    const lines = [
      deal("1", [1, "1.1"], "in", "1", "0.00"),
      deal("2", [2, "1.1"], "in", "1", "0.00"),
      deal("3", [3, "1.2"], "out", "0.2", "9.00"),
      deal("4", [4, "1.2"], "out", "0.2", "9.00"),
    ];
    expect(parseReport(...lines).notes).toMatchObject([{ code: "guessed_position", row: 4 }]);
    expect(parseReport(lines[0]!, ...lines.slice(2)).notes).toEqual([]);
  });
});

it("an order that was executed in two deals opens one position", () => {
  const deals = [bought("1", 1, 60n), bought("1", 1, 40n), sold("2", 2, 100n, 5n)];
  expect(findPositions(deals, [row("1", 2, 100n, 5n)], false)).toEqual(["1", "1", "1"]);
});

it("a position that was opened before the period has the number of its row", () => {
  const deals = [sold("8", 3, 10n, 1n), sold("9", 4, 20n, 2n), sold("10", 5, 5n, 0n)];
  expect(findPositions(deals, [row("7", 4, 30n, 3n)], false)).toEqual(["7", "7", "10"]);
});

it("a position that is larger than its first order shows that the account is a netting account", () => {
  const deals = [bought("1", 1, 20n), bought("2", 2, 10n), sold("3", 3, 30n, 5n)];
  expect(findPositions(deals, [row("1", 3, 30n, 5n)], false)).toEqual(["1", "1", "1"]);
  const parts = [row("1", 3, 20n, 3n), row("1", 3, 10n, 2n)];
  expect(findPositions(deals, parts, false)).toEqual(["1", "1", "1"]);
});

it("a reversal shows that the account is a netting account", () => {
  const reversal = { ...sold("3", 3, 100n, 5n), entry: "inout" as const };
  const deals = [bought("1", 1, 20n), bought("2", 2, 10n), reversal];
  expect(findPositions(deals, [], false)).toEqual(["1", "1", "1"]);
});
