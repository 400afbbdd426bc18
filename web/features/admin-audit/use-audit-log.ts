import { keepPreviousData } from "@tanstack/react-query";
import { prefetcher } from "../../api-client/prefetcher.ts";
import { trpc } from "../../trpc.ts";
import type { AuditQuery } from "./audit-query.ts";

const options = {
  // Whoever opens the log wants to see what has just happened.
  staleTime: 5_000,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

/** The events that match, page after page, newest first. */
export function useAuditLog(query: AuditQuery) {
  return trpc.admin.audit.page.useInfiniteQuery(query, {
    ...options,
    placeholderData: keepPreviousData,
  });
}

export function prefetchAuditLog(query: AuditQuery) {
  void prefetcher.admin.audit.page.prefetchInfinite(query, options);
}
