/**
 * If the stream is not connected for this long, polling replaces it: some proxies interrupt streams or hold them back.
 */
const POLL_AFTER = 5_000;
const POLL_EVERY = 15_000;
/** A sign-out ends the stream before its own response has arrived, which then closes the page without a reload. */
const REPORT_END_AFTER = 1_000;

function address({ userId, dataAge }: FollowedAccount): string {
  const age = { dataAge: dataAge() };
  const [path, json] =
    userId === undefined
      ? ["trader.live", age]
      : typeof userId === "string"
        ? [`admin.${userId}.live`, age]
        : ["admin.live", { userId, ...age }];
  return `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify({ json }))}`;
}

/** What administrators follow of all accounts: actions, or reviews and appeals. */
export type FollowedList = "actions" | "reviews";

export interface FollowedAccount {
  /** The trader, or a list, for administrators; the signed-in trader by default. */
  userId: number | FollowedList | undefined;
  /** Returns how many seconds ago the oldest data on the screen arrived. */
  dataAge: () => number;
}

/**
 * Follows the changes of an account while the page is visible. Hidden pages have no stream, because over HTTP/1.1 a
 * browser opens only six connections per site for all of its tabs.
 * @param onChange also called if changes may have been missed, and when the session has ended
 * @returns a function that stops it
 */
export function followAccount(account: FollowedAccount, onChange: () => void): () => void {
  let close = document.hidden ? undefined : openStream(account, onChange);
  const stopped = new AbortController();
  function followVisibility() {
    if (document.hidden) {
      close?.();
      close = undefined;
    } else if (!close) {
      onChange();
      close = openStream(account, onChange);
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
function openStream(account: FollowedAccount, onChange: () => void): () => void {
  const source = new EventSource(address(account));
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
    polling = setTimeout(onChange, REPORT_END_AFTER);
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
