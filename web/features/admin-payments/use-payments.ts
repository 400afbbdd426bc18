import { trpc } from "../../trpc.ts";

const options = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

export function useUnpaid() {
  return trpc.admin.payments.unpaidPage.useInfiniteQuery({ limit: 100 }, options);
}

export function useRuns() {
  return trpc.admin.payments.page.useInfiniteQuery({ limit: 25 }, options);
}

export function useSummary() {
  return trpc.admin.payments.summary.useQuery();
}

export function usePaymentAccount() {
  return trpc.admin.payments.account.useQuery();
}

export function useRun(id: number) {
  return trpc.admin.payments.get.useQuery({ id });
}
