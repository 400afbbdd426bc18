import MuiLink from "@mui/material/Link";
import { createLink, Link } from "@tanstack/react-router";
import type { Webhook } from "../../../../src/business/watch/webhooks/webhook.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { Badge } from "../../../components/badge/badge.tsx";
import { Tag, TagList } from "../../../components/badge/tag.tsx";
import { Button } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { type Action, ActionMenu } from "../../../components/menu/action-menu.tsx";
import { NoValue } from "../../../components/panel/facts.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { Moment } from "../../../domain/format/moment.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { trpc } from "../../../trpc.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { webhookDialogs } from "./webhook-dialogs.ts";
import { describeOutcome, describeState, formatCapped, webhookName } from "./webhook-words.ts";

/** Lists all webhooks, newest first. */
export function WebhookList() {
  const query = useWebhooks();
  const open = useOpenDialog(webhookDialogs);
  return (
    <TableSurface>
      <Loaded query={query} noun="webhooks" skeleton={3} isInset>
        {(webhooks) =>
          webhooks.length > 0 ? (
            <WebhookTable webhooks={webhooks} />
          ) : (
            <EmptyState
              icon="refresh"
              title="No webhooks"
              text="Add the URL of another system, such as accounting or a CRM, and choose the events that it receives. A test event then shows whether it responds."
              action={<Button onClick={() => open("create")}>Add Your First Webhook</Button>}
            />
          )
        }
      </Loaded>
    </TableSurface>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const actions = useWebhookActions();
  const columns: Column<Webhook>[] = [
    {
      title: "Webhook",
      cell: (webhook) => (
        <Lines below={shorten(webhook.url)}>
          <Link to="/admin/webhooks" search={{ webhook: webhook.id }}>
            {shorten(webhookName(webhook))}
          </Link>
        </Lines>
      ),
    },
    { title: "Events", cell: ({ events }) => <EventTags events={events} most={2} /> },
    { title: "Status", cell: (webhook) => <State webhook={webhook} /> },
    {
      title: "Last Delivery",
      cell: (webhook) =>
        webhook.lastAttemptAt ? (
          <Lines below={describeOutcome(webhook)}>
            <Moment at={webhook.lastAttemptAt} as="ago" />
          </Lines>
        ) : (
          <NoValue>None yet</NoValue>
        ),
    },
    { title: "Waiting", cell: (webhook) => <Count webhook={webhook} of="waiting" /> },
    { title: "Failed", cell: (webhook) => <Count webhook={webhook} of="failed" /> },
    {
      title: "Actions",
      align: "end",
      cell: (webhook) => (
        <ActionMenu
          label={`Actions for ${shorten(webhookName(webhook))}`}
          actions={actions.menu(webhook)}
        />
      ),
    },
  ];
  return (
    <Table name="Webhooks" columns={columns} rows={webhooks} rowKey={({ id }) => id} isInset />
  );
}

function State({ webhook }: { webhook: Webhook }) {
  const { word, tone, reason } = describeState(webhook);
  return (
    <Lines below={reason}>
      <Badge tone={tone}>{word}</Badge>
    </Lines>
  );
}

const statuses = { waiting: undefined, failed: "failed" } as const;

function Count({ webhook, of }: { webhook: Webhook; of: keyof typeof statuses }) {
  const count = webhook[of];
  if (count === 0) return <NoValue>0</NoValue>;
  return (
    <CountLink
      to="/admin/webhooks"
      search={{ webhook: webhook.id, status: statuses[of] }}
      aria-label={`${formatCapped(count)} ${of}, of ${shorten(webhookName(webhook))}`}
      underline="hover"
      sx={{ display: "inline-block", minInlineSize: "1.5rem", paddingBlock: 0.25, fontWeight: 550 }}
    >
      {formatCapped(count)}
    </CountLink>
  );
}

const CountLink = createLink(MuiLink);

interface EventTagsProps {
  events: readonly string[];
  /** The maximum number of tags; the rest are only counted. */
  most?: number;
}

export function EventTags({ events, most = events.length }: EventTagsProps) {
  // If only one tag would be left out, it is shown, because "1 more" takes as much space.
  const shown = events.length <= most + 1 ? events : events.slice(0, most);
  return (
    <TagList name="Events">
      {shown.map((event) => (
        <Tag key={event} text={event} />
      ))}
      {shown.length < events.length ? <Tag text={`${events.length - shown.length} more`} /> : null}
    </TagList>
  );
}

/** Returns what can be done with a webhook: `menu` has all of it, and a page has buttons for some. */
export function useWebhookActions() {
  const open = useOpenDialog(webhookDialogs);
  const { succeeded, failed, refresh } = useAdminOutcome();
  const update = trpc.admin.webhooks.update.useMutation({
    onSuccess: ({ pausedAt }) => succeeded(pausedAt ? "Webhook paused" : "Webhook resumed"),
    onError: (error) => failed("Failed to change the webhook", error),
  });
  const test = trpc.admin.webhooks.test.useMutation({
    onSuccess: ({ id, webhookId }) => {
      // The dialog shows the response as soon as it arrives.
      open("delivery", `${webhookId}-${id}`);
      return refresh();
    },
    onError: (error) => failed("Failed to send the test event", error),
  });
  const sendTest = ({ id }: Webhook) => test.mutate({ id });
  const setPaused = ({ id }: Webhook, paused: boolean) => update.mutate({ id, paused });
  const dialogsOf = ({ id }: Webhook): Action[] => [
    { label: "Edit", onSelect: () => open("edit", id) },
    { label: "Rotate Secret", onSelect: () => open("rotate", id) },
    { label: "Delete", startsGroup: true, onSelect: () => open("remove", id) },
  ];
  return {
    isSendingTest: test.isPending,
    isPausing: update.isPending,
    sendTest,
    setPaused,
    dialogsOf,
    menu(webhook: Webhook): Action[] {
      const isPaused = webhook.pausedAt !== null;
      return [
        { label: "Send Test Event", onSelect: () => sendTest(webhook) },
        {
          label: isPaused ? "Resume" : "Pause",
          onSelect: () => setPaused(webhook, !isPaused),
        },
        ...dialogsOf(webhook),
      ];
    },
  };
}
