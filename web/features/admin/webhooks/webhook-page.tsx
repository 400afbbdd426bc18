import Stack from "@mui/material/Stack";
import { useState } from "react";
import type { Webhook } from "../../../../src/business/watch/webhooks/webhook.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { useSubjectTitle } from "../../../app/document/page-meta.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { BackLink } from "../../../components/page/back-link.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Stack as Parts } from "../../../components/page/stack.tsx";
import { Fact, Facts, NoValue } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatMoment, sayMoment } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { useWebhook } from "./use-webhooks.ts";
import { webhookDialogs, type WebhookSearch } from "./webhook-dialogs.ts";
import { EventTags, useWebhookActions } from "./webhook-list.tsx";
import { describeState, formatCapped, webhookName } from "./webhook-words.ts";

interface WebhookPageProps {
  id: number;
  status: WebhookSearch["status"];
  onStatus: (status: WebhookSearch["status"]) => void;
}

/** Shows a webhook with its delivery log. */
export function WebhookPage({ id, ...page }: WebhookPageProps) {
  const query = useWebhook(id);
  return (
    <>
      <p>
        <BackLink to="/admin/webhooks">All webhooks</BackLink>
      </p>
      <Loaded
        query={query}
        noun="the webhook"
        skeleton={6}
        missing={
          <EmptyState
            icon="search"
            title="Webhook not found"
            text="It may have been deleted. Deletions are listed in the audit log."
          />
        }
      >
        {(webhook) => <LoadedWebhook webhook={webhook} {...page} />}
      </Loaded>
    </>
  );
}

function LoadedWebhook({
  webhook,
  status,
  onStatus,
}: Omit<WebhookPageProps, "id"> & { webhook: Webhook }) {
  const name = webhookName(webhook);
  const actions = useWebhookActions();
  const open = useOpenDialog(webhookDialogs);
  const isPaused = webhook.pausedAt !== null;
  useSubjectTitle(shorten(name));
  return (
    <>
      <PageHeader
        title={shorten(name)}
        subtitle={shorten(webhook.url)}
        aside={
          <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", alignItems: "center", gap: 1 }}>
            <Button
              isPending={actions.isSendingTest}
              pendingLabel="Sending..."
              onClick={() => actions.sendTest(webhook)}
            >
              Send Test Event
            </Button>
            <Button
              look={isPaused ? "primary" : "secondary"}
              isPending={actions.isPausing}
              onClick={() => actions.setPaused(webhook, !isPaused)}
            >
              {isPaused ? "Resume" : "Pause"}
            </Button>
            <ActionMenu
              label={`Actions for ${shorten(name)}`}
              actions={actions.dialogsOf(webhook)}
            />
          </Stack>
        }
      />
      <Parts>
        <WebhookStatusNotice webhook={webhook} />
        <Settings webhook={webhook} />
        <DeliveryLog
          webhook={webhook}
          status={status}
          onStatus={onStatus}
          onOpen={({ id: delivery }) => open("delivery", `${webhook.id}-${delivery}`)}
        />
      </Parts>
    </>
  );
}

/** Explains why nothing is sent, or why the webhook will soon be paused. */
function WebhookStatusNotice({ webhook }: { webhook: Webhook }) {
  const { pauseReason, pausedAt, failingSince, waiting } = webhook;
  if (pausedAt && pauseReason !== null) {
    const cause = {
      administrator: "An administrator paused it",
      failures: "It was paused because all delivery attempts failed for three days",
      gone: "It was paused because it responded with 410 Gone",
    }[pauseReason];
    const waits =
      waiting === 0
        ? "Events wait for up to 30 days, and are sent when it is resumed."
        : `${formatCapped(waiting)} ${waiting === 1 ? "event waits" : "events wait"} to be sent when it is resumed.`;
    return (
      <Notice tone={pauseReason === "administrator" ? "info" : "danger"} title="Nothing is sent">
        <p>{`${cause}, ${sayMoment(pausedAt)}. ${waits}`}</p>
      </Notice>
    );
  }
  if (!failingSince) return null;
  return (
    <Notice tone="warning" title="Deliveries are failing">
      <p>
        {`Since ${sayMoment(failingSince)}. Each is attempted ten times over three days; if all fail, the webhook is paused.`}
      </p>
    </Notice>
  );
}

function Settings({ webhook }: { webhook: Webhook }) {
  const { contact, createdAt, createdBy, events, previousSecretUntil } = webhook;
  const { tone, word } = describeState(webhook);
  const [now] = useState(() => new Date());
  const isRotating = previousSecretUntil !== null && previousSecretUntil > now;
  return (
    <Panel title="Settings" aside={<Badge tone={tone}>{word}</Badge>}>
      <Facts>
        <Fact name="Events">
          <EventTags events={events} />
        </Fact>
        <Fact name="Contact">{contact ?? <NoValue>No email if it fails</NoValue>}</Fact>
        <Fact name="Secret">
          {isRotating
            ? `Rotated; the previous one is also used until ${sayMoment(previousSecretUntil)}`
            : "Set; shown only when it is created"}
        </Fact>
        <Fact name="Added">{`${formatMoment(createdAt)} by ${shorten(createdBy)}`}</Fact>
      </Facts>
    </Panel>
  );
}
