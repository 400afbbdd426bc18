import {
  type Query,
  type QueryClient,
  type QueryFilters,
  useQueryClient,
} from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import { isUnrecorded } from "../api-client/use-admin-outcome.ts";
import { trpc } from "../../trpc.ts";
import { followAccount, type FollowedList } from "./live-stream.ts";
import { reloadLater, whenLoaded } from "./reload-later.ts";

/**
 * Keeps what is on the screen up to date while records arrive: the signed-in trader's own account, or that
 * of `userId` for administrators, or a list of all accounts.
 */
export function useLive(userId?: number | FollowedList): void {
  const client = useQueryClient();
  useEffect(() => {
    const filters = {
      queryKey: getQueryKey(userId === undefined ? trpc.trader : trpc.admin),
      predicate: predicateFor(userId),
    };
    const dataAge = () => secondsSinceOldest(client, filters);
    const stopped = new AbortController();
    async function follow() {
      // Over HTTP/1.1, the stream would take one of six connections from the data that the screen waits for.
      await whenLoaded(client, filters);
      if (stopped.signal.aborted) return;
      const stop = followAccount({ userId, dataAge }, reloadLater(client, filters));
      stopped.signal.addEventListener("abort", stop);
    }
    void follow();
    return () => stopped.abort();
  }, [userId, client]);
}

function predicateFor(userId: number | FollowedList | undefined) {
  if (userId === undefined) return isUnrecorded;
  return typeof userId === "string" ? followsList(userId) : followsRecords(userId);
}

const { actions, appeals, bridges, overview, reviews } = trpc.admin;
const routersOf = {
  actions: [actions, bridges, overview],
  reviews: [reviews, appeals, overview],
} as const;

/** Matches what a change of any action, or of any review or appeal, may have changed. */
export function followsList(list: FollowedList) {
  const paths = routersOf[list].map((router) => pathOf(getQueryKey(router)));
  return ({ queryKey }: Pick<Query, "queryKey">): boolean =>
    paths.some((path) => pathOf([queryKey[0]]).startsWith(path));
}

/** What administrators read about a trader that does not follow from the records. */
const unaffectedPaths = [getQueryKey(trpc.admin.notes), getQueryKey(trpc.admin.certificates)].map(
  pathOf,
);

/** Matches what a change of the trader's records may have changed: reads about that trader, which name them. */
export function followsRecords(userId: number) {
  return ({ queryKey }: Pick<Query, "queryKey">): boolean => {
    const [path, options] = queryKey as [unknown, { input?: Record<string, unknown> }?];
    const { input } = options ?? {};
    const isAbout = [input?.userId, input?.id, input?.traderId].some(
      (id) => id === userId || id === String(userId),
    );
    return (
      isAbout &&
      isUnrecorded({ queryKey }) &&
      !unaffectedPaths.some((unaffectedPath) => pathOf([path]).startsWith(unaffectedPath))
    );
  };
}

function pathOf([path]: readonly unknown[]): string {
  return Array.isArray(path) ? path.join(".") : "";
}

/** Queries without data count as if it had just arrived. */
function secondsSinceOldest(client: QueryClient, filters: QueryFilters): number {
  const queries = client.getQueryCache().findAll({ ...filters, type: "active" });
  const arrivals = queries.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
  const now = Date.now();
  return Math.ceil((now - Math.min(now, ...arrivals)) / 1000);
}
