import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { usePreload } from "../../app/document/use-preload.ts";
import type { WebhookDialogsState } from "./use-webhook-dialogs.ts";

const WebhookDialogs = lazyComponent(() =>
  import("./webhook-dialogs.tsx").then((m) => m.WebhookDialogs),
);

/** Renders the dialogs, whose code is preloaded, so that the first one opens without a delay. */
export function LazyWebhookDialogs(dialogs: WebhookDialogsState) {
  usePreload(WebhookDialogs.preload);
  if (!wasAnyOpened(dialogs)) return null;
  return <WebhookDialogs {...dialogs} />;
}
