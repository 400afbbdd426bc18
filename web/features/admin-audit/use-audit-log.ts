import { keepPreviousData } from "@tanstack/react-query";
import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { trpc } from "../../trpc.ts";
import type { AuditQuery } from "./audit-query.ts";

const options = {
  // Short, so that opening the log shows the latest events.
  staleTime: 5_000,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

/** Fetches the matching events page by page, newest first. */
export function useAuditLog(query: AuditQuery) {
  return trpc.admin.audit.page.useInfiniteQuery(query, {
    ...options,
    placeholderData: keepPreviousData,
  });
}

export function prefetchAuditLog(query: AuditQuery) {
  void prefetcher.admin.audit.page.prefetchInfinite(query, options);
}
