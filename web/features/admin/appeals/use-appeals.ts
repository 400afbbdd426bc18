import { useNavigate } from "@tanstack/react-router";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { trpc } from "../../../trpc.ts";

/** The open appeals, those that have waited longest first. */
const waiting = { status: "open", sort: "place", order: "asc", pageSize: 100 } as const;

/** Returns the neighbours of an appeal among those that are open; of a decided one, the first of them. */
export function useNeighbours(id: number) {
  const { data } = trpc.admin.appeals.page.useQuery(waiting, { staleTime: staleTimes.adminPages });
  const ids = data?.rows.map((appeal) => appeal.id) ?? [];
  const place = ids.indexOf(id);
  return {
    next: place === -1 ? ids[0] : ids[place + 1],
    previous: place === -1 ? undefined : ids[place - 1],
  };
}

/** Returns a function that opens an appeal. */
export function useOpenAppeal() {
  const navigate = useNavigate();
  return (id: number) => void navigate({ to: "/admin/appeals", search: { appeal: id } });
}
