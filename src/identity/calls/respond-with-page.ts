import type { CursorQuery } from "../../platform/lists/list-declaration.ts";
import type { PagedList } from "../../platform/lists/map-list.ts";
import { useReplica } from "./replicas.ts";
import type { CallContext } from "./trpc.ts";

type Query = CursorQuery & { limit?: number | undefined };

/**
 * Responds with one page and its headers, or with the whole list if the query has no limit.
 * @param path of the REST call, for the `Link` header
 * @param parameters of the REST call, if they differ from the query of the list
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
    if (!call.streamRows) return (await Array.fromAsync(list.readBatches(app, query))).flat();
    call.streamRows(list.streamJson(app, query));
    return [];
  }
  const { rows, nextCursor, ...total } = await list.readCursorPage(app, { ...query, limit });
  if (total.total !== undefined) call.setHeader("X-Total-Count", String(total.total));
  if (total.exceedsTotal) call.setHeader("X-Total-Count-Exceeded", "true");
  if (nextCursor !== undefined) call.setHeader("Link", nextLink(path, parameters, nextCursor));
  return rows;
}

function nextLink(path: string, query: Query, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `<${path}?${parameters.toString()}>; rel="next"`;
}
