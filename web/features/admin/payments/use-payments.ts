import { keepPreviousData } from "@tanstack/react-query";
import { cursorPages } from "../../../app/api-client/queries.ts";
import { trpc } from "../../../trpc.ts";

/** Fetches the unpaid requests whose traders a search finds, those that have waited longest first. */
export function useUnpaid(search: string) {
  return trpc.admin.payments.unpaidPage.useInfiniteQuery(
    { limit: 100, ...(search !== "" && { search }) },
    { ...cursorPages, placeholderData: keepPreviousData },
  );
}

export function useRuns() {
  return trpc.admin.payments.page.useInfiniteQuery({ limit: 25 }, cursorPages);
}

export function useSummary() {
  return trpc.admin.payments.summary.useQuery();
}

export function usePaymentAccount() {
  return trpc.admin.payments.account.useQuery();
}

/** The firm's time zone, in which the days of runs are; `undefined` until it has loaded. */
export function useFirmZone(): string | undefined {
  return trpc.admin.settings.firm.get.useQuery().data?.timeZone;
}

export function useRun(id: number) {
  return trpc.admin.payments.get.useQuery({ id });
}
