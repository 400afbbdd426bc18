import type {
  CursorPage,
  ListContext,
  PagedList,
} from "../../../platform/lists/list-declaration.ts";
import type { FigureFact } from "./figures.schema.ts";

interface PageOfRows {
  limit: number;
  cursor?: string | undefined;
}

/** Rows per page when all of them are read. */
const BATCH = 1_000;

/** Returns the rows behind a cell as a list. @param read reads a page, the newest rows first */
export function figureRows(
  read: (context: ListContext, page: PageOfRows) => Promise<CursorPage<FigureFact>>,
): PagedList<FigureFact, string, Partial<PageOfRows>> {
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
