import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

/** Each read is recorded for everyone shown, so nothing but a write reads a case again. */
const once = { retry: false, refetchOnWindowFocus: false, staleTime: Infinity } as const;

export const useLink = (id: number) => trpc.admin.links.get.useQuery({ id }, once);

/** Returns the neighbours of a case among those that are open. The list has no names, so reading it is not recorded. */
export function useNeighbours(id: number) {
  const { data } = trpc.admin.links.list.useQuery(
    { status: "open", limit: 200 },
    { staleTime: staleTimes.adminPages },
  );
  const ids = data?.map((each) => each.id) ?? [];
  const place = ids.indexOf(id);
  return {
    next: place === -1 ? ids[0] : ids[place + 1],
    previous: place === -1 ? undefined : ids[place - 1],
  };
}

export const useLinkRows = (input: {
  id: number;
  kind: "copied" | "opposite";
  a: number;
  b: number;
}) => trpc.admin.links.rows.useQuery(input, once);
