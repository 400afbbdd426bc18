import { lazy, Suspense } from "react";
import { loadWebhookDialogs, type WebhookDialogsState } from "./use-webhook-dialogs.ts";

const WebhookDialogs = lazy(() =>
  loadWebhookDialogs().then((m) => ({ default: m.WebhookDialogs })),
);

/** The dialogs, whose code is fetched only if one opens. */
export function LazyWebhookDialogs(dialogs: WebhookDialogsState) {
  if (Object.values(dialogs).every(({ key }) => key === 0)) return null;
  return (
    <Suspense fallback={null}>
      <WebhookDialogs {...dialogs} />
    </Suspense>
  );
}
