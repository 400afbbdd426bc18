interface JoinedQuery {
  isError: boolean;
  isFetchedAfterMount: boolean;
  refetch: () => Promise<unknown>;
}

/** Returns the state of queries whose data is shown together; `refetch` repeats only those that failed. */
export function joinQueries(...queries: JoinedQuery[]): JoinedQuery {
  const failed = queries.filter(({ isError }) => isError);
  return {
    isError: failed.length > 0,
    isFetchedAfterMount: queries.every(({ isFetchedAfterMount }) => isFetchedAfterMount),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
