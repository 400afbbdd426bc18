import type { z } from "zod";
import type { ListContext, PagedList } from "../../../platform/lists/list-declaration.ts";
import type { FigureFact, figureRowsInput } from "./figures.schema.ts";
import { readFigureRows } from "./read-answer.ts";

type Query = Omit<z.output<typeof figureRowsInput>, "limit" | "cursor" | "format">;

/** Rows per statement when all of them are read. */
const BATCH = 1_000;

/** The rows behind a cell of an answer, as a list. */
export function figureRows(
  query: Query,
): PagedList<FigureFact, string, { limit?: number | undefined; cursor?: string | undefined }> {
  const read = (context: ListContext, page: { limit: number; cursor?: string | undefined }) =>
    readFigureRows(context, { ...query, ...page });
  async function* readBatches(context: ListContext, { cursor }: { cursor?: string | undefined }) {
    for (let next: string | null | undefined = cursor; next !== null;) {
      const page = await read(context, { limit: BATCH, cursor: next });
      yield page.rows;
      next = page.nextCursor;
    }
  }
  return {
    readCursorPage: read,
    readBatches,
    async *streamJson(context, page) {
      for await (const rows of readBatches(context, page)) {
        if (rows.length > 0) yield rows.map((row) => JSON.stringify(row)).join(",");
      }
    },
  };
}
