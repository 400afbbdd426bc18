import { describe, expect, it } from "vitest";
import { viewLists } from "../../../../../src/business/watch/views/tables.rule.ts";
import { payoutTable } from "../../../../../src/business/money/payouts/payout.table.ts";
import { readAddress, usualColumns } from "../../../../../web/table/screen/table-address.ts";
import { readView, keptParameters } from "../../../../../web/table/views/view-search.ts";

const names = viewLists.payouts.parameters;

describe("the parameters of a saved view", () => {
  it.each([
    { search: { page: 3, pageSize: 50, view: 7 }, kept: {} },
    { search: { search: "", status: undefined, tag: "vip" }, kept: { tag: "vip" } },
    { search: { sort: "id", order: "desc" }, kept: {} },
    { search: { order: "asc", sort: "id" }, kept: { order: "asc" } },
    { search: { verdict: "passed" }, kept: {} },
    {
      search: { columns: "amount,id", sort: "amount" },
      kept: { sort: "amount", columns: "amount,id" },
    },
  ])("of $search are $kept", ({ search, kept }) => {
    expect(keptParameters(names, search)).toEqual(kept);
  });

  it("are in a canonical order, and unchanged after parsing them as a URL", () => {
    const search = {
      columns: usualColumns(payoutTable).join(","),
      status: "pending",
      search: "olivia",
    };
    const kept = keptParameters(names, search);
    expect(Object.keys(kept)).toEqual(["search", "status", "columns"]);
    expect(keptParameters(names, readAddress(payoutTable, kept))).toEqual(kept);
    const stale = { ...kept, status: "lost", columns: "id,gone" };
    expect(keptParameters(names, readAddress(payoutTable, stale))).toEqual({
      search: "olivia",
      columns: "id",
    });
  });
});

it.each([
  { raw: 7, id: 7 },
  { raw: "7", id: 7 },
  { raw: "seven", id: undefined },
  { raw: undefined, id: undefined },
  { raw: 0, id: undefined },
  { raw: 1.5, id: undefined },
  { raw: 2 ** 31, id: undefined },
])("the view of an address with $raw is $id", ({ raw, id }) => {
  expect(readView(raw)).toBe(id);
});
