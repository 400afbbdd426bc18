import { useRef } from "react";

/**
 * Ignores calls while an earlier one is in flight. A mutation's `isPending` is set too late to block the second click
 * of a double click.
 * @param act must resolve, even if the action fails
 */
export function useSingleFlight<Args extends unknown[]>(act: (...args: Args) => Promise<void>) {
  const isBusy = useRef(false);
  return async (...args: Args): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    await act(...args).finally(() => (isBusy.current = false));
  };
}
