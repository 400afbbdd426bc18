import {
  type Query,
  type QueryClient,
  type QueryFilters,
  useQueryClient,
} from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import { isUnrecorded } from "../api-client/recorded-reads.ts";
import { trpc } from "../../trpc.ts";
import { followAccount } from "./live-stream.ts";
import { reloadLater, whenLoaded } from "./reload-later.ts";

/**
 * Keeps what is on the screen up to date while records arrive: the signed-in trader's own account, or that
 * of `userId` for administrators, or the actions of all accounts.
 */
export function useLive(userId?: number | "actions"): void {
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

function predicateFor(userId: number | "actions" | undefined) {
  if (userId === undefined) return isUnrecorded;
  return userId === "actions" ? followsActions : followsRecords(userId);
}

const pathsOfActions = [trpc.admin.actions, trpc.admin.bridges, trpc.admin.overview]
  .map((router) => getQueryKey(router))
  .map(pathOf);

/** Matches what a change of any action may have changed. */
function followsActions({ queryKey }: Pick<Query, "queryKey">): boolean {
  return pathsOfActions.some((path) => pathOf([queryKey[0]]).startsWith(path));
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
