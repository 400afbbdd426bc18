export type Change = `${"trader" | "admin"}-${"signed-in" | "signed-out"}`;

const channel = new BroadcastChannel("session");

export function notifyOtherTabs(change: Change) {
  channel.postMessage(change);
}

/** Listens to other tabs. All tabs share one cookie, and therefore one session. */
export function followOtherTabs(follow: (change: Change) => void): () => void {
  const listener = (event: MessageEvent<Change>) => follow(event.data);
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
}
