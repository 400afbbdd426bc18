import type { PaymentTotal } from "../../../src/business/payments/payments.schema.ts";
import { prefetcher } from "../../api-client/prefetcher.ts";
import { trpc } from "../../trpc.ts";

const options = {
  // Short, so that opening the page shows what waits now.
  staleTime: 5_000,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

const unpaidQuery = { limit: 100 };
const runsQuery = { limit: 25 };

export function useUnpaid() {
  return trpc.admin.payments.unpaidPage.useInfiniteQuery(unpaidQuery, options);
}

export function useRuns() {
  return trpc.admin.payments.page.useInfiniteQuery(runsQuery, options);
}

export function useSummary() {
  return trpc.admin.payments.summary.useQuery(undefined, { staleTime: options.staleTime });
}

export function usePaymentAccount() {
  return trpc.admin.payments.account.useQuery(undefined, { staleTime: options.staleTime });
}

export function useRun(id: number) {
  return trpc.admin.payments.get.useQuery({ id }, { staleTime: options.staleTime });
}

export function prefetchPayments() {
  void prefetcher.admin.payments.unpaidPage.prefetchInfinite(unpaidQuery, options);
  void prefetcher.admin.payments.page.prefetchInfinite(runsQuery, options);
  void prefetcher.admin.payments.summary.prefetch();
  void prefetcher.admin.payments.account.prefetch();
}

/** The number of payments in all totals. */
export const countOf = (totals: readonly PaymentTotal[]) =>
  totals.reduce((sum, { count }) => sum + count, 0);
