import { z } from "zod";
import { text } from "./text.schema.ts";

const limitMessage = "limit must be a whole number from 1 to 1000";

/** What every administrator's list may be asked. Without `limit` the whole list comes. */
export const listFields = {
  search: text("search must be text").optional(),
  limit: z
    .int({ error: limitMessage })
    .min(1, { error: limitMessage })
    .max(1000, { error: limitMessage })
    .optional(),
  cursor: text("cursor must be text")
    .optional()
    .meta({ description: "Where the page before ended: copied from the `Link` header" }),
};

const orderSchema = z.enum(["asc", "desc"], { error: "order must be asc or desc" });

/** A list that is newest first, or read page by page in another order. */
export function sortableList<
  const Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(sorts: Sorts, filters: Filters) {
  const sort = z
    .enum(sorts, { error: `sort must be one of ${sorts.join(", ")}` })
    .optional()
    .meta({
      description:
        "With a `limit`. Of a text 200 characters count; what is not set comes last, ties are newest first",
    });
  const order = orderSchema
    .optional()
    .meta({ description: "Of a `sort`; asc where it is not given" });
  return z
    .strictObject({ ...listFields, sort, order, ...filters })
    .refine(hasLimitIfSorted, { error: "A sorted list needs a limit", path: ["limit"] });
}

/** Sorted as a whole, a list would have to be kept until its last row is known. */
function hasLimitIfSorted(query: { sort?: unknown; order?: unknown; limit?: unknown }): boolean {
  return (query.sort ?? query.order) === undefined || query.limit !== undefined;
}

const pageMessage = "page must be a whole number from 1 to 100000";
const pageSizeMessage = "pageSize must be a whole number from 1 to 100";

/** What a grid asks for: a page by its number, from 1. */
export const pageFields = {
  search: listFields.search,
  page: z
    .int({ error: pageMessage })
    .min(1, { error: pageMessage })
    .max(100_000, { error: pageMessage })
    .default(1),
  pageSize: z
    .int({ error: pageSizeMessage })
    .min(1, { error: pageSizeMessage })
    .max(100, { error: pageSizeMessage })
    .default(25),
  order: orderSchema.default("desc"),
};

/** Rows of one page, and how many match on all of them; or more than that, where nobody counted. */
export function pageOf<Row>(row: z.ZodType<Row>) {
  return z.object({ rows: z.array(row), total: z.number(), exceedsTotal: z.boolean() });
}
