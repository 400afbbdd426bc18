import { RefusalError } from "../platform/errors.ts";
import type { CursorQuery } from "../platform/lists/list-declaration.ts";
import type { PagedList } from "../platform/lists/map-list.ts";
import { useReplica } from "./replicas.ts";
import type { CallContext } from "./trpc.ts";

/** Responses that are not streamed are assembled in memory, at several times the size of their JSON. */
const MAX_COLLECTED_ROWS = 100_000;

type Query = CursorQuery & { limit?: number | undefined };

/**
 * Responds with one page and its headers, or with the whole list if the query has no limit. REST streams it.
 * @param path of the REST call, for the `Link` header
 * @param parameters of the REST call, if they differ from the query of the list
 * @throws RefusalError if the whole list is not streamed and has too many rows
 */
export async function respondWithPage<Item, Sort extends string, Values>(
  call: CallContext,
  path: string,
  list: PagedList<Item, Sort, Values>,
  query: Values & CursorQuery<Sort> & { limit?: number | undefined },
  parameters: Query = query,
): Promise<Item[]> {
  const app = await useReplica(call.app);
  const { limit } = query;
  if (limit === undefined) {
    if (!call.streamRows) return collectRows(list.readBatches(app, query));
    call.streamRows(list.streamJson(app, query));
    return [];
  }
  const { rows, nextCursor, ...total } = await list.readCursorPage(app, { ...query, limit });
  if (total.total !== undefined) call.setHeader("X-Total-Count", String(total.total));
  if (total.exceedsTotal) call.setHeader("X-Total-Count-Exceeded", "true");
  if (nextCursor !== undefined) call.setHeader("Link", nextLink(path, parameters, nextCursor));
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

function nextLink(path: string, query: Query, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `<${path}?${parameters.toString()}>; rel="next"`;
}
