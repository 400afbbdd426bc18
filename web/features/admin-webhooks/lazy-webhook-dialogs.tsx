import { wasAnyOpened } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { WebhookDialogsState } from "./use-webhook-dialogs.ts";

const WebhookDialogs = lazyComponent(() =>
  import("./webhook-dialogs.tsx").then((m) => m.WebhookDialogs),
);

/** Renders the dialogs; their code loads with the first of them. */
export function LazyWebhookDialogs(dialogs: WebhookDialogsState) {
  if (!wasAnyOpened(dialogs)) return null;
  return <WebhookDialogs {...dialogs} />;
}
