import type { CellReader } from "../exports/cell.rule.ts";
import { recordOf } from "../fields/pick.rule.ts";
import { type Field, type Fields, namesHaving, shownValue } from "./field.rule.ts";

/** The heading of a column, and how its cells are read. */
export type FieldCell<Row> = CellReader<Row> & { label: string };

type ListedName<Of extends Fields> = ReturnType<typeof namesHaving<Of, "list">>[number];

type Value = string | boolean | null;

/**
 * Returns the columns of the fields that are listed.
 * @param valuesOf returns the part of a row that contains the fields
 */
export function cellsOf<Of extends Fields, Row>(
  fields: Of,
  valuesOf: (row: Row) => Readonly<Record<ListedName<Of>, Value>>,
): Record<ListedName<Of>, FieldCell<Row>> {
  return recordOf(namesHaving(fields, "list"), (name) => {
    const field: Field = fields[name]!;
    return cellOf(field, (row: Row) => valuesOf(row)[name]);
  });
}

function cellOf<Row>(field: Field, valueOf: (row: Row) => Value): FieldCell<Row> {
  const label = ("list" in field ? field.list?.heading : undefined) ?? field.label;
  const read = (row: Row) => {
    const value = valueOf(row);
    if (field.kind === "flag") return shownValue(field, value === true).toLowerCase();
    return value === null ? null : String(value);
  };
  return { label, kind: field.kind === "amount" ? "amount" : "text", read };
}
