import { expect, it } from "vitest";
import { payoutTable } from "../../../../../src/business/money/payouts/payout.table.ts";
import { traderTable } from "../../../../../src/business/traders/trader.table.ts";
import {
  describeFilter,
  filterQuery,
  readFilters,
} from "../../../../../web/table/filters/filter-values.ts";

const midnight = (day: string) => new Date(`${day}T00:00:00`).toISOString();

it.each([
  { from: "2026-03-14", to: "2026-03-14", until: "2026-03-15" },
  { from: "2026-03-28", to: "2026-03-29", until: "2026-03-30" },
  { from: "2026-10-01", to: "2026-12-31", until: "2027-01-01" },
])("the days from $from to $to end at the midnight before $until", ({ from, to, until }) => {
  expect(filterQuery(payoutTable.filters, { from, to, tag: "vip" })).toMatchObject({
    from: midnight(from),
    to: midnight(until),
    tag: "vip",
  });
});

it.each([
  ["paymentMethod", "bank,crypto", "bank,crypto"],
  ["paymentMethod", "bank,cash", undefined],
  ["paymentMethod", "", undefined],
  ["from", "2026-03-14", "2026-03-14"],
  ["from", "2026-03-99", undefined],
  ["minAmount", 1000, "1000"],
  ["minAmount", "1,000", undefined],
  ["tag", "vip", "vip"],
  ["tag", "vip,new", undefined],
])("%s=%j in an address is read as %j", (name, raw, read) => {
  expect(readFilters(payoutTable.filters, { [name]: raw })[name]).toEqual(read);
});

it.each([
  ["banned", true, "true"],
  ["banned", "perhaps", undefined],
  ["payoutEnabled", false, "false"],
  ["phase", 1, "1"],
  ["waitingFor", "identity", "identity"],
  ["waitingFor", "rain", undefined],
])("of users, %s=%j is read as %j", (name, raw, read) => {
  expect(readFilters(traderTable.filters, { [name]: raw })[name]).toEqual(read);
});

const { filters } = traderTable;

it.each([
  [filters.banned, "false", "Not banned"],
  [filters.waitingFor, "identity", "Waiting for: Identity"],
  [filters.payoutEnabled, "true", "Payouts enabled"],
  [filters.from, "2026-03-14", "Registered from Mar 14, 2026"],
  [filters.tag, "vip", "Tag vip"],
  [payoutTable.filters.minAmount, "1000", "At least $1,000.00"],
  [payoutTable.filters.payment, "paid,unpaid", "Approved, in no run, Paid"],
])("a filter describes itself", (filter, value, words) => {
  expect(describeFilter(filter, value)).toBe(words);
});
