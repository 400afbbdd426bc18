import { keepPreviousData } from "@tanstack/react-query";
import type { WebhookDelivery } from "../../../../src/business/watch/webhooks/webhook.schema.ts";
import { cursorPages, pollWhile, startsSoon } from "../../../app/api-client/queries.ts";
import { trpc } from "../../../trpc.ts";

interface LogQuery {
  id: number;
  status?: WebhookDelivery["status"];
}

export function useWebhooks() {
  return trpc.admin.webhooks.list.useQuery();
}

export function useWebhook(id: number) {
  return trpc.admin.webhooks.get.useQuery({ id });
}

/** Fetches the log of a webhook, newest first, and refetches it: often while an attempt is due, else for new events. */
export function useDeliveries(query: LogQuery) {
  return trpc.admin.webhooks.deliveryPage.useInfiniteQuery(query, {
    ...cursorPages,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      pollWhile(state.data?.pages.some(({ rows }) => rows.some(isDue))) || 5_000,
  });
}

/** Fetches a delivery with its attempts, and refetches it while an attempt is due. */
export function useDelivery(ids: { id: number; deliveryId: number }) {
  return trpc.admin.webhooks.delivery.useQuery(ids, {
    staleTime: 0,
    refetchInterval: ({ state }) => pollWhile(state.data && isDue(state.data)),
  });
}

/** Returns whether an attempt is in progress, or will start within seconds. */
export function isDue({ status, nextAttemptAt }: WebhookDelivery): boolean {
  return status === "pending" && startsSoon(nextAttemptAt);
}
