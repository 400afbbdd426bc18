import { useNavigate } from "@tanstack/react-router";
import type { QueuedReview } from "../../../../src/business/decisions/reviews/review.schema.ts";
import { prefetcher } from "../../../app/api-client/prefetcher.ts";
import { cursorPages } from "../../../app/api-client/queries.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { trpc } from "../../../trpc.ts";
import { contradictionsOf } from "./review-words.ts";

export type ReviewStatus = "open" | "decided";

const pageOf = (status: ReviewStatus) => ({ status, limit: 25 });

/** Fetches open reviews, the oldest first, or decided ones, the newest first. */
export function useReviewPages(status: ReviewStatus) {
  return trpc.admin.reviews.page.useInfiniteQuery(pageOf(status), cursorPages);
}

/** Returns the neighbours of a review among those that are open, and the one that has waited longest besides it. */
export function useNeighbours(id: number) {
  const pages = useReviewPages("open").data?.pages ?? [];
  const ids = pages.flatMap(({ rows }) => rows.map((row) => row.id));
  const place = ids.indexOf(id);
  const oldest = ids.find((each) => each !== id);
  return {
    oldest,
    next: place === -1 ? oldest : ids[place + 1],
    previous: place === -1 ? undefined : ids[place - 1],
  };
}

/** Returns a function that opens a review next to the queue. */
export function useOpenReview() {
  const navigate = useNavigate();
  return (id: number) => void navigate({ to: "/admin/reviews", search: { review: id } });
}

/** Fetches a review with its trader and stage. */
export function useReview(id: number) {
  return trpc.admin.reviews.get.useQuery({ id });
}

/** Returns the current verdict on the stage of a review, which comes with an open one and is fetched for another. */
export function usePresentVerdict({ userId, stageId, current }: QueuedReview) {
  const query = trpc.admin.verdict.useQuery(
    { userId, stage: stageId },
    { refetchOnMount: "always", enabled: current === null },
  );
  return {
    data: current?.verdict ?? query.data,
    isPending: current === null && query.isPending,
    isLoadingError: query.isLoadingError,
    refetch: query.refetch,
  };
}

/**
 * Reads what contradicts a review: findings on the current records, and statements of another account.
 * @returns sentences; `undefined` until both are known
 */
export function useContradictions(review: QueuedReview): string[] | undefined {
  const { userId, stageId } = review;
  const present = usePresentVerdict(review);
  const statements = trpc.admin.statements.list.useQuery(
    { userId },
    { staleTime: staleTimes.adminPages },
  );
  if (present.isPending || statements.isPending) return undefined;
  if (!present.data || !statements.data) {
    return ["The current verdict or the statements could not be read."];
  }
  const ofStage = statements.data.filter((statement) => statement.stageId === stageId);
  return contradictionsOf(present.data, ofStage);
}

export function prefetchReviews(id: number | undefined) {
  void prefetcher.admin.reviews.page.prefetchInfinite(pageOf("open"));
  void prefetcher.admin.reviews.page.prefetchInfinite(pageOf("decided"));
  if (id !== undefined) void prefetcher.admin.reviews.get.prefetch({ id });
}
