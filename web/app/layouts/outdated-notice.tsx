import { type Query, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import Alert from "@mui/material/Alert";
import { Icon } from "../../components/icon/icon.tsx";
import { formatTime } from "../../domain/format/dates.ts";
import { isTemporary, isUnreachable } from "../api-client/api-error.ts";

/** Says that the browser is offline, or how old the oldest data on the screen is, while it cannot be loaded again. */
export function OutdatedNotice() {
  const outdated = useOutdated();
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  if (!outdated && isOnline) return null;
  return (
    <Alert role="status" severity="warning" icon={<Icon name="alert" />} sx={{ borderRadius: 0 }}>
      {outdated
        ? describeOutdated(outdated.state, isOnline)
        : "You are offline. What you see is updated as soon as you are online again."}
    </Alert>
  );
}

function describeOutdated({ error, dataUpdatedAt }: Query["state"], isOnline: boolean): string {
  const time = formatTime(new Date(dataUpdatedAt));
  const cause = !isOnline
    ? "You are offline"
    : isUnreachable(error)
      ? "No connection"
      : "The latest update failed";
  return `${cause}. What you see is from ${time}; it is updated as soon as possible.`;
}

function onConnection(onChange: () => void): () => void {
  const events = ["online", "offline"] as const;
  for (const event of events) window.addEventListener(event, onChange);
  return () => events.forEach((event) => window.removeEventListener(event, onChange));
}

/** Returns the query whose data is the oldest of those on the screen that could not be loaded again. */
function useOutdated(): Query | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => oldestOutdated(cache),
  );
}

function oldestOutdated(cache: QueryCache): Query | undefined {
  const outdated = cache.findAll({ type: "active" }).filter(({ state }) => {
    return state.status === "error" && state.data !== undefined && isTemporary(state.error);
  });
  return outdated.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)[0];
}
