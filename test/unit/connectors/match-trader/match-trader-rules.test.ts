import { describe, expect, it } from "vitest";
import { readOperation } from "../../../../src/connectors/match-trader/ledger-operations.rule.ts";
import { rowsOf, timeOf } from "../../../../src/connectors/match-trader/match-trader-rows.rule.ts";
import { dealsOf } from "../../../../src/connectors/match-trader/position-deals.rule.ts";

const opened = {
  id: "W1",
  symbol: "EURUSD",
  side: "SELL",
  openTime: "2026-03-02T08:00:00.123Z",
  openPrice: "1.08345000",
};
const closing = (uid: string, volume: string, second: number, changes: object = {}) => ({
  ...opened,
  uid,
  volume,
  closeTime: `2026-03-02T09:00:0${second}.000Z`,
  closePrice: "1.0834",
  profit: "12.50",
  commission: "-1.75",
  swap: "-0.30",
  ...changes,
});
const read = (parts: Partial<Parameters<typeof dealsOf>[0]>) => {
  const { records, closings } = dealsOf({
    login: "5",
    open: undefined,
    closed: [],
    earlier: [],
    ...parts,
  });
  const shown = records.map((record) =>
    record.kind === "deals"
      ? [record.ticket, record.item.side, record.item.volume, record.amount].join(" ")
      : `${record.ticket} ${record.kind}`,
  );
  return { shown, closings: closings.map(({ uid }) => uid), records };
};

describe("the deals of a position", () => {
  it("have the opposite side at the closing, which bears profit, commission and swap", () => {
    const { records } = read({ closed: [closing("C1", "0.5", 1)] });
    expect(records).toMatchObject([
      {
        ticket: "W1/in",
        time: Date.parse("2026-03-02T08:00:00.123Z"),
        amount: 0n,
        item: { position: "W1", entry: "in", side: "sell", volume: "0.50", price: "1.08345" },
      },
      {
        ticket: "W1/out",
        amount: 1045n,
        item: { entry: "out", side: "buy", profit: "12.50", commission: "-1.75", swap: "-0.30" },
      },
    ]);
  });

  it("are those of parts while it is open, whose volumes are what was opened", () => {
    const open = { ...opened, volume: "0.3" };
    expect(read({ open, closed: [closing("C1", "0.2", 1)] })).toMatchObject({
      shown: ["W1/in sell 0.50 0", "W1/out/C1 buy 0.20 1045"],
      closings: ["C1"],
    });
  });

  it("count closings that were read before, once", () => {
    const earlier = [{ uid: "C1", time: Date.parse("2026-03-02T09:00:01Z"), volume: 20_000_000n }];
    const last = closing("C2", "0.3", 2);
    const both = [closing("C1", "0.2", 1), last];
    expect(read({ closed: [last], earlier }).shown).toEqual([
      "W1/in sell 0.50 0",
      "W1/out buy 0.30 1045",
    ]);
    expect(read({ closed: both, earlier }).shown).toEqual([
      "W1/in sell 0.50 0",
      "W1/out/C1 buy 0.20 1045",
      "W1/out buy 0.30 1045",
    ]);
  });

  it("are not fed with an amount that is not exact", () => {
    expect(read({ closed: [closing("C1", "0.5", 1, { swap: "-0.305" })] }).shown).toEqual([
      "W1/in sell 0.50 0",
      "W1/out inexact",
    ]);
  });
});

describe("an entry of the ledger", () => {
  const operation = (type: string, profit: string) =>
    readOperation({ login: "5", row: { id: "9", type, time: "2026-03-02T08:00:00Z", profit } });

  it.each([
    ["DEPOSIT", "100.00", "deposit", 10_000n, "100.00"],
    ["WITHDRAWAL", "-100", "withdrawal", -10_000n, "-100.00"],
    ["CREDIT_IN", "50", "credit", 0n, "50.00"],
    ["CREDIT_OUT", "-50", "credit", 0n, "-50.00"],
    ["AGENT_COMMISSION", "-2.5", "fee", -250n, "-2.50"],
  ])("%s of %s is a %s", (type, profit, kind, amount, fed) => {
    expect(operation(type, profit)).toMatchObject({
      kind: "operations",
      ticket: "9",
      amount,
      item: { kind, amount: fed },
    });
  });

  it("is no operation if it is a part of a closing, and not fed if it is not exact", () => {
    expect(["CLOSED_POSITION", "SWAPS", "COMMISSIONS"].map((type) => operation(type, "1"))).toEqual(
      [null, null, null],
    );
    expect(operation("DEPOSIT", "0.005")).toMatchObject({ kind: "inexact" });
  });
});

it("rows are found with the login of what holds them, and their times are in UTC", () => {
  const answer = [{ login: "5", group: "a", operations: [{ id: "1" }, { id: "2" }] }];
  expect(rowsOf(answer)).toMatchObject([
    { login: "5", row: { id: "1" } },
    { login: "5", row: { id: "2" } },
  ]);
  expect(rowsOf({ closedPositions: [{ id: "3" }] }, "7")).toMatchObject([{ login: "7" }]);
  expect(timeOf({ time: "2026-03-02T08:00:00.5" }, "time")).toBe(Date.UTC(2026, 2, 2, 8) + 500);
});
