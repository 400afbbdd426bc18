import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import {
  heldReasonLabels,
  type HeldReason,
  heldReasons,
  queueReasonLabels,
} from "../../../../src/business/decisions/orders/order.rule.ts";
import type {
  Order,
  OrderItem,
  OrderTimeline,
} from "../../../../src/business/decisions/orders/order.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Fact, Facts, NoValue } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { ActionTimeline } from "../../../domain/actions/action-timeline.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { NameText, shorten } from "../../../domain/format/texts.tsx";
import { ItemBadge, PaymentBadge } from "../../../domain/orders/order-badges.tsx";
import {
  formatOrderAmount,
  isWaiting,
  nameItem,
  nameOrder,
} from "../../../domain/orders/order-words.ts";
import { Conclusion } from "../../../domain/payouts/desk.tsx";
import { useProgrammeVersions } from "../../../domain/programmes/offers.ts";
import { versionName } from "../../../domain/rules/rule-versions.tsx";
import { trpc } from "../../../trpc.ts";
import {
  canDismiss,
  canRelease,
  concludeOrder,
  stepTones,
  titleStep,
} from "./order-conclusions.ts";
import { orderDialogs } from "./order-dialogs.ts";

/** Milliseconds between two readings of an order that waits, because messages and other events change it. */
const POLL = 10_000;

export function useOrder(id: number) {
  return trpc.admin.orders.get.useQuery(
    { id },
    {
      refetchOnMount: "always",
      refetchInterval: ({ state: { data } }) => (data?.items.some(isWaiting) ? POLL : false),
    },
  );
}

/** Shows an order: what has become of it first, then its items, its facts and its history. */
export function OrderPage({ order }: { order: Order }) {
  const open = useOpenDialog(orderDialogs);
  // Read again whenever the order has changed.
  const timeline = trpc.admin.orders.timeline.useQuery(
    { id: order.id },
    { refetchOnMount: "always", refetchInterval: order.items.some(isWaiting) ? POLL : false },
  );
  const { text, isUnusual } = concludeOrder(order);
  return (
    <>
      <PageHeader
        title={nameOrder(order)}
        subtitle={`Received ${formatMoment(order.receivedAt)}`}
        aside={
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
            {canDismiss(order) ? (
              <PermittedButton ability="orders.write" onClick={() => open("dismiss", order.id)}>
                Dismiss
              </PermittedButton>
            ) : null}
            {canRelease(order) ? (
              <PermittedButton
                ability="orders.write"
                look="primary"
                onClick={() => open("release", order.id)}
              >
                Release
              </PermittedButton>
            ) : null}
          </Box>
        }
      />
      <Stack>
        <Conclusion isUnusual={isUnusual}>{text}</Conclusion>
        <Box sx={sideBySide}>
          <Stack>
            <ItemsPanel order={order} queued={timeline.data?.queued ?? []} />
            <Panel title="Timeline" subtitle="Messages of the shop, and what followed">
              <Loaded query={timeline} noun="the timeline" skeleton={4}>
                {({ steps }) => <Timeline order={order} steps={steps} />}
              </Loaded>
            </Panel>
          </Stack>
          <FactsPanel order={order} source={timeline.data?.source} />
        </Box>
      </Stack>
    </>
  );
}

const sideBySide = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 24rem" },
  alignItems: "start",
  gap: 2.5,
};

function FactsPanel({ order, source }: { order: Order; source: string | null | undefined }) {
  const { userId, fullName, email, reference, sourceId, payment } = order;
  const maySeeSources = useMay("sources.map");
  return (
    <Panel title="Facts" aside={<PaymentBadge payment={payment} />}>
      <Facts>
        <Fact name="Buyer">
          {userId === null ? (
            fullName === null ? (
              <NoValue>Unknown</NoValue>
            ) : (
              <NameText>{fullName}</NameText>
            )
          ) : (
            <Link to="/admin/users/$id" params={{ id: String(userId) }}>
              <NameText>{fullName ?? email ?? `#${userId}`}</NameText>
            </Link>
          )}
        </Fact>
        <Fact name="Email">{email ?? <NoValue>None</NoValue>}</Fact>
        <Fact name="Source">
          {sourceId === null ? (
            "Entered by hand"
          ) : maySeeSources && source ? (
            <Link to="/admin/sources/$id" params={{ id: String(sourceId) }}>
              {shorten(source)}
            </Link>
          ) : (
            shorten(source ?? "…")
          )}
        </Fact>
        <Fact name="Reference">{reference ?? <NoValue>None</NoValue>}</Fact>
        <Fact name="Total" isAmount>
          {formatOrderAmount(order.total, order)}
        </Fact>
        <Fact name="Refunded" isAmount>
          {formatOrderAmount(order.refunded, order)}
        </Fact>
      </Facts>
    </Panel>
  );
}

interface ItemsPanelProps {
  order: Order;
  queued: OrderTimeline["queued"];
}

function ItemsPanel({ order, queued }: ItemsPanelProps) {
  const versions = useProgrammeVersions();
  const waits = new Map(queued.map(({ itemId, reason }) => [itemId, reason]));
  const columns: Column<OrderItem>[] = [
    {
      title: "Item",
      cell: (item) => (
        <Lines below={item.name === null || item.product === null ? null : shorten(item.product)}>
          <strong>{nameItem(item)}</strong>
        </Lines>
      ),
    },
    {
      title: "Meaning",
      cell: ({ kind, programmeVersionId, initialBalance }) => {
        if (kind === null) return <NoValue>Not mapped</NoValue>;
        if (kind !== "start" && programmeVersionId === null) return meanings[kind];
        const version = versions.get(programmeVersionId ?? 0);
        if (!version) return "…";
        return (
          <Lines below={initialBalance && formatMoney(initialBalance, version.currency)}>
            {kind === "reset" ? `Reset of ${versionName(version)}` : versionName(version)}
          </Lines>
        );
      },
    },
    {
      title: "Status",
      cell: (item) => (
        <Lines below={<ItemState order={order} item={item} wait={waits.get(item.id)} />}>
          <ItemBadge status={item.status} />
        </Lines>
      ),
    },
  ];
  return (
    <Panel title="Items">
      {order.items.length === 0 ? (
        <p>The shop named no items.</p>
      ) : (
        <Table name="Items" columns={columns} rows={order.items} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}

const meanings = { start: "Start", reset: "Reset", addon: "Add-on", ignore: "Ignored" } as const;

interface ItemStateProps {
  order: Order;
  item: OrderItem;
  wait: keyof typeof queueReasonLabels | undefined;
}

/** Why an item is held, what it waits for, or what it has started, with a link to where that can be changed. */
function ItemState({ order: { sourceId, userId }, item, wait }: ItemStateProps) {
  const mayMap = useMay("sources.map");
  const { status, reason, startedAt } = item;
  if (status === "queued") return wait ? queueReasonLabels[wait] : null;
  if (reason !== null) {
    return (
      <>
        {heldReasonLabels[reason]}
        {reason === "not_mapped" && sourceId !== null && mayMap ? (
          <>
            {". "}
            <Link to="/admin/sources/$id" params={{ id: String(sourceId) }} style={inText}>
              Map it
            </Link>
          </>
        ) : null}
      </>
    );
  }
  if (startedAt === null || userId === null) return null;
  return (
    <>
      {`${formatMoment(startedAt)}. `}
      <Link
        to="/admin/users/$id"
        params={{ id: String(userId) }}
        search={{ tab: "stages" }}
        style={inText}
      >
        Go to the stage
      </Link>
    </>
  );
}

const inText = { textDecoration: "underline" };

interface TimelineProps {
  order: Order;
  steps: OrderTimeline["steps"];
}

function Timeline({ order, steps }: TimelineProps) {
  const names = new Map(order.items.map((item) => [item.id, nameItem(item)]));
  return (
    <ActionTimeline
      name="Timeline"
      entries={steps.map((step) => {
        const { id, kind, at, receivedAt, itemId, reason, by } = step;
        const isLate = receivedAt.getTime() - at.getTime() > 60_000;
        return {
          key: String(id),
          title: titleStep(step, order, itemId === null ? undefined : names.get(itemId)),
          time: [
            formatMoment(at),
            by,
            isLate ? `received ${formatMoment(receivedAt)}` : null,
            isHeldReason(reason) ? heldReasonLabels[reason] : null,
          ]
            .filter(Boolean)
            .join(" · "),
          words: isHeldReason(reason) ? null : reason,
          tone: stepTones[kind],
        };
      })}
    />
  );
}

const isHeldReason = (reason: string | null): reason is HeldReason =>
  heldReasons.some((held) => held === reason);
