import { expect, it } from "vitest";
import {
  changeRecord,
  readRecordSearch,
  tradesCsvUrl,
  tradeTableState,
} from "../../../../web/features/records/record-search.ts";

it("a table of trades starts with the newest", () => {
  expect(tradeTableState({})).toEqual({
    symbol: undefined,
    page: 1,
    pageSize: 25,
    sort: "openTime",
    order: "desc",
  });
});

it("a URL with unknown values shows the default table", () => {
  const raw = { stage: "1.5", sort: "password", page: "-1", search: "x", symbol: "\0" };
  const read = readRecordSearch(raw);
  expect(Object.values(read).filter((value) => value !== undefined)).toEqual([]);
});

it("the URL is parsed as it was written", () => {
  expect(readRecordSearch({ stage: "3", symbol: "EURUSD", page: "2", sort: "net" })).toMatchObject({
    stage: 3,
    symbol: "EURUSD",
    page: 2,
    sort: "net",
  });
});

it("another symbol returns to the first page, and another stage to all symbols", () => {
  const present = { stage: 3, symbol: "EURUSD", page: 4 };
  expect(changeRecord(present, { symbol: "XAUUSD" })).toEqual({ stage: 3, symbol: "XAUUSD" });
  expect(changeRecord(present, { stage: 2 })).toEqual({ stage: 2 });
});

it("the export has the same trades as the table", () => {
  expect(tradesCsvUrl("own", { stage: 3, symbol: "US30.CASH" })).toBe(
    "/api/user/trades.csv?stage=3&symbol=US30.CASH",
  );
  expect(tradesCsvUrl({ userId: 7 }, { stage: 3, symbol: undefined })).toBe(
    "/api/admin/user/7/trades.csv?stage=3",
  );
});
