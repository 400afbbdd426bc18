import { RefusalError } from "../platform/errors.ts";
import type { CursorQuery, PagedList } from "../platform/lists/list-declaration.ts";
import { useReplica } from "./replicas.ts";
import type { CallContext } from "./trpc.ts";

/** Responses that are not streamed are assembled in memory, at several times the size of their JSON. */
const MAX_COLLECTED_ROWS = 100_000;

/**
 * Responds with one page and its headers, or with the whole list if the query has no limit. REST streams it. A `Link`
 * leads to the next page, also over tRPC, whose results have no cursor.
 * @throws RefusalError if the whole list is not streamed and has too many rows
 */
export async function respondWithPage<Item, Sort extends string, Values>(
  call: CallContext,
  list: PagedList<Item, Sort, Values>,
  query: Values & CursorQuery<Sort> & { limit?: number | undefined },
): Promise<Item[]> {
  const app = await useReplica(call.app);
  const { limit } = query;
  if (limit === undefined) {
    if (!call.rest) return collectRows(list.readBatches(app, query));
    call.rest.streamRows(list.streamJson(app, query));
    return [];
  }
  const { rows, nextCursor, ...total } = await list.readCursorPage(app, { ...query, limit });
  if (total.total !== undefined) call.setHeader("X-Total-Count", String(total.total));
  if (total.exceedsTotal) call.setHeader("X-Total-Count-Exceeded", "true");
  const url = nextCursor === null ? undefined : (call.rest?.url ?? (await call.restUrl?.()));
  if (nextCursor !== null && url) call.setHeader("Link", nextLink(url, nextCursor));
  return rows;
}

/** @throws RefusalError if there are more rows than one response can hold */
async function collectRows<Item>(batches: AsyncGenerator<Item[]>): Promise<Item[]> {
  const rows: Item[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length > MAX_COLLECTED_ROWS) throw tooManyRows();
  }
  return rows;
}

const tooManyRows = () =>
  new RefusalError(
    "invalid",
    `The list has more than ${MAX_COLLECTED_ROWS.toLocaleString("en-US")} rows. Read it in pages, or over REST, which streams it.`,
  );

/** @param url of the page before */
function nextLink(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  searchParams.set("cursor", cursor);
  return `<${pathname}?${searchParams.toString()}>; rel="next"`;
}
