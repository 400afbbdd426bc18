import { z } from "zod";
import { text } from "../fields/text.schema.ts";
import { isStorableTime, timeError } from "../fields/fields.schema.ts";

const limitMessage = "limit must be a whole number from 1 to 1000";

/** The search input of all lists. A list may describe which fields it searches. */
export const search = text("search must be text").optional();

const limit = z
  .int({ error: limitMessage })
  .min(1, { error: limitMessage })
  .max(1000, { error: limitMessage });

const cursor = text("cursor must be text")
  .optional()
  .meta({ description: "The end of the previous page, copied from the `Link` header" });

const order = z.enum(["asc", "desc"], { error: "order must be asc or desc" });

const pageMessage = "page must be a whole number from 1 to 100000";
const pageSizeMessage = "pageSize must be a whole number from 1 to 100";

const page = z
  .int({ error: pageMessage })
  .min(1, { error: pageMessage })
  .max(100_000, { error: pageMessage })
  .default(1);

const pageSize = z
  .int({ error: pageSizeMessage })
  .min(1, { error: pageSizeMessage })
  .max(100, { error: pageSizeMessage })
  .default(25);

const paging = { limit: limit.optional(), cursor };

/** Returns the input of a list that is always newest first. Without `limit`, the response is the whole list. */
export function listQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ search, ...paging, ...filters });
}

/** The same for a list that cannot be searched. */
export function unsearchedListQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...paging, ...filters });
}

/** Returns the input of a list that can be sorted. */
export function sortableListQuery<
  const Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(sorts: Sorts, filters: Filters) {
  return listQuery({ ...sortInput(sorts, "Needs a `limit`. "), ...filters }).refine(
    hasLimitIfSorted,
    {
      error: "A sorted list needs a limit",
      path: ["limit"],
    },
  );
}

/**
 * Returns the inputs for the sort and its direction.
 * @param condition a sentence for the documentation
 */
export function sortInput<const Sorts extends readonly [string, ...string[]]>(
  sorts: Sorts,
  condition = "",
) {
  const sort = z
    .enum(sorts, { error: `sort must be one of ${sorts.join(", ")}` })
    .optional()
    .meta({
      description: `The field to sort by. ${condition}Only the first 200 characters of a text count. Unset values come last, and rows with the same value are ordered by id in the same direction`,
    });
  return {
    sort,
    order: order.optional().meta({ description: "The direction of the `sort`; `asc` by default" }),
  };
}

/** Requires a limit with a sort: a whole list would have to be kept in memory in order to be sorted. */
function hasLimitIfSorted(query: { sort?: unknown; order?: unknown; limit?: unknown }): boolean {
  return (query.sort ?? query.order) === undefined || query.limit !== undefined;
}

/** Returns the input of a grid, which reads pages by number, starting at 1. */
export function pageQuery<
  const Sorts extends readonly ["id", ...string[]],
  Filters extends z.ZodRawShape,
>(sorts: Sorts, filters: Filters) {
  return z.strictObject({
    search,
    page,
    pageSize,
    sort: z.enum(sorts).default("id"),
    order: order.default("desc"),
    ...filters,
  });
}

/** Returns the input of an export: the order, the columns and the filters of a table. */
export function exportQuery<
  const Sorts extends readonly ["id", ...string[]],
  const Names extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(sorts: Sorts, columns: Names, filters: Filters) {
  return z.strictObject({
    search,
    sort: z.enum(sorts, { error: `sort must be one of ${sorts.join(", ")}` }).default("id"),
    order: order.default("desc"),
    columns: columnsInput(columns),
    ...filters,
  });
}

/** Returns the input for column names in the desired order, separated by commas. */
function columnsInput<const Names extends readonly [string, ...string[]]>(names: Names) {
  const message = `columns must be distinct names from ${names.join(", ")}`;
  const one = `(${names.join("|")})`;
  return z
    .string({ error: message })
    .transform((list, context): Names[number][] => {
      const parts = list.split(",");
      const chosen = parts.flatMap((part) => names.find((name) => name === part) ?? []);
      if (chosen.length === parts.length && new Set(chosen).size === chosen.length) return chosen;
      context.issues.push({ code: "custom", message, input: list });
      return z.NEVER;
    })
    .optional()
    .meta({
      pattern: `^${one}(,${one})*$`,
      examples: [names[0]],
      description: "The columns in the desired order, separated by commas; all if absent",
    });
}

const scrolling = {
  limit: limit.default(50),
  cursor,
  /** Sent by tRPC's infinite queries. */
  direction: z.literal("forward").optional(),
};

/** Returns the input of a screen that loads page after page. With tRPC, the response contains the next cursor. */
export function scrollQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ search, ...scrolling, ...filters });
}

/** The same for a list that cannot be searched. */
export function unsearchedScrollQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...scrolling, ...filters });
}

/** Returns the schema of a page with the total of all pages. */
export function pageOf<Row>(row: z.ZodType<Row>) {
  return z.object({ rows: z.array(row), total: z.number(), exceedsTotal: z.boolean() });
}

/** Returns the schema of a page with the cursor of the next one; `null` on the last page. */
export function scrollPageOf<Row>(row: z.ZodType<Row>) {
  return z.object({ rows: z.array(row), nextCursor: z.string().nullable() });
}

/**
 * Returns a filter for one value, or several separated by commas, as in `?status=active,breached`.
 * @param aliases alternative spellings of values
 */
export function setFilter<const Value extends string>(
  values: readonly Value[],
  message: string,
  aliases: Readonly<Record<string, Value>> = {},
) {
  const one = `(${[...values, ...Object.keys(aliases)].join("|")})`;
  return z
    .string({ error: message })
    .transform((list, context): Value[] => {
      const parts = list.split(",").map((part) => aliases[part] ?? part);
      const chosen = values.filter((value) => parts.includes(value));
      if (parts.every((part) => values.some((value) => value === part))) return chosen;
      context.issues.push({ code: "custom", message, input: list });
      return z.NEVER;
    })
    .optional()
    .meta({ pattern: `^${one}(,${one})*$`, examples: [values[0]!] });
}

/** Returns a filter for a flag, as in `?banned=true`. */
export function flagFilter(name: string) {
  const error = `${name} must be true or false`;
  return z
    .string({ error })
    .pipe(z.enum(["true", "false"], { error }))
    .optional()
    .meta({ pattern: "^(true|false)$", examples: ["true"] });
}

/** Returns a filter for a time with any offset. It stays text, so that the link to the next page can repeat it. */
export function timeFilter(name: string) {
  const error = timeError(name);
  return z.iso
    .datetime({ offset: true, abort: true, ...error })
    .refine((value) => isStorableTime(new Date(value)), error)
    .optional();
}
