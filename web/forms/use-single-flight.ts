import { useRef } from "react";

/**
 * Does nothing where the same is still being done: a mutation tells a moment too late that it is
 * under way to hold off a double click.
 * @param act resolves when it is over, whatever came of it
 */
export function useSingleFlight<Args extends unknown[]>(act: (...args: Args) => Promise<void>) {
  const isBusy = useRef(false);
  return async (...args: Args): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    await act(...args).finally(() => (isBusy.current = false));
  };
}
