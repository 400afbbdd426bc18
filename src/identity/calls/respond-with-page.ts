import type { Context } from "../../platform/context.ts";
import { useReplica } from "./replicas.ts";
import type { Page } from "../../platform/database/pages.ts";
import type { CallContext } from "./trpc.ts";

interface ListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Responds with one page and its headers, or with the whole list if the query has no limit. */
export async function respondWithPage<Query extends ListQuery, Item>(
  call: CallContext,
  path: string,
  query: Query,
  readPage: (context: Context, query: Query & { limit: number }) => Promise<Page<Item>>,
  stream: (context: Context, query: Query) => AsyncGenerator<string>,
): Promise<Item[]> {
  const { limit } = query;
  const app = await useReplica(call.app);
  if (limit === undefined) {
    const rows = stream(app, query);
    if (call.streamRows) {
      call.streamRows(rows);
      return [];
    }
    const batches = await Array.fromAsync(rows);
    return batches.flatMap((json) => JSON.parse(`[${json}]`, reviveDates) as Item[]);
  }
  const { items, total, exceedsTotal, nextCursor } = await readPage(app, { ...query, limit });
  if (total !== undefined) call.setHeader("X-Total-Count", String(total));
  if (exceedsTotal) call.setHeader("X-Total-Count-Exceeded", "true");
  if (nextCursor !== undefined) {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, cursor: nextCursor })) {
      if (value !== undefined) parameters.set(name, String(value));
    }
    call.setHeader("Link", `<${path}?${parameters.toString()}>; rel="next"`);
  }
  return items;
}

function reviveDates(key: string, value: unknown): unknown {
  return key === "createdAt" || key === "at" ? new Date(value as string) : value;
}
