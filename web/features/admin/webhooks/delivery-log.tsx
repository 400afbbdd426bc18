import Box from "@mui/material/Box";
import type {
  Webhook,
  WebhookDelivery,
} from "../../../../src/business/watch/webhooks/webhook.schema.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { TextButton } from "../../../components/button/text-button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../../components/loaded/loaded-pages.tsx";
import { NoValue } from "../../../components/panel/facts.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { Moment } from "../../../domain/format/moment.tsx";
import { FilterSelect } from "../../../table/filters/filter-select.tsx";
import { TableSurface } from "../../../table/grid/table-surface.tsx";
import { useDeliveries } from "./use-webhooks.ts";
import { deliveryWords, describeOutcome, formatMilliseconds } from "./webhook-words.ts";

type Status = WebhookDelivery["status"];

const statusOptions: Readonly<Record<Status, string>> = {
  pending: deliveryWords.pending.word,
  held: deliveryWords.held.word,
  delivered: deliveryWords.delivered.word,
  failed: deliveryWords.failed.word,
};

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
        <FilterSelect
          label="Status"
          all="All statuses"
          options={statusOptions}
          value={status}
          onChange={onStatus}
        />
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
          <Table
            name="Deliveries"
            columns={columnsOf(onOpen)}
            rows={deliveries}
            rowKey={({ id }) => id}
            onOpen={onOpen}
            isInset
            isBusy={log.isPlaceholderData}
          />
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
      cell: ({ at }) => <Moment at={at} />,
    },
    {
      title: "Attempts",
      cell: ({ attempts }) => (
        <>
          {attempts}
          {/* Cards have no column header. */}
          <Box component="span" sx={{ display: { sm: "none" } }}>
            {attempts === 1 ? " attempt" : " attempts"}
          </Box>
        </>
      ),
    },
    {
      title: "Response",
      cell: (delivery) => describeOutcome(delivery) ?? <NoValue>None yet</NoValue>,
    },
    {
      title: "Duration",
      align: "end",
      cell: ({ lastDuration }) =>
        lastDuration === null ? <NoValue>–</NoValue> : formatMilliseconds(lastDuration),
    },
  ];
}

export function DeliveryState({ delivery }: { delivery: WebhookDelivery }) {
  const { status, nextAttemptAt, attempts } = delivery;
  const { word, tone } = deliveryWords[status];
  const isRetried = status === "pending" && attempts > 0 && nextAttemptAt !== null;
  return (
    <Lines below={isRetried ? `Next attempt ${formatMoment(nextAttemptAt)}` : null}>
      <Badge tone={tone}>{word}</Badge>
    </Lines>
  );
}
