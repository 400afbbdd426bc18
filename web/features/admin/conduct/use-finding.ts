import { useNavigate } from "@tanstack/react-router";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { trpc } from "../../../trpc.ts";

export function useFinding(id: number) {
  return trpc.admin.conduct.get.useQuery({ id });
}

/** Returns the neighbours of a finding among those that stand, in the order of the table. */
export function useNeighbours(id: number) {
  const { data } = trpc.admin.conduct.list.useQuery(
    { status: "stands", limit: 200 },
    { staleTime: staleTimes.adminPages },
  );
  const ids = data?.map((each) => each.id) ?? [];
  const place = ids.indexOf(id);
  return {
    next: place === -1 ? ids[0] : ids[place + 1],
    previous: place === -1 ? undefined : ids[place - 1],
  };
}

/** Returns a function that opens the page of a finding. */
export function useOpenFinding() {
  const navigate = useNavigate();
  return (id: number) => void navigate({ to: "/admin/conduct/$id", params: { id: String(id) } });
}
