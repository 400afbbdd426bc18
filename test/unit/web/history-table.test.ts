import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FirmHistory } from "../../../src/business/watch/overview/overview.schema.ts";
import { HistoryTable } from "../../../web/features/admin/overview/history-table.tsx";

const week = (day: string, registrations: number): FirmHistory["weeks"][number] => ({
  week: day,
  registrations,
  requested: { count: 3, amount: "1234.50" },
  approved: { count: 2, amount: "1000.00" },
  breaches: 1,
});

it("the table of the weekly figures has the newest week first, and the charts' figures", () => {
  const weeks = [week("2026-03-02", 1200), week("2026-03-09", 7)];
  const history: FirmHistory = { currency: "EUR", otherCurrencies: [], weeks };
  const markup = renderToStaticMarkup(createElement(HistoryTable, { history }));
  const rows = Array.from(markup.matchAll(/<tr>(.*?)<\/tr>/g), ([, row = ""]) =>
    Array.from(row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g), ([, cell]) => cell),
  );
  expect(rows).toEqual([
    ["Week of", "Registrations", "Requests", "Requested", "Of which approved", "Breaches"],
    ["Mar 09, 2026", "7", "3", "1,234.50 EUR", "1,000.00 EUR", "1"],
    ["Mar 02, 2026", "1,200", "3", "1,234.50 EUR", "1,000.00 EUR", "1"],
  ]);
});
