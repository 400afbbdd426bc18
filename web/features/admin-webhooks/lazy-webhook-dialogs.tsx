import { lazy, Suspense } from "react";
import { loadWebhookDialogs, type WebhookDialogsState } from "./use-webhook-dialogs.ts";

const WebhookDialogs = lazy(() =>
  loadWebhookDialogs().then((m) => ({ default: m.WebhookDialogs })),
);

/** Renders the dialogs, whose code is loaded on demand. */
export function LazyWebhookDialogs(dialogs: WebhookDialogsState) {
  if (Object.values(dialogs).every(({ key }) => key === 0)) return null;
  return (
    <Suspense fallback={null}>
      <WebhookDialogs {...dialogs} />
    </Suspense>
  );
}
