import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Refetches the active queries under a key as soon as none of them is being fetched. A response in flight may be older
 * than the change, but cancelling it on each change could postpone it forever while changes keep arriving.
 * @returns a function to call after each change
 */
export function reloadLater(client: QueryClient, queryKey: QueryKey): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    void whenLoaded(client, queryKey).then(() => {
      isWaiting = false;
      return client.invalidateQueries({ queryKey });
    });
  };
}

function whenLoaded(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isLoading = () => client.isFetching({ queryKey }) > 0;
  if (!isLoading()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(() => {
      if (isLoading()) return;
      unsubscribe();
      resolve();
    });
  });
}
