import { describe, expect, it } from "vitest";
import { chooseColumns } from "../../../../web/table/columns/column-search.ts";
import { fitColumns, widenAmounts } from "../../../../web/table/grid/column-widths.ts";
import { readWidths, writeWidths } from "../../../../web/table/state/preferences.ts";

describe("the widths of columns that the browser keeps", () => {
  it("are read as they were written", () => {
    expect(readWidths(writeWidths({ email: 220.4, fullName: 180 }))).toEqual({
      email: 220,
      fullName: 180,
    });
  });

  it.each([null, "", "email", "email:", "email:wide", "email:-220", "email:12", "email:9999"])(
    "are those of the declaration if %j is kept",
    (kept) => expect(readWidths(kept)).toEqual({}),
  );
});

describe("the columns of a table", () => {
  const name = { field: "name", flex: 1, minWidth: 160 };
  const email = { field: "email", flex: 1, minWidth: 160 };
  const actions = { field: "actions", width: 84 };

  it("share the remaining width as declared", () => {
    expect(fitColumns([name, email, actions], {}, true)).toMatchObject([
      { flex: 1, minWidth: 160 },
      { flex: 1, minWidth: 160 },
      { flex: 0, width: 84 },
    ]);
  });

  it("have the widths that were kept, even below the declared minimum", () => {
    expect(fitColumns([name, email, actions], { email: 90 }, true)).toMatchObject([
      { flex: 1 },
      { flex: 0, width: 90, minWidth: 56 },
      { flex: 0, width: 84 },
    ]);
  });

  it("fill the table with the last one, which cannot be resized, if no other shares the width", () => {
    const widths = { name: 200, email: 90, actions: 900 };
    const fitted = fitColumns([name, email, actions], widths, true);
    expect(fitted.at(-1)).toMatchObject({ flex: 1, minWidth: 84, resizable: false });
  });
});

it("the address omits the default columns", () => {
  expect(chooseColumns(["id", "email"], ["id", "email"])).toEqual({ columns: undefined });
  expect(chooseColumns(["email", "id"], ["id", "email"])).toEqual({ columns: "email,id" });
});

describe("a column of amounts", () => {
  const rows = [
    { id: 1, amount: "100,000.00 EUR" },
    { id: 2, amount: "$1.00" },
  ];
  const amounts = ({ amount }: { amount: string }) => [amount];
  const widen = (column: object, shown = rows) =>
    widenAmounts([{ field: "amount", amounts, ...column }], shown);

  it("is as wide as its widest amount, whatever was declared or kept", () => {
    expect(widen({ width: 56 })[0]?.width).toBeGreaterThan(150);
    expect(widen({ flex: 1, minWidth: 56 })[0]?.minWidth).toBeGreaterThan(150);
    expect(widen({ width: 56 }, rows.slice(1))[0]?.width).toBeLessThan(100);
  });

  it("is not narrower than declared, and not known to the grid by its amounts", () => {
    expect(widen({ width: 400 })).toEqual([
      { field: "amount", width: 400, minWidth: expect.any(Number) },
    ]);
  });
});
