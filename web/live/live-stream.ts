/**
 * If the stream is not connected for this long, polling replaces it: some proxies interrupt streams or hold them back.
 */
const POLL_AFTER = 5_000;
const POLL_EVERY = 15_000;

const address = (userId: number | undefined) =>
  userId === undefined
    ? "/api/trpc/trader.live"
    : `/api/trpc/admin.live?input=${encodeURIComponent(JSON.stringify({ json: { userId } }))}`;

/**
 * Follows the changes of an account while the page is visible: the signed-in trader's own, or that of `userId` for
 * administrators. Hidden pages have no stream, because over HTTP/1.1 a browser opens only six connections per site for
 * all of its tabs.
 * @param onChange also called if changes may have been missed, and when the session has ended
 * @returns a function that stops it
 */
export function followAccount(userId: number | undefined, onChange: () => void): () => void {
  let close = document.hidden ? undefined : openStream(userId, onChange);
  const stopped = new AbortController();
  function followVisibility() {
    if (document.hidden) {
      close?.();
      close = undefined;
    } else if (!close) {
      onChange();
      close = openStream(userId, onChange);
    }
  }
  document.addEventListener("visibilitychange", followVisibility, { signal: stopped.signal });
  return () => {
    stopped.abort();
    close?.();
  };
}

/**
 * Opens a stream. The browser's EventSource reads tRPC's stream and reconnects; tRPC's own link would add more code to
 * the initial bundle than this file.
 * @returns a function that closes it
 */
function openStream(userId: number | undefined, onChange: () => void): () => void {
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
  // After the session has ended, reloading the data reports it.
  const end = () => {
    stop();
    onChange();
  };
  source.addEventListener("message", onChange);
  source.addEventListener("return", end);
  source.addEventListener("serialized-error", end);
  source.addEventListener("error", () => {
    // The browser reconnects unless the server refused the connection.
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
