import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

const options = { staleTime: staleTimes.adminPages };

export function useViews(list: string) {
  return trpc.admin.views.list.useQuery({ list }, options);
}

export function prefetchViews(list: string) {
  void prefetcher.admin.views.list.prefetch({ list }, options);
}
