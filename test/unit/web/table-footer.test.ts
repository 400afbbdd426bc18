import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TableFooter } from "../../../web/table/grid/table-footer.tsx";

it.each([
  { page: 1, shown: 25, total: 50, exceedsTotal: false, hasNext: true },
  { page: 2, shown: 25, total: 50, exceedsTotal: false, hasNext: false },
  { page: 2, shown: 1, total: 26, exceedsTotal: false, hasNext: false },
  { page: 2, shown: 25, total: 50, exceedsTotal: true, hasNext: true },
  { page: 3, shown: 24, total: 50, exceedsTotal: true, hasNext: false },
])("page $page with $shown of $total rows has a next page: $hasNext", ({ hasNext, ...rows }) => {
  const { page, ...counts } = rows;
  const state = { page, pageSize: 25 };
  const markup = renderToStaticMarkup(
    createElement(TableFooter, { noun: "users", state, onChange: () => {}, ...counts }),
  );
  const next = /<button[^>]*aria-label="Go to next page"[^>]*>/.exec(markup)![0];
  expect(next.includes('aria-disabled="true"')).toBe(!hasNext);
});
