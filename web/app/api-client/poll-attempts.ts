/** Milliseconds between two requests for something of which an attempt is about to start. */
const POLL_INTERVAL = 1_500;

/** Returns whether an attempt is in progress, or will start within seconds, as after "Send Again". */
export function startsSoon(nextAttemptAt: Date | null): boolean {
  return nextAttemptAt !== null && nextAttemptAt.getTime() - Date.now() < 10_000;
}

/** Returns the interval at which a query is refetched: only while an attempt is due. */
export const pollWhile = (isDue: boolean | undefined) => (isDue ? POLL_INTERVAL : false);
