import { createFileRoute } from "@tanstack/react-router";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { LazyWebhookDialogs } from "../../features/admin-webhooks/lazy-webhook-dialogs.tsx";
import { useWebhookDialogs } from "../../features/admin-webhooks/use-webhook-dialogs.ts";
import { WebhookList } from "../../features/admin-webhooks/webhook-list.tsx";
import { WebhookPage } from "../../features/admin-webhooks/webhook-page.tsx";
import {
  readWebhookSearch,
  type WebhookSearch,
} from "../../features/admin-webhooks/webhook-search.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { useRefusal } from "../../app/session/use-may.ts";
import { useCleanUrl } from "../../table/state/use-clean-url.ts";

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
  const dialogs = useWebhookDialogs();
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
              onClick={() => dialogs.create.open(null)}
            >
              <Icon name="plus" size={16} />
              Add Webhook
            </PermittedButton>
          }
        />
      ) : null}
      <PermittedContent to="webhooks.manage" title="Only owners see webhooks">
        {webhook === undefined ? (
          <WebhookList dialogs={dialogs} />
        ) : (
          <WebhookPage
            key={webhook}
            id={webhook}
            status={status}
            onStatus={(chosen) =>
              void navigate({ search: { webhook, status: chosen }, resetScroll: false })
            }
            dialogs={dialogs}
          />
        )}
      </PermittedContent>
      <LazyWebhookDialogs {...dialogs} />
    </>
  );
}
