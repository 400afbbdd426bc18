import type { Webhook } from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import type { Action } from "../../components/menu/action-menu.tsx";
import { trpc } from "../../trpc.ts";
import type { WebhookDialogsState } from "./use-webhook-dialogs.ts";

/** Returns the actions on a webhook that need no dialog first. */
export function useWebhookActions(dialogs: WebhookDialogsState) {
  const { succeeded, failed, refresh } = useAdminOutcome();
  const update = trpc.admin.webhooks.update.useMutation({
    onSuccess: ({ pausedAt }) => succeeded(pausedAt ? "Webhook paused" : "Webhook resumed"),
    onError: (error) => failed("Failed to change the webhook", error),
  });
  const test = trpc.admin.webhooks.test.useMutation({
    onSuccess: ({ id, webhookId }) => {
      // The dialog shows the response as soon as it arrives.
      dialogs.delivery.open({ id: webhookId, deliveryId: id });
      return refresh();
    },
    onError: (error) => failed("Failed to send the test event", error),
  });
  return {
    isSendingTest: test.isPending,
    isPausing: update.isPending,
    sendTest: ({ id }: Webhook) => test.mutate({ id }),
    setPaused: ({ id }: Webhook, paused: boolean) => update.mutate({ id, paused }),
  };
}

/** Returns the entries of the webhook's menu; its page has buttons for some of them. */
export function webhookActions(
  webhook: Webhook,
  dialogs: WebhookDialogsState,
  actions?: ReturnType<typeof useWebhookActions>,
): Action[] {
  const isPaused = webhook.pausedAt !== null;
  const immediate = actions
    ? [
        { label: "Send Test Event", onSelect: () => actions.sendTest(webhook) },
        {
          label: isPaused ? "Resume" : "Pause",
          onSelect: () => actions.setPaused(webhook, !isPaused),
        },
      ]
    : [];
  return [
    ...immediate,
    { label: "Edit", onSelect: () => dialogs.edit.open(webhook) },
    { label: "Rotate Secret", onSelect: () => dialogs.rotate.open(webhook) },
    { label: "Delete", startsGroup: true, onSelect: () => dialogs.remove.open(webhook) },
  ];
}
