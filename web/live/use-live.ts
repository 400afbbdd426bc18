import { useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import { isUnrecorded } from "../api-client/recorded-reads.ts";
import { trpc } from "../trpc.ts";
import { followAccount } from "./live-stream.ts";
import { reloadLater } from "./reload-later.ts";

/**
 * Keeps what is on the screen up to date while records arrive: the signed-in trader's own account, or that
 * of `userId` for administrators.
 */
export function useLive(userId?: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = getQueryKey(userId === undefined ? trpc.trader : trpc.admin);
    return followAccount(userId, reloadLater(client, { queryKey, predicate: isUnrecorded }));
  }, [userId, client]);
}
