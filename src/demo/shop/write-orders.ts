import type { Kysely } from "kysely";
import { changesBetween } from "../../identity/audit/audit-event.rule.ts";
import type { OrderPayment, OrderStepKind } from "../../business/decisions/orders/order.rule.ts";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { HOUR, MINUTE } from "../../platform/time/durations.rule.ts";
import { backOfficeActor } from "../account-history.ts";
import { toDate } from "../demo-trader.ts";
import type { PastEvent } from "../trader-history.ts";
import { insertDemoShop, otherProducts, readStarts } from "./demo-shop.ts";

/** What has become of an order: one of each fate. */
interface DemoOrder {
  reference: string;
  /** A trader of the demo who got their stage by it, or a buyer who is no trader. */
  buyer: { trader: string } | { email: string; fullName: string };
  /** Days ago; an order that started a stage came shortly before it. */
  at?: Parameters<typeof toDate>[1];
  fate: "started" | "held" | "addon" | "queued" | "cancelled";
  payment?: OrderPayment;
  refunded?: string;
  /** The money that came back, after days. */
  news?: readonly Extract<OrderStepKind, "refunded" | "dispute_opened" | "dispute_lost">[];
}

const mateo = "mateo.fernandez@rioclaro.example";

const orders: readonly DemoOrder[] = [
  { reference: "10021", buyer: { trader: mateo }, fate: "started" },
  {
    reference: "10024",
    buyer: { trader: "grace.mbeki@frontrange.example" },
    fate: "started",
    payment: "partly_refunded",
    refunded: "25.00",
    news: ["refunded"],
  },
  {
    reference: "10033",
    buyer: { trader: "oliver.nkemelu@merseymail.example" },
    fate: "started",
    payment: "charged_back",
    news: ["dispute_opened", "dispute_lost"],
  },
  {
    reference: "10048",
    buyer: { email: "kenji.mori@tamagawa.example", fullName: "Kenji Mori" },
    at: [4, "13:22"],
    fate: "cancelled",
    payment: "refunded",
    news: ["refunded"],
  },
  { reference: "10052", buyer: { trader: mateo }, at: [2, "18:05"], fate: "queued" },
  {
    reference: "10055",
    buyer: { email: "amelia.wright@tynepost.example", fullName: "Amelia Wright" },
    at: [1, "09:41"],
    fate: "held",
  },
  {
    reference: "10056",
    buyer: { email: "lucas.moreau@loiremail.example", fullName: "Lucas Moreau" },
    at: [1, "16:17"],
    fate: "addon",
  },
];

/**
 * Adds the shop of the firm with what it has sold.
 * @returns the audit events
 */
export async function writeOrders(
  context: Context,
  transaction: Transaction,
): Promise<PastEvent[]> {
  const kysely = kyselyOf(transaction);
  const createdAt = toDate(context.clock, [8, "11:20"]);
  const { id: sourceId } = await insertDemoShop(context, kysely, createdAt);
  for (const order of orders) await insertOrder(context, kysely, sourceId, order);
  return [
    {
      action: "source.created",
      actor: backOfficeActor(),
      at: createdAt,
      changes: changesBetween({}, { sourceId, name: "Web shop", kind: "json" }),
    },
  ];
}

async function insertOrder(
  { clock }: Context,
  kysely: Kysely<Tables>,
  sourceId: number,
  order: DemoOrder,
): Promise<void> {
  const { reference, buyer, fate, payment = "paid", news = [] } = order;
  const found = "trader" in buyer ? await readStage(kysely, buyer.trader) : undefined;
  const isStarted = fate === "started";
  const startedAt = isStarted ? new Date(found!.startedAt) : undefined;
  const paidAt = startedAt ? new Date(startedAt.getTime() - 2 * MINUTE) : toDate(clock, order.at!);
  const item = await soldItem(kysely, fate, found);
  const refunded = payment === "refunded" ? item.price : (order.refunded ?? "0.00");
  const isLost = news.includes("dispute_lost");
  const { id } = await kysely
    .insertInto("orders")
    .values({
      source_id: sourceId,
      reference,
      user_id: found?.userId ?? null,
      email: "trader" in buyer ? buyer.trader : buyer.email,
      full_name: "trader" in buyer ? found!.fullName : buyer.fullName,
      currency: "USD",
      total: item.price,
      refunded,
      payment,
      dispute: isLost ? "lost" : "none",
      frozen: isLost,
      received_at: paidAt.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: itemId } = await kysely
    .insertInto("order_items")
    .values({
      order_id: id,
      product: item.product,
      name: item.name,
      kind: item.kind,
      programme_version_id: item.programmeVersionId,
      initial_balance: item.initialBalance,
      status: fate === "addon" ? "held" : fate,
      reason: fate === "addon" ? "addon" : fate === "held" ? "not_mapped" : null,
      stage_id: isStarted ? found!.stageId : null,
      started_at: startedAt?.toISOString() ?? null,
      queued_at: fate === "queued" ? paidAt.toISOString() : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const followed = {
    started: "started",
    queued: "queued",
    cancelled: "cancelled",
    held: "held",
    addon: "held",
  } as const;
  const steps = [
    { kind: "paid" as const, at: paidAt },
    ...news.map((kind, index) => ({
      kind,
      at: new Date(Math.min(paidAt.getTime() + (index + 1) * 30 * HOUR, clock.now().getTime())),
    })),
  ];
  await kysely
    .insertInto("order_steps")
    .values([
      ...steps.map(({ kind, at }) => ({
        order_id: id,
        source_id: sourceId,
        reference,
        kind,
        at: at.toISOString(),
        received_at: at.toISOString(),
        amount: kind === "refunded" ? (order.refunded ?? null) : null,
        key: `${kind} ${kind === "refunded" ? `${order.refunded ?? "all"} ` : ""}`,
        dispute: kind.startsWith("dispute") ? "" : null,
      })),
      {
        order_id: id,
        item_id: itemId,
        kind: followed[fate],
        at: (startedAt ?? steps.at(-1)!.at).toISOString(),
        received_at: (startedAt ?? steps.at(-1)!.at).toISOString(),
        reason: fate === "addon" ? "addon" : fate === "held" ? "not_mapped" : null,
      },
    ])
    .execute();
}

interface FoundStage {
  userId: number;
  fullName: string | null;
  stageId: number;
  startedAt: string;
  programmeVersionId: number;
  initialBalance: string;
}

/** Reads the stage of a trader, which a programme started. */
function readStage(kysely: Kysely<Tables>, email: string): Promise<FoundStage> {
  return kysely
    .selectFrom("users")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
    .innerJoin("stages", "stages.account_id", "trading_accounts.id")
    .select(["users.id as userId", "users.full_name as fullName", "stages.id as stageId"])
    .select(["stages.started_at as startedAt", "stages.initial_balance as initialBalance"])
    .select((eb) => eb.ref("stages.programme_version_id").$notNull().as("programmeVersionId"))
    .where("users.email", "=", email)
    .orderBy("stages.id")
    .executeTakeFirstOrThrow();
}

interface SoldItem {
  product: string;
  name: string;
  price: string;
  kind: "start" | "addon" | null;
  programmeVersionId: number | null;
  initialBalance: string | null;
}

/** Returns what the shop has sold: what started the stage, or something for another fate. */
async function soldItem(
  kysely: Kysely<Tables>,
  fate: DemoOrder["fate"],
  stage: FoundStage | undefined,
): Promise<SoldItem> {
  if (fate === "held") {
    const { name, price } = otherProducts.stickers;
    const nothing = { programmeVersionId: null, initialBalance: null };
    return { product: "stickers", name, price, kind: null, ...nothing };
  }
  if (fate === "addon") {
    const { name, price } = otherProducts.coaching;
    const nothing = { programmeVersionId: null, initialBalance: null };
    return { product: "coaching", name, price, kind: "addon", ...nothing };
  }
  const starts = await readStarts(kysely);
  const start =
    starts.find(
      ({ programmeVersionId, initialBalance }) =>
        programmeVersionId === stage?.programmeVersionId && initialBalance === stage.initialBalance,
    ) ?? starts[0]!;
  return { ...start, kind: "start" };
}
