/** A stream that is not connected for this long is replaced by polling: some proxies cut or hold it back. */
const POLL_AFTER = 5_000;
const POLL_EVERY = 15_000;

const address = (userId: number | undefined) =>
  userId === undefined
    ? "/api/trpc/trader.live"
    : `/api/trpc/admin.live?input=${encodeURIComponent(JSON.stringify({ json: { userId } }))}`;

/**
 * Follows the changes of an account: the signed-in trader's own, or that of `userId` for administrators.
 * The browser's EventSource reads tRPC's stream and connects again; tRPC's own link would add more to the
 * first load than this file has.
 * @param onChange also called after changes may have been missed, and when the session has ended
 * @returns a function that ends it
 */
export function followAccount(userId: number | undefined, onChange: () => void): () => void {
  const source = new EventSource(address(userId));
  let hasConnected = false;
  let polling: ReturnType<typeof setTimeout> | undefined;
  const poll = (delay: number) => {
    polling ??= setTimeout(() => {
      polling = undefined;
      onChange();
      poll(POLL_EVERY);
    }, delay);
  };
  const stop = () => {
    source.close();
    clearTimeout(polling);
  };
  // The session has ended: what is loaded again says so.
  const end = () => {
    stop();
    onChange();
  };
  source.addEventListener("message", onChange);
  source.addEventListener("return", end);
  source.addEventListener("serialized-error", end);
  source.addEventListener("error", () => {
    // The browser connects again unless the server refused.
    if (source.readyState === EventSource.CLOSED) end();
    else poll(POLL_AFTER);
  });
  source.addEventListener("connected", () => {
    clearTimeout(polling);
    polling = undefined;
    if (hasConnected) onChange();
    hasConnected = true;
  });
  poll(POLL_AFTER);
  return stop;
}
