import { type AliasedRawBuilder, type Kysely, type RawBuilder, type SelectType, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A name of the form `table.column`. */
export type ColumnName = {
  [Table in keyof Tables]: `${Table}.${keyof Tables[Table] & string}`;
}[keyof Tables];

/** The type that the driver returns for a column. */
export type DriverValue<Name extends ColumnName> = Name extends `${infer Table}.${infer Field}`
  ? Table extends keyof Tables
    ? Field extends keyof Tables[Table]
      ? SelectType<Tables[Table][Field]>
      : never
    : never
  : never;

/** The names of columns that the driver returns as `Value`, or as `Value | null`. */
type ColumnNameOf<Value> = {
  [Name in ColumnName]: NonNullable<DriverValue<Name>> extends Value ? Name : never;
}[ColumnName];

type Kind = "integer" | "bigint" | "text" | "boolean" | "decimal" | "timestamp" | "json" | "object";

/** A field of a row: its SQL source and its type. */
export interface Column<Value> {
  kind: Kind;
  /** A constant of the source code, which never contains input. */
  sql: string;
  /** The fields of an object. */
  fields?: Columns;
  /** Converts parsed JSON to the value if JSON lacks one of its types, such as dates. */
  read?: (stored: never) => Value;
  /** Exists in types only. */
  value?: Value;
}

export type Columns = Record<string, Column<unknown>>;

/** The type of the rows that the columns describe. */
export type Row<Of extends Columns> = {
  [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never;
};

/** `Value`, and `null` if the column allows it. */
type As<Value, Name extends ColumnName> = null extends DriverValue<Name> ? Value | null : Value;

export function integer<Name extends ColumnNameOf<number>>(name: Name): Column<DriverValue<Name>> {
  return { kind: "integer", sql: name };
}

/** A 64-bit integer, which JavaScript represents exactly up to 2^53. */
export function bigint<Name extends ColumnNameOf<string>>(name: Name): Column<As<number, Name>> {
  return { kind: "bigint", sql: name };
}

export function text<Name extends ColumnNameOf<string>>(name: Name): Column<DriverValue<Name>> {
  return { kind: "text", sql: name };
}

export function boolean<Name extends ColumnNameOf<boolean>>(name: Name): Column<DriverValue<Name>> {
  return { kind: "boolean", sql: name };
}

/**
 * A decimal as text, because a float would round it.
 * @param scale the number of digits after the decimal point
 */
export function decimal<Name extends ColumnNameOf<string>>(
  name: Name,
  scale: number,
): Column<DriverValue<Name>> {
  return { kind: "decimal", sql: `round(${name}, ${scale})` };
}

/** A decimal as text, with the digits that were stored. */
export function storedDecimal<Name extends ColumnNameOf<string>>(
  name: Name,
): Column<DriverValue<Name>> {
  return { kind: "decimal", sql: name };
}

/** A `Date`; in JSON, ISO 8601 in UTC with milliseconds. */
export function timestamp<Name extends ColumnNameOf<string>>(name: Name): Column<As<Date, Name>> {
  return { kind: "timestamp", sql: name };
}

export function json<Name extends ColumnName>(name: Name): Column<DriverValue<Name>> {
  return { kind: "json", sql: name };
}

/** JSON with values whose types JSON lacks, such as dates. */
export function jsonOf<Name extends ColumnName, Value>(
  name: Name,
  read: (stored: NonNullable<DriverValue<Name>>) => Value,
): Column<As<Value, Name>> {
  return { kind: "json", sql: name, read };
}

/** Nested fields, as one object in the row. */
export function object<Fields extends Columns>(fields: Fields): Column<Row<Fields>> {
  return { kind: "object", sql: "", fields };
}

/** @param expression SQL of text, or null */
export function computedText(expression: string): Column<string | null> {
  return { kind: "text", sql: `(${expression})` };
}

/** @param expression SQL that is never null */
export function computedBoolean(expression: string): Column<boolean> {
  return { kind: "boolean", sql: `(${expression})` };
}

/** @param expression SQL of an integer that is never null */
export function computedCount(expression: string): Column<number> {
  return { kind: "integer", sql: `(${expression})` };
}

/** @param expression SQL of an integer, or null */
export function computedInteger(expression: string): Column<number | null> {
  return { kind: "integer", sql: `(${expression})` };
}

/**
 * @param expression SQL of JSON
 * @param read converts values whose types JSON lacks, such as dates
 */
export function computedJson<Value>(
  expression: string,
  read?: (stored: never) => Value,
): Column<Value> {
  return { kind: "json", sql: `(${expression})`, ...(read && { read }) };
}

/** Returns a select list for flat rows; the fields of an object are named `object.field`. */
export function selectList(columns: Columns, path = ""): string {
  return Object.entries(columns)
    .map(([name, column]) =>
      column.fields
        ? selectList(column.fields, `${path}${name}.`)
        : `${column.sql} as "${path}${name}"`,
    )
    .join(", ");
}

/** Returns the select list of columns without objects, for Kysely's `select` and `returning`. */
export function namedColumns(columns: Columns): AliasedRawBuilder<unknown, string>[] {
  return Object.entries(columns).map(([name, column]) => sql.raw(column.sql).as(name));
}

/** Returns a select list from which `row_to_json` creates the JSON of a response. */
export function jsonSelectList(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, column]) => `${jsonForm(column)} as "${name}"`)
    .join(", ");
}

function jsonForm({ kind, sql: source, fields }: Column<unknown>): string {
  if (fields) {
    return `(select row_to_json(fields) from (select ${jsonSelectList(fields)}) as fields)`;
  }
  if (kind === "decimal") return `${source}::text`;
  if (kind === "timestamp") {
    return isoTime(source);
  }
  return source;
}

/** Returns SQL that formats a time as in responses, such as `2026-11-22T09:30:00.000Z`. */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type Source = Readonly<Record<string, unknown>>;

const conversions: Partial<Record<Kind, (value: unknown) => unknown>> = {
  bigint: Number,
  timestamp: (value) => new Date(value as string),
};

function readerOf<Of extends Columns>(
  columns: Of,
  readObject: (name: string, fields: Columns) => (source: Source) => unknown,
  path = "",
): (source: Source) => Row<Of> {
  const readers = Object.entries(columns).map(([name, { kind, fields, read: readJson }]) => {
    if (fields) return { name, read: readObject(`${path}${name}`, fields) };
    const convert = (readJson as ((value: unknown) => unknown) | undefined) ?? conversions[kind];
    const key = path + name;
    const read = (source: Source) => {
      const value = source[key];
      return convert === undefined || value === null ? value : convert(value);
    };
    return { name, read };
  });
  return (source) => {
    const row: Record<string, unknown> = {};
    for (const { name, read } of readers) row[name] = read(source);
    return row as Row<Of>;
  };
}

/** Returns a function that converts a result of `selectList` to the declared row. */
export function rowReader<Of extends Columns>(columns: Of, path = ""): (source: Source) => Row<Of> {
  return readerOf(columns, (name, fields) => rowReader(fields, `${name}.`), path);
}

/** Returns a function that converts a parsed object of `jsonSelectList` to the declared row. */
export function jsonReader<Of extends Columns>(columns: Of): (source: Source) => Row<Of> {
  return readerOf(columns, (name, fields) => {
    const read = jsonReader(fields);
    return (source) => read(source[name] as Source);
  });
}

/** @param rest the statement from its `from` clause on */
export async function selectRows<Of extends Columns>(
  kysely: Kysely<Tables>,
  columns: Of,
  rest: RawBuilder<unknown>,
): Promise<Row<Of>[]> {
  const statement = sql<Source>`select ${sql.raw(selectList(columns))} ${rest}`;
  const { rows } = await statement.execute(kysely);
  return rows.map(rowReader(columns));
}
