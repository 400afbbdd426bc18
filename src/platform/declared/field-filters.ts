import { type RawBuilder, sql } from "kysely";
import { recordOf } from "../fields/pick.rule.ts";
import { type Field, type Fields, namesHaving } from "./field.rule.ts";

type Flag = "true" | "false";

type Conditions<Of extends Fields> = {
  [Name in keyof Of & string as Of[Name] extends { filter: object } ? Name : never]: (
    value: Of[Name] extends { kind: "flag" } ? Flag : string,
  ) => RawBuilder<boolean>;
};

/** Returns the conditions of the filters that the fields declare. */
export function filterConditions<Of extends Fields>(fields: Of): Conditions<Of> {
  const names = namesHaving<Fields, "filter">(fields, "filter");
  return recordOf(names, (name) => conditionOf(fields[name]!)) as Conditions<Of>;
}

function conditionOf(field: Field) {
  if (field.kind === "secret") throw new Error(`${field.label} cannot be filtered`);
  const { kind, column } = field;
  return (value: string) => (kind === "flag" ? isFlagged(column, value) : isText(column, value));
}

/** Uses the column itself, because a comparison with a parameter would not use a partial index. */
export function isFlagged(column: string, flag: string): RawBuilder<boolean> {
  return flag === "true" ? sql<boolean>`${sql.raw(column)}` : sql<boolean>`not ${sql.raw(column)}`;
}

function isText(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`(left(${sql.raw(column)}, 200) = left(${text}::text, 200)
    ${beyondIndex(column, text)})`;
}

/** Indexes contain the first 200 characters. Comparing shorter texts twice would halve the estimates of the planner. */
export function beyondIndex(column: string, text: string): RawBuilder<unknown> {
  return text.length < 200 ? sql`` : sql`and ${sql.raw(column)} = ${text}`;
}
