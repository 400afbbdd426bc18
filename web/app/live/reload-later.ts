import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Refetches the active queries that match as soon as none of them is being fetched. A response in flight may be older
 * than the change, but cancelling it on each change could postpone it forever while changes keep arriving.
 * @returns a function to call after each change
 */
export function reloadLater(client: QueryClient, filters: QueryFilters): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    void whenLoaded(client, filters).then(() => {
      isWaiting = false;
      return client.invalidateQueries(filters);
    });
  };
}

/** Resolves as soon as none of the active queries that match is being fetched. */
export function whenLoaded(client: QueryClient, filters: QueryFilters): Promise<void> {
  const isLoading = () => client.isFetching(filters) > 0;
  if (!isLoading()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(() => {
      if (isLoading()) return;
      unsubscribe();
      resolve();
    });
  });
}
