import type { Readable } from "node:stream";
import { z } from "zod";
import { type Batches, csvOf, type ExportColumn } from "../../../platform/exports/csv.ts";

type Row = Readonly<Record<string, unknown>>;

/** What no column of a file shows: the names of rows behind figures, and lists beside the rows. */
const unlisted = new Set(["cells", "largest"]);

/**
 * Returns the rows of an answer as CSV. Headers are the names of the fields: nested ones with a dot, those of lists with
 * the number of their place.
 * @param schema of a row
 * @param longest the number of places of its lists
 */
export function figureCsv(
  schema: z.ZodObject,
  batches: Batches<Row>,
  longest: Readonly<Record<string, number>> = {},
): Readable {
  return csvOf(columnsOf(schema, longest), batches);
}

function columnsOf(schema: z.ZodObject, longest: Readonly<Record<string, number>>) {
  return Object.entries(schema.shape).flatMap(([name, field]): ExportColumn<Row>[] => {
    if (unlisted.has(name)) return [];
    const shape = withoutNull(field);
    if (shape instanceof z.ZodObject)
      return columnsOf(shape, {}).map(({ header, read, ...nested }) => ({
        ...nested,
        header: `${name}.${header}`,
        read: (row: Row) => read((row[name] ?? {}) as Row),
      })) as ExportColumn<Row>[];
    if (shape instanceof z.ZodArray)
      return Array.from({ length: longest[name] ?? 0 }, (_, index) =>
        column(`${name}.${index + 1}`, (row) => (row[name] as unknown[])[index]),
      );
    return [column(name, (row) => row[name])];
  });
}

const withoutNull = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodNullable ? schema.unwrap() : schema;

/** The fields with what people have typed, which a spreadsheet could run as a formula. */
const typed = new Set(["phase", "fullName", "currency"]);

function column(header: string, read: (row: Row) => unknown): ExportColumn<Row> {
  if (typed.has(header))
    return { header, kind: "text", read: (row) => (read(row) ?? null) as string | null };
  return {
    header,
    kind: "number",
    read: (row) => {
      const value = read(row) ?? null;
      return value instanceof Date ? value.toISOString() : (value as string | number | null);
    },
  };
}
