import { prefetcher } from "../../app/api-client/prefetcher.ts";
import { trpc } from "../../trpc.ts";

const options = {
  // Short, so that opening the queue shows what currently waits.
  staleTime: 5_000,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

export type ReviewStatus = "open" | "decided";

const pageOf = (status: ReviewStatus) => ({ status, limit: 25 });

/** Fetches open reviews, the oldest first, or decided ones, the newest first. */
export function useReviewPages(status: ReviewStatus) {
  return trpc.admin.reviews.page.useInfiniteQuery(pageOf(status), options);
}

/** Fetches a review with its trader and stage. */
export function useReview(id: number) {
  return trpc.admin.reviews.get.useQuery({ id }, { staleTime: 5_000 });
}

/** Fetches the current verdict on the stage of a review. */
export function usePresentVerdict({ userId, stageId }: { userId: number; stageId: number }) {
  return trpc.admin.verdict.useQuery({ userId, stage: stageId }, { refetchOnMount: "always" });
}

export function prefetchReviews(id: number | undefined) {
  void prefetcher.admin.reviews.page.prefetchInfinite(pageOf("open"), options);
  void prefetcher.admin.reviews.page.prefetchInfinite(pageOf("decided"), options);
  if (id !== undefined) void prefetcher.admin.reviews.get.prefetch({ id }, { staleTime: 5_000 });
}

/** The review that is open next to the queue. */
export interface ReviewSearch {
  review?: number;
}

export function readReviewSearch(raw: Record<string, unknown>): ReviewSearch {
  const id = Number(raw.review);
  return { review: Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined };
}
