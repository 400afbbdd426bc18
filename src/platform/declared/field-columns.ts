import type { Column, ColumnName, DriverValue } from "../database/columns.ts";
import type { Field, Fields } from "./field.rule.ts";

/** Fields whose columns exist. */
type StoredFields = Fields & Readonly<Record<string, { column: ColumnName } | { kind: "secret" }>>;

type ColumnsOf<Of extends StoredFields> = {
  [
    Name in keyof Of & string as Of[Name] extends { column: ColumnName } ? Name : never
  ]: Of[Name] extends { column: infer Stored extends ColumnName }
    ? Column<DriverValue<Stored>>
    : never;
};

/** Returns the columns of all fields except secrets, which are not read as they are stored. */
export function columnsOf<Of extends StoredFields>(fields: Of): ColumnsOf<Of> {
  const columns = Object.entries(fields).flatMap(([name, field]) =>
    "column" in field ? [[name, columnOf(field.kind, field.column)] as const] : [],
  );
  return Object.fromEntries(columns) as ColumnsOf<Of>;
}

function columnOf(kind: Field["kind"], column: string): Column<unknown> {
  if (kind === "flag") return { kind: "boolean", sql: column };
  if (kind === "amount") return { kind: "decimal", sql: `round(${column}, 2)` };
  return { kind: "text", sql: column };
}
