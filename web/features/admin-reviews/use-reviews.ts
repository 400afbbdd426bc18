import { staleTimes } from "../../api-client/query-client.ts";
import { prefetcher } from "../../api-client/prefetcher.ts";
import { trpc } from "../../trpc.ts";

const options = {
  // Short, so opening the queue shows what is waiting now.
  staleTime: 5_000,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

export type ReviewStatus = "open" | "decided";

const pageOf = (status: ReviewStatus) => ({ status, limit: 25 });

/** Those that wait, the oldest first; those that are decided, the newest first. */
export function useReviewPages(status: ReviewStatus) {
  return trpc.admin.reviews.page.useInfiniteQuery(pageOf(status), options);
}

/** One review with its trader and stage. */
export function useReview(id: number) {
  return trpc.admin.reviews.get.useQuery({ id }, { staleTime: 5_000 });
}

/** The verdict on the stage of a review as of now. */
export function usePresentVerdict({ userId, stageId }: { userId: number; stageId: number }) {
  return trpc.admin.verdict.useQuery({ userId, stage: stageId }, { refetchOnMount: "always" });
}

/** The rule sets that the next stage can be judged by. */
export function useRuleSets() {
  return trpc.admin.rules.list.useQuery(undefined, { staleTime: staleTimes.adminPages });
}

export function prefetchReviews(id: number | undefined) {
  void prefetcher.admin.reviews.page.prefetchInfinite(pageOf("open"), options);
  void prefetcher.admin.reviews.page.prefetchInfinite(pageOf("decided"), options);
  if (id !== undefined) void prefetcher.admin.reviews.get.prefetch({ id }, { staleTime: 5_000 });
}
