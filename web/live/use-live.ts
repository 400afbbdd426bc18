import { useEffect } from "react";
import { trpc } from "../trpc.ts";
import { followAccount } from "./live-stream.ts";

/**
 * Keeps what is on the screen up to date while records arrive: the signed-in trader's own account, or that
 * of `userId` for administrators.
 */
export function useLive(userId?: number): void {
  const utils = trpc.useUtils();
  useEffect(
    () =>
      followAccount(userId, () => {
        void (userId === undefined ? utils.trader : utils.admin).invalidate();
      }),
    [userId, utils],
  );
}
