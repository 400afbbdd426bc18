import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Loads the active queries under a key again, as soon as none of them is being loaded. What is on its way may be older
 * than the change, and cancelling it for every change could go on for as long as changes come.
 * @returns a function that is called after each change
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
