import { expect, it } from "vitest";
import { filterQuery, readFilters } from "../../../../../web/table/filters/filter-search.ts";

const midnight = (day: string) => new Date(`${day}T00:00:00`).toISOString();

it.each([
  { from: "2026-03-14", to: "2026-03-14", until: "2026-03-15" },
  { from: "2026-03-28", to: "2026-03-29", until: "2026-03-30" },
  { from: "2026-10-01", to: "2026-12-31", until: "2027-01-01" },
])("the days from $from to $to end at the midnight before $until", ({ from, to, until }) => {
  expect(filterQuery({ from, to, tag: "vip" })).toEqual({
    from: midnight(from),
    to: midnight(until),
    tag: "vip",
  });
});

it.each([
  ["bank,crypto", "bank,crypto"],
  ["bank,cash", undefined],
  ["", undefined],
])("the payment methods %j in an address are read as %j", (paymentMethod, read) => {
  expect(readFilters({ paymentMethod }, ["paymentMethod"])).toEqual({ paymentMethod: read });
});
