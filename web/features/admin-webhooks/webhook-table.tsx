import { Link } from "@tanstack/react-router";
import { formatDistanceToNow } from "date-fns";
import type { Webhook } from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatMoment } from "../../domain/format/dates.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { EventTags } from "./event-tags.tsx";
import { useWebhookActions, webhookActions } from "./use-webhook-actions.ts";
import type { WebhookDialogsState } from "./use-webhook-dialogs.ts";
import { describeOutcome, describeState, formatCapped, webhookName } from "./webhook-words.ts";
import styles from "./webhooks.module.css";

interface WebhookTableProps {
  webhooks: readonly Webhook[];
  dialogs: WebhookDialogsState;
}

export function WebhookTable({ webhooks, dialogs }: WebhookTableProps) {
  const actions = useWebhookActions(dialogs);
  const columns: Column<Webhook>[] = [
    { title: "Webhook", cell: (webhook) => <Name webhook={webhook} /> },
    { title: "Events", cell: ({ events }) => <EventTags events={events} most={2} /> },
    { title: "Status", cell: (webhook) => <State webhook={webhook} /> },
    { title: "Last Delivery", cell: (webhook) => <LastDelivery webhook={webhook} /> },
    { title: "Waiting", cell: (webhook) => <Count webhook={webhook} of="waiting" /> },
    { title: "Failed", cell: (webhook) => <Count webhook={webhook} of="failed" /> },
    {
      title: "Actions",
      align: "end",
      cell: (webhook) => (
        <ActionMenu
          label={`Actions for ${shorten(webhookName(webhook))}`}
          actions={webhookActions(webhook, dialogs, actions)}
        />
      ),
    },
  ];
  return (
    <div className={styles.table}>
      <Table name="Webhooks" columns={columns} rows={webhooks} rowKey={({ id }) => id} />
    </div>
  );
}

function Name({ webhook }: { webhook: Webhook }) {
  return (
    <span className={styles.name}>
      <Link to="/admin/webhooks" search={{ webhook: webhook.id }}>
        {shorten(webhookName(webhook))}
      </Link>
      <small>{shorten(webhook.url)}</small>
    </span>
  );
}

function State({ webhook }: { webhook: Webhook }) {
  const { word, tone, reason } = describeState(webhook);
  return (
    <span className={styles.state}>
      <Badge tone={tone}>{word}</Badge>
      {reason ? <small>{reason}</small> : null}
    </span>
  );
}

function LastDelivery({ webhook }: { webhook: Webhook }) {
  const { lastAttemptAt } = webhook;
  if (!lastAttemptAt) return <span className={styles.soft}>None yet</span>;
  return (
    <span className={styles.state}>
      <time dateTime={lastAttemptAt.toISOString()} title={formatMoment(lastAttemptAt)}>
        {formatDistanceToNow(lastAttemptAt, { addSuffix: true })}
      </time>
      <small>{describeOutcome(webhook)}</small>
    </span>
  );
}

const statuses = { waiting: undefined, failed: "failed" } as const;

function Count({ webhook, of }: { webhook: Webhook; of: keyof typeof statuses }) {
  const count = webhook[of];
  if (count === 0) return <span className={styles.soft}>0</span>;
  return (
    <Link
      to="/admin/webhooks"
      search={{ webhook: webhook.id, status: statuses[of] }}
      aria-label={`${formatCapped(count)} ${of}, of ${shorten(webhookName(webhook))}`}
      className={styles.count}
    >
      {formatCapped(count)}
    </Link>
  );
}
