import type {
  Webhook,
  WebhookDelivery,
} from "../../../src/business/firm/webhooks/webhook.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { TableSurface } from "../../table/grid/table-surface.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../components/loaded/loaded-pages.tsx";
import { Select } from "../../components/field/select.tsx";
import { type Column, Table } from "../../components/table/table.tsx";
import { formatExactMoment, formatMoment } from "../../domain/format/dates.ts";
import { useDeliveries } from "./use-webhooks.ts";
import { deliveryWords, describeOutcome, formatMilliseconds } from "./webhook-words.ts";
import styles from "./webhooks.module.css";

const statusOptions = Object.fromEntries(
  Object.entries(deliveryWords).map(([status, { word }]) => [status, word]),
);

type Status = WebhookDelivery["status"];

interface DeliveryLogProps {
  webhook: Webhook;
  status: Status | undefined;
  onStatus: (status: Status | undefined) => void;
  onOpen: (delivery: WebhookDelivery) => void;
}

/** Lists the past and pending deliveries of a webhook, newest first. */
export function DeliveryLog({ webhook, status, onStatus, onOpen }: DeliveryLogProps) {
  const log = useDeliveries({ id: webhook.id, status });
  return (
    <TableSurface
      title="Deliveries"
      tools={
        <>
          <Select
            layout="inline"
            label="Status"
            isLabelHidden
            placeholder="All statuses"
            options={statusOptions}
            value={status ?? ""}
            onChange={({ target }) => onStatus((target.value || undefined) as Status | undefined)}
          />
          <Button size="small" isPending={log.isRefetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
        </>
      }
    >
      <LoadedPages
        query={log}
        noun="deliveries"
        skeleton={4}
        isInset
        empty={
          status ? (
            <EmptyState
              icon="search"
              title="No deliveries with this status"
              text="Choose another status."
            />
          ) : (
            <EmptyState
              icon="document"
              title="No deliveries yet"
              text="Events appear here as they occur and are kept for 30 days. Send a test event to see whether the receiver responds."
            />
          )
        }
      >
        {(deliveries) => (
          <div aria-busy={log.isPlaceholderData} className={styles.table}>
            <Table
              name="Deliveries"
              columns={columnsOf(onOpen)}
              rows={deliveries}
              rowKey={({ id }) => id}
              onOpen={onOpen}
            />
          </div>
        )}
      </LoadedPages>
    </TableSurface>
  );
}

function columnsOf(onOpen: DeliveryLogProps["onOpen"]): Column<WebhookDelivery>[] {
  return [
    {
      title: "Event",
      card: "start",
      cell: (delivery) => (
        <TextButton
          aria-label={`${delivery.type ?? "Event"}, delivery #${delivery.id}`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(delivery);
          }}
        >
          {delivery.type}
        </TextButton>
      ),
    },
    { title: "Status", cell: (delivery) => <DeliveryState delivery={delivery} /> },
    {
      title: "Occurred",
      card: "end",
      cell: ({ at }) => (
        <time dateTime={at.toISOString()} title={formatExactMoment(at)} className={styles.time}>
          {formatMoment(at)}
        </time>
      ),
    },
    {
      title: "Attempts",
      cell: ({ attempts }) => (
        <>
          {attempts}
          <span className={styles.unit}>{attempts === 1 ? " attempt" : " attempts"}</span>
        </>
      ),
    },
    {
      title: "Response",
      cell: (delivery) =>
        describeOutcome(delivery) ?? <span className={styles.soft}>None yet</span>,
    },
    {
      title: "Duration",
      align: "end",
      cell: ({ lastDuration }) =>
        lastDuration === null ? (
          <span className={styles.soft}>–</span>
        ) : (
          formatMilliseconds(lastDuration)
        ),
    },
  ];
}

export function DeliveryState({ delivery }: { delivery: WebhookDelivery }) {
  const { status, nextAttemptAt, attempts } = delivery;
  const { word, tone } = deliveryWords[status];
  const isRetried = status === "pending" && attempts > 0 && nextAttemptAt !== null;
  return (
    <span className={styles.state}>
      <Badge tone={tone}>{word}</Badge>
      {isRetried ? <small>{`Next attempt ${formatMoment(nextAttemptAt)}`}</small> : null}
    </span>
  );
}
