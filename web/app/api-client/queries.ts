import { type QueryKey, useQueryClient } from "@tanstack/react-query";

/**
 * Returns what a list in the cache says about an id, so that a dialog about a row of the screen opens before its own
 * data has arrived.
 * @param list the key of the call that returns the pages of the list
 */
export function useListed<Row extends { id: number }>(list: QueryKey, id: number): Row | undefined {
  const pages = useQueryClient().getQueriesData<{ rows?: Row[] }>({ queryKey: list });
  return pages.flatMap(([, page]) => page?.rows ?? []).find((row) => row.id === id);
}

/** The options of a list that is read page by page, each of which contains the cursor of the next one. */
export const cursorPages = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
};

interface JoinedQuery {
  isLoadingError: boolean;
  isFetchedAfterMount: boolean;
  refetch: () => Promise<unknown>;
}

/** Returns the state of queries whose data is shown together; `refetch` repeats only those that failed. */
export function joinQueries(...queries: JoinedQuery[]): JoinedQuery {
  const failed = queries.filter(({ isLoadingError }) => isLoadingError);
  return {
    isLoadingError: failed.length > 0,
    isFetchedAfterMount: queries.every(({ isFetchedAfterMount }) => isFetchedAfterMount),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

/** Milliseconds between two requests for something of which an attempt is about to start. */
const POLL_INTERVAL = 1_500;

/** Returns whether an attempt is in progress, or will start within seconds, as after "Send Again". */
export function startsSoon(nextAttemptAt: Date | null): boolean {
  return nextAttemptAt !== null && nextAttemptAt.getTime() - Date.now() < 10_000;
}

/** Returns the interval at which a query is refetched: only while an attempt is due. */
export const pollWhile = (isDue: boolean | undefined) => (isDue ? POLL_INTERVAL : false);
