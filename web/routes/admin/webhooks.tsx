import { createFileRoute } from "@tanstack/react-router";
import type { WebhookWithSecret } from "../../../src/business/watch/webhooks/webhook.schema.ts";
import { Dialogs, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { useRefusal } from "../../app/session/use-may.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import {
  readWebhookSearch,
  webhookDialogs,
  type WebhookSearch,
} from "../../features/admin/webhooks/webhook-dialogs.ts";
import { WebhookList } from "../../features/admin/webhooks/webhook-list.tsx";
import { WebhookPage } from "../../features/admin/webhooks/webhook-page.tsx";
import { useCleanUrl } from "../../table/state/use-table-change.ts";

const SigningSecretDialog = lazyComponent(() =>
  import("../../features/admin/webhooks/webhook-forms.tsx").then((m) => m.SigningSecretDialog),
);

export const Route = createFileRoute("/admin/webhooks")({
  // The page itself validates the search: code used here is part of the initial bundle of every page.
  validateSearch: (raw: Record<string, unknown>): WebhookSearch => raw,
  component: Webhooks,
  staticData: { title: "Webhooks" },
});

function Webhooks() {
  const raw = Route.useSearch();
  const search = readWebhookSearch({ ...raw });
  useCleanUrl(raw, search);
  const navigate = Route.useNavigate();
  const open = useOpenDialog(webhookDialogs);
  // A secret that is shown once has no address.
  const secret = useDialog<WebhookWithSecret>();
  const refusal = useRefusal("webhooks.manage");
  const { webhook, status } = search;
  return (
    <>
      {webhook === undefined || refusal ? (
        <PageHeader
          title="Webhooks"
          subtitle="Signed events for other systems, retried until they are received"
          aside={
            <PermittedButton
              ability="webhooks.manage"
              look="primary"
              onClick={() => open("create")}
            >
              <Icon name="plus" size={16} />
              Add Webhook
            </PermittedButton>
          }
        />
      ) : null}
      <PermittedContent to="webhooks.manage" title="Only owners see webhooks">
        {webhook === undefined ? (
          <WebhookList />
        ) : (
          <WebhookPage
            key={webhook}
            id={webhook}
            status={status}
            onStatus={(chosen) =>
              void navigate({ search: { webhook, status: chosen }, resetScroll: false })
            }
          />
        )}
      </PermittedContent>
      <Dialogs of={webhookDialogs} with={{ onSecret: secret.open }} />
      <Opened dialog={secret}>
        {(frame, created) => <SigningSecretDialog {...frame} webhook={created} />}
      </Opened>
    </>
  );
}
