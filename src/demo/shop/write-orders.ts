import { changesBetween } from "../../identity/audit/audit-event.rule.ts";
import type { OrderPayment, OrderStepKind } from "../../business/decisions/orders/order.rule.ts";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { HOUR, MINUTE } from "../../platform/time/durations.rule.ts";
import { backOfficeActor } from "../account-history.ts";
import { toDate } from "../demo-trader.ts";
import { shopActor } from "../past/past-events.ts";
import type { WrittenCustomer } from "../past/write-former-customers.ts";
import type { PastEvent } from "../trader-history.ts";
import { insertDemoShop, otherProducts, readStarts, type SoldStart } from "./demo-shop.ts";
import { type InsertedOrder, insertOrders, type NewOrder } from "./insert-orders.ts";
import { type BoughtStage, readBoughtStages } from "./bought-stages.queries.ts";

type MoneyNews = Extract<
  OrderStepKind,
  "refunded" | "dispute_opened" | "dispute_lost" | "released"
>;

/** Money that came back of what has started an account of the demo. */
interface MoneyBack {
  payment: OrderPayment;
  refunded?: string;
  /** After days. */
  news: readonly MoneyNews[];
}

/** By the trader who has bought it. */
const moneyBack: Readonly<Record<string, MoneyBack | undefined>> = {
  "grace.mbeki@frontrange.example": {
    payment: "partly_refunded",
    refunded: "25.00",
    news: ["refunded"],
  },
  "oliver.nkemelu@merseymail.example": {
    payment: "charged_back",
    news: ["dispute_opened", "dispute_lost"],
  },
};

/** What has started nothing yet: one of each fate. */
interface OpenOrder {
  /** A trader of the demo, or a buyer who is no trader. */
  buyer: { trader: string } | { email: string; fullName: string };
  at: Parameters<typeof toDate>[1];
  fate: "held" | "addon" | "queued" | "cancelled";
}

const openOrders: readonly OpenOrder[] = [
  {
    buyer: { email: "kenji.mori@tamagawa.example", fullName: "Kenji Mori" },
    at: [4, "13:22"],
    fate: "cancelled",
  },
  { buyer: { trader: "mateo.fernandez@rioclaro.example" }, at: [2, "18:05"], fate: "queued" },
  {
    buyer: { email: "amelia.wright@tynepost.example", fullName: "Amelia Wright" },
    at: [1, "09:41"],
    fate: "held",
  },
  {
    buyer: { email: "lucas.moreau@loiremail.example", fullName: "Lucas Moreau" },
    at: [1, "16:17"],
    fate: "addon",
  },
];

/**
 * Adds the shop of the firm with what it has sold: the first stage of every account, and what has started nothing. One more
 * order of Mateo waits for an account that is free, and one of Amelia for a product that has no meaning yet.
 * @returns the audit events
 */
export async function writeOrders(
  context: Context,
  transaction: Transaction,
  customers: readonly WrittenCustomer[],
): Promise<PastEvent[]> {
  const kysely = kyselyOf(transaction);
  const createdAt = toDate(context.clock, [423, "11:20"]);
  const { id: sourceId } = await insertDemoShop(context, kysely, createdAt);
  const starts = await readStarts(kysely);
  const bought = await readBoughtStages(kysely);
  const refunds = new Map(customers.map(({ customer }) => [customer.email, customer.refund]));
  const now = context.clock.now();
  const started = bought.map((stage) => ({
    stage,
    order: startedOrder(stage, starts, backFor(stage, refunds.get(stage.email), now)),
  }));
  const byEmail = new Map(bought.map((stage) => [stage.email, stage]));
  const others = openOrders.map((order) => openOrder(context, order, starts, byEmail));
  const ids = await insertOrders(kysely, sourceId, [
    ...started.map(({ order }) => order),
    ...others,
  ]);
  return [
    {
      action: "source.created",
      actor: backOfficeActor(),
      at: createdAt,
      changes: changesBetween({}, { sourceId, name: "Web shop", kind: "json" }),
    },
    ...started.flatMap(({ stage, order }) => orderEvents(stage, order, ids.get(order)!)),
  ];
}

/** What came back for an order, and when. */
interface CameBack {
  payment: OrderPayment;
  /** `null` for all of it. */
  refunded: string | null;
  news: { kind: MoneyNews; at: Date }[];
  /** Whether the trader still cannot be paid because of it. */
  isFrozen: boolean;
}

function backFor(
  { email, startedAt }: BoughtStage,
  refund: WrittenCustomer["customer"]["refund"],
  now: Date,
): CameBack | undefined {
  const known = moneyBack[email];
  if (known) {
    const { payment, refunded = null, news } = known;
    const timed = news.map((kind, index) => ({
      kind,
      at: new Date(Math.min(startedAt.getTime() + (index + 1) * 30 * HOUR, now.getTime())),
    }));
    return { payment, refunded, news: timed, isFrozen: payment === "charged_back" };
  }
  if (!refund) return undefined;
  const { kind, at } = refund;
  if (kind === "lost") {
    const opened = new Date(startedAt.getTime() + 3 * HOUR);
    const news = [
      { kind: "dispute_opened" as const, at: opened },
      { kind: "dispute_lost" as const, at },
      { kind: "released" as const, at: new Date(at.getTime() + 20 * HOUR) },
    ];
    return { payment: "charged_back", refunded: null, news, isFrozen: false };
  }
  const news = [{ kind: "refunded" as const, at }];
  const isPart = kind === "part";
  return {
    payment: isPart ? "partly_refunded" : "refunded",
    refunded: isPart ? "20.00" : null,
    news,
    isFrozen: false,
  };
}

function startedOrder(stage: BoughtStage, starts: SoldStart[], back?: CameBack): NewOrder {
  const { userId, email, fullName, stageId, startedAt, initialBalance } = stage;
  const start = starts.find(
    (each) => each.programme === stage.programme && each.initialBalance === initialBalance,
  )!;
  const receivedAt = new Date(startedAt.getTime() - 2 * MINUTE);
  const isLost = back?.payment === "charged_back";
  return {
    order: {
      user_id: userId,
      email,
      full_name: fullName,
      total: start.price,
      refunded: back && !isLost ? (back.refunded ?? start.price) : "0.00",
      payment: back?.payment ?? "paid",
      dispute: isLost ? "lost" : "none",
      frozen: back?.isFrozen ?? false,
      received_at: receivedAt.toISOString(),
    },
    item: {
      product: start.product,
      name: start.name,
      kind: "start",
      programme_version_id: stage.programmeVersionId,
      initial_balance: initialBalance,
      status: "started",
      reason: null,
      stage_id: stageId,
      started_at: startedAt.toISOString(),
      queued_at: null,
    },
    news: [
      { kind: "paid", at: receivedAt },
      ...(back?.news ?? []).map((news) => ({ ...news, amount: back!.refunded })),
    ],
    fate: { kind: "started", at: startedAt },
  };
}

function openOrder(
  { clock }: Context,
  { buyer, at, fate }: OpenOrder,
  starts: SoldStart[],
  stages: ReadonlyMap<string, BoughtStage>,
): NewOrder {
  const paidAt = toDate(clock, at);
  const stage = "trader" in buyer ? stages.get(buyer.trader) : undefined;
  const { price, ...item } = soldItem(fate, starts, stage);
  const isRefunded = fate === "cancelled";
  const refundedAt = new Date(paidAt.getTime() + 30 * HOUR);
  const reason = fate === "addon" ? "addon" : fate === "held" ? "not_mapped" : null;
  const status = fate === "addon" ? "held" : fate;
  return {
    order: {
      user_id: stage?.userId ?? null,
      email: "trader" in buyer ? buyer.trader : buyer.email,
      full_name: "trader" in buyer ? (stage?.fullName ?? null) : buyer.fullName,
      total: price,
      refunded: isRefunded ? price : "0.00",
      payment: isRefunded ? "refunded" : "paid",
      dispute: "none",
      frozen: false,
      received_at: paidAt.toISOString(),
    },
    item: {
      ...item,
      status,
      reason,
      stage_id: null,
      started_at: null,
      queued_at: fate === "queued" ? paidAt.toISOString() : null,
    },
    news: [
      { kind: "paid", at: paidAt },
      ...(isRefunded ? [{ kind: "refunded" as const, at: refundedAt }] : []),
    ],
    fate: { kind: status, at: isRefunded ? refundedAt : paidAt, reason },
  };
}

/** Returns what the shop has sold: more of what started the stage, or something else. */
function soldItem(fate: OpenOrder["fate"], starts: SoldStart[], stage: BoughtStage | undefined) {
  const nothing = { programme_version_id: null, initial_balance: null };
  if (fate === "held") {
    const { name, price } = otherProducts.stickers;
    return { product: "stickers", name, price, kind: null, ...nothing };
  }
  if (fate === "addon") {
    const { name, price } = otherProducts.coaching;
    return { product: "coaching", name, price, kind: "addon" as const, ...nothing };
  }
  const isSame = ({ programme, initialBalance }: SoldStart) =>
    programme === stage?.programme && initialBalance === stage.initialBalance;
  const { product, name, price, programmeVersionId, initialBalance } =
    starts.find(isSame) ?? starts[0]!;
  const sold = { programme_version_id: programmeVersionId, initial_balance: initialBalance };
  return { product, name, price, kind: "start" as const, ...sold };
}

/** The events of an order that has started a stage. */
function orderEvents(
  { userId: id, email, fullName, stageId, startedAt }: BoughtStage,
  { order, news }: NewOrder,
  { orderId, itemId }: InsertedOrder,
): PastEvent[] {
  const about = { actor: shopActor, trader: { id, email, fullName } };
  const started = { ...about, action: "order.started" as const, at: startedAt };
  const back = news.flatMap(({ kind, at }): PastEvent[] => {
    if (kind === "refunded") {
      const changes = { orderId, refunded: order.refunded, isInFull: order.payment === "refunded" };
      return [{ ...about, action: "order.refunded", at, changes: changesBetween({}, changes) }];
    }
    if (kind === "paid") return [];
    if (kind === "released") {
      const by = { actor: backOfficeActor(), reason: "The account is closed." };
      return [
        { ...about, ...by, action: "order.released", at, changes: changesBetween({}, { orderId }) },
      ];
    }
    const dispute = kind === "dispute_lost" ? "lost" : "open";
    return [
      { ...about, action: "order.disputed", at, changes: changesBetween({}, { orderId, dispute }) },
    ];
  });
  return [{ ...started, changes: changesBetween({}, { orderId, itemId, stageId }) }, ...back];
}
