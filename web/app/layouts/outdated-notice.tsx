import { type Query, type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import Alert from "@mui/material/Alert";
import { Icon } from "../../components/icon/icon.tsx";
import { formatTime } from "../../domain/format/dates.ts";
import { isTemporary, isUnreachable } from "../api-client/api-error.ts";

/** States how old the oldest data on the screen is, while it cannot be loaded again. */
export function OutdatedNotice() {
  const outdated = useOutdated();
  if (!outdated) return null;
  const { error, dataUpdatedAt } = outdated.state;
  const time = formatTime(new Date(dataUpdatedAt));
  const cause = isUnreachable(error) ? "No connection" : "The latest update failed";
  return (
    <Alert role="status" severity="warning" icon={<Icon name="alert" />} sx={{ borderRadius: 0 }}>
      {`${cause}. What you see is from ${time}; it is updated as soon as possible.`}
    </Alert>
  );
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
