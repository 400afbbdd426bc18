import type { Query } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "../../trpc.ts";

/**
 * The audit log records each of these reads as a view of a master password or of payment details. They are sent only
 * when an administrator opens a dialog or asks for the secret, so everything else on the screen comes from other reads.
 */
const recordedReads = new Set(
  [trpc.admin.users.get, trpc.admin.payouts.get].map((read) => pathOf(getQueryKey(read))),
);

/** For everything that refetches several queries at once. */
export function isUnrecorded({ queryKey }: Pick<Query, "queryKey">): boolean {
  return !recordedReads.has(pathOf(queryKey));
}

function pathOf([path]: readonly unknown[]): string {
  return Array.isArray(path) ? path.join(".") : "";
}
