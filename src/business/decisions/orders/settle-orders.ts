import { type Kysely, sql } from "kysely";
import type { AuditActor } from "../../../identity/audit/record-event.ts";
import { recordEvents } from "../../../identity/audit/record-event.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { createResetLink } from "../../../identity/passwords/passwords.ts";
import { isBanned } from "../../../identity/users/ban.rule.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { email as emailSchema } from "../../../platform/fields/text.schema.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import { enforceOrder } from "../../record/actions/enforce-orders.ts";
import { type LockedAccount, lockTraderAndRecord } from "../../record/records/recorded-account.ts";
import { lockBuyerEmail } from "../../traders/adopt-orders.ts";
import { createBuyer } from "../../traders/create-trader.ts";
import { readMissing } from "../../traders/gates/gates.queries.ts";
import { type OfferedVersion, readOfferedVersion } from "../programmes/programmes.queries.ts";
import { type LastStage, readAccountState } from "./account-state.queries.ts";
import type {
  DisputeState,
  HeldReason,
  ItemStatus,
  OrderPayment,
  OrderStepKind,
  ProductKind,
} from "./order.rule.ts";
import { type AccountState, fateOf, freshAccount, type ItemRest } from "./order-item.rule.ts";
import { isFrozenAfter, isRefundedInFull, stateOf, type StoredNews } from "./order-state.rule.ts";
import { type OrderAuditEvent, type StartedStep, startItem } from "./start-item.ts";

/** Who starts items without being asked. */
const shop: AuditActor = { kind: "system", name: "Orders" };

export interface Settling {
  /** Who has caused it, if a person has. */
  actor?: AuditActor;
  /** A person releases what the order is held or queued for. */
  isReleased?: boolean;
  /** The trader asks for the start of what waits only for an appeal that is still possible. */
  isRequested?: boolean;
}

interface OrderRow {
  id: number;
  sourceId: number | null;
  reference: string | null;
  userId: number | null;
  email: string | null;
  fullName: string | null;
  currency: string | null;
  total: string | null;
  refunded: string;
  payment: OrderPayment;
  dispute: DisputeState;
  frozen: boolean;
}

/** An item that has not started, with its order and what its product means now. */
interface WaitingItem {
  id: number;
  orderId: number;
  sourceId: number | null;
  email: string | null;
  fullName: string | null;
  currency: string | null;
  total: string | null;
  refunded: string;
  payment: OrderPayment;
  status: ItemStatus;
  reason: HeldReason | null;
  kind: ProductKind | null;
  programmeVersionId: number | null;
  initialBalance: string | null;
  queuedAt: string | null;
  requestedAt: string | null;
  isCurrencyReleased: boolean;
}

/** What decides whether something starts on the account of the buyer. */
interface AccountFacts {
  state: AccountState;
  last: LastStage | null;
}

interface Buyer {
  trader: Trader;
  account: LockedAccount;
}

/**
 * Brings an order up to date with its news, and tries what waits of its buyer, the oldest first.
 * @returns how many items or facts of the order have changed, and how many of its items have started
 */
export function settleOrder(
  context: Context,
  transaction: Transaction,
  orderId: number,
  settling: Settling = {},
): Promise<{ changed: number; started: number }> {
  return new Settlement(context, transaction, orderId, settling).run();
}

class Settlement {
  readonly #context: Context;
  readonly #transaction: Transaction;
  readonly #kysely: Kysely<Tables>;
  readonly #orderId: number;
  readonly #settling: Settling;
  readonly #actor: AuditActor;
  readonly #now: Date;
  readonly #events: OrderAuditEvent[] = [];
  #buyer: Buyer | undefined;
  #changed = 0;
  #started = 0;
  #ownStarted = 0;

  constructor(context: Context, transaction: Transaction, orderId: number, settling: Settling) {
    this.#context = context;
    this.#transaction = transaction;
    this.#kysely = kyselyOf(transaction);
    this.#orderId = orderId;
    this.#settling = settling;
    this.#actor = settling.actor ?? shop;
    this.#now = context.clock.now();
  }

  async run(): Promise<{ changed: number; started: number }> {
    await this.#lockBuyer();
    const order = await this.#lockOrder();
    if (order) {
      await this.#applyNews(order);
      if (this.#settling.isReleased) await this.#release();
      if (this.#settling.isRequested) await this.#request();
      await this.#tryItems();
      await recordEvents(this.#context, this.#transaction, this.#events);
    }
    return { changed: this.#changed, started: this.#ownStarted };
  }

  /** The trader is locked before the order, as before everything else of a trader. */
  async #lockBuyer(): Promise<void> {
    const order = await this.#kysely
      .selectFrom("orders")
      .select(["user_id as userId", "email"])
      .where("id", "=", this.#orderId)
      .executeTakeFirst();
    const id = order?.userId ?? (await this.#findBuyer(order?.email ?? null));
    if (id === null) return;
    this.#buyer = await lockTraderAndRecord(this.#transaction, id);
    await this.#kysely
      .updateTable("orders")
      .set({ user_id: id })
      .where("id", "=", this.#orderId)
      .where("user_id", "is", null)
      .where("erased_at", "is", null)
      .execute();
  }

  /** Finds the trader with an email. No other order creates them before the transaction ends. */
  async #findBuyer(email: string | null): Promise<number | null> {
    if (email === null) return null;
    await lockBuyerEmail(this.#kysely, email);
    const trader = await this.#kysely
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirst();
    return trader?.id ?? null;
  }

  async #lockOrder(): Promise<OrderRow | undefined> {
    const userId = this.#buyer?.trader.id ?? null;
    await sql`
      select id from orders
      where id = ${this.#orderId} or (user_id = ${userId} and exists (
        select from order_items where order_id = orders.id and status in ('held', 'queued')))
      order by id for update`.execute(this.#kysely);
    return this.#kysely
      .selectFrom("orders")
      .select(["id", "source_id as sourceId", "reference", "user_id as userId", "email"])
      .select(["full_name as fullName", "currency", "total", "refunded", "payment"])
      .select(["dispute", "frozen"])
      .where("id", "=", this.#orderId)
      .executeTakeFirst();
  }

  async #applyNews(order: OrderRow): Promise<void> {
    const news = await this.#collectNews(order);
    if (order.sourceId === null) return;
    const state = stateOf(order.total, news);
    const frozen = isFrozenAfter(order, state.dispute);
    const isSame =
      state.refunded === order.refunded &&
      state.payment === order.payment &&
      state.dispute === order.dispute;
    if (isSame) return;
    await this.#kysely
      .updateTable("orders")
      .set({ ...state, frozen })
      .where("id", "=", order.id)
      .execute();
    this.#changed += 1;
    const wasInFull = isRefundedInFull(order);
    const isInFull = isRefundedInFull({ ...order, ...state });
    if (state.refunded !== order.refunded || (isInFull && !wasInFull)) {
      this.#record("order.refunded", { refunded: state.refunded, isInFull });
    }
    const refundedStage = isInFull ? await this.#findOpenStage() : null;
    if (refundedStage !== null && !wasInFull) {
      await this.#enforce("moneyReturned", refundedStage, "was refunded");
    }
    if (state.dispute === order.dispute) return;
    this.#record("order.disputed", { dispute: state.dispute });
    if (state.dispute === "open") await this.#enforce("moneyReturned", null, "is disputed");
    // A refund asks for the same, and stands.
    if (state.dispute === "won" && refundedStage === null) {
      await this.#enforce("disputeWon", null, "was disputed in vain");
    }
  }

  /** Reads the news of the order, also those that came before it. */
  async #collectNews({ id, sourceId, reference }: OrderRow): Promise<StoredNews[]> {
    if (sourceId !== null && reference !== null) {
      await this.#kysely
        .updateTable("order_steps")
        .set({ order_id: id })
        .where("source_id", "=", sourceId)
        .where("reference", "=", reference)
        .where("order_id", "is", null)
        .execute();
    }
    const rows = await this.#kysely
      .selectFrom("order_steps")
      .select(["id", "kind", "at", "amount", "dispute"])
      .where("order_id", "=", id)
      .where("key", "is not", null)
      .orderBy("id")
      .execute();
    return rows.map(({ at, kind, ...row }) => ({
      ...row,
      kind: kind as StoredNews["kind"],
      at: Date.parse(at),
    }));
  }

  /** Returns the stage that an item of the order has started, if it is open. */
  async #findOpenStage(): Promise<number | null> {
    if (!this.#buyer) return null;
    const { account } = this.#buyer;
    const open = await this.#kysely
      .selectFrom("order_items")
      .innerJoin("stages", "stages.id", "order_items.stage_id")
      .select("stages.id")
      .where("stages.account_id", "=", account.id)
      .where("order_id", "=", this.#orderId)
      .where("stages.ended_at", "is", null)
      .executeTakeFirst();
    return open?.id ?? null;
  }

  async #enforce(
    kind: "moneyReturned" | "disputeWon",
    stageId: number | null,
    what: string,
  ): Promise<void> {
    if (!this.#buyer) return;
    const { trader, account } = this.#buyer;
    const requested = await enforceOrder(this.#context, this.#transaction, {
      kind,
      orderId: this.#orderId,
      stageId,
      login: account.login,
      trader,
      accountId: account.id,
      reason: `Order #${this.#orderId} ${what}`,
    });
    this.#events.push(...requested);
  }

  async #release(): Promise<void> {
    const { numUpdatedRows: thawed } = await this.#kysely
      .updateTable("orders")
      .set({ frozen: false })
      .where("id", "=", this.#orderId)
      .where("frozen", "=", true)
      .executeTakeFirst();
    const { numUpdatedRows: released } = await this.#kysely
      .updateTable("order_items")
      .set({ is_currency_released: true })
      .where("order_id", "=", this.#orderId)
      .where("reason", "=", "currency")
      .executeTakeFirst();
    this.#changed += Number(thawed + released);
  }

  async #request(): Promise<void> {
    await this.#kysely
      .updateTable("order_items")
      .set({ requested_at: this.#now.toISOString() })
      .where("order_id", "=", this.#orderId)
      .where("status", "=", "queued")
      .execute();
  }

  async #tryItems(): Promise<void> {
    let facts: AccountFacts | undefined;
    for (const item of await this.#readWaiting()) {
      facts ??= await this.#readFacts();
      const had = this.#started;
      await this.#tryItem(item, facts);
      if (this.#started !== had) facts = undefined;
    }
  }

  async #readWaiting(): Promise<WaitingItem[]> {
    const userId = this.#buyer?.trader.id ?? null;
    const { rows } = await sql<WaitingItem>`
      select items.id, items.order_id as "orderId", orders.source_id as "sourceId", orders.email,
        orders.full_name as "fullName", orders.currency, orders.total, orders.refunded,
        orders.payment, items.status, items.reason,
        case when orders.source_id is null then items.kind else mapped.kind end as kind,
        case when orders.source_id is null then items.programme_version_id
          else mapped.programme_version_id end as "programmeVersionId",
        case when orders.source_id is null then items.initial_balance
          else mapped.initial_balance end as "initialBalance",
        items.queued_at as "queuedAt", items.requested_at as "requestedAt",
        items.is_currency_released as "isCurrencyReleased"
      from order_items as items join orders on orders.id = items.order_id
      left join source_products as mapped
        on mapped.source_id = orders.source_id and mapped.product = items.product
      where items.status in ('held', 'queued')
        and (orders.id = ${this.#orderId} or orders.user_id = ${userId})
      order by orders.received_at, orders.id, items.id`.execute(this.#kysely);
    return rows;
  }

  async #readFacts(): Promise<AccountFacts> {
    if (!this.#buyer) return { state: await this.#readFreshAccount(), last: null };
    // What has started has given the account another stage, and may have emptied its credentials.
    if (this.#started > 0) {
      this.#buyer = await lockTraderAndRecord(this.#transaction, this.#buyer.trader.id);
    }
    const { trader, account } = this.#buyer;
    const about = { userId: trader.id, accountId: account.id };
    return readAccountState(this.#kysely, about, this.#now);
  }

  /** A disputed payment of the same buyer waits for them before they are a trader, too. */
  async #readFreshAccount(): Promise<AccountState> {
    const { rows } = await sql<{ isFrozen: boolean }>`
      select exists (select from orders as other
        where other.frozen and (other.id = own.id or other.email = own.email)) as "isFrozen"
      from orders as own where own.id = ${this.#orderId}`.execute(this.#kysely);
    return { ...freshAccount, ...rows[0] };
  }

  async #tryItem(item: WaitingItem, { state, last }: AccountFacts): Promise<void> {
    const target = await this.#readTarget(item, last);
    const isReset = item.kind === "reset";
    const fate = fateOf({
      isRefunded: item.payment === "charged_back" || isRefundedInFull(item),
      hasEmail: emailSchema().safeParse(item.email ?? "").success,
      kind: item.kind,
      isBanned: this.#buyer !== undefined && isBanned(this.#buyer.trader),
      isArchived: item.kind === "start" && target?.offered.archivedAt != null,
      currency: item.currency,
      isCurrencyReleased: item.isCurrencyReleased,
      programmeCurrency: isReset ? (last?.currency ?? null) : (target?.offered.currency ?? null),
      account: state,
      isRequested: item.requestedAt !== null,
      isReleased: this.#isReleased(item),
    });
    if (fate.status !== "start") return this.#store(item, fate);
    // A stage starts after the last one, at the next try.
    const isTooEarly = last !== null && Date.parse(last.startedAt) >= this.#now.getTime();
    const isOpen = !isTooEarly && (await this.#hasOpenGate(item, target!));
    if (!isOpen) return this.#store(item, { status: "queued" });
    await this.#start(item, target!, isReset && last?.isOpen ? last.id : null);
  }

  /** A release starts a single item of those that were queued: the next one would end its stage. */
  #isReleased({ orderId, kind, status }: WaitingItem): boolean {
    const isMeant = this.#settling.isReleased === true && orderId === this.#orderId;
    return isMeant && (kind === "addon" || (status === "queued" && this.#started === 0));
  }

  /** Returns the step that an item starts; `undefined` if it starts none. */
  async #readTarget(item: WaitingItem, last: LastStage | null): Promise<StartedStep | undefined> {
    if (item.kind === "start") {
      const offered = await this.#readOffered(item.programmeVersionId!);
      return { offered, step: 1, initialBalance: item.initialBalance! };
    }
    if (item.kind !== "reset" || last?.programmeVersionId == null) return undefined;
    const offered = await this.#readOffered(last.programmeVersionId);
    const { currency, initialBalance } = last;
    return { offered: { ...offered, currency }, step: last.step!, initialBalance };
  }

  #readOffered(versionId: number): Promise<OfferedVersion> {
    return readOfferedVersion(this.#kysely, versionId);
  }

  /** Creates the trader if there is none yet: a gate waits for what only they can do. */
  async #hasOpenGate(item: WaitingItem, { offered, step }: StartedStep): Promise<boolean> {
    const { trader } = (this.#buyer ??= await this.#createBuyer(item));
    if (!offered.steps[step - 1]!.payoutEnabled) return true;
    const missing = await readMissing(this.#kysely, [trader.id], "fundedStep", this.#now);
    return !missing.has(trader.id);
  }

  async #createBuyer({ email, fullName }: WaitingItem): Promise<Buyer> {
    const buyer = { email: email!, fullName };
    const { trader, event } = await createBuyer(this.#context, this.#transaction, buyer);
    this.#events.push({ ...event, actor: this.#actor });
    return lockTraderAndRecord(this.#transaction, trader.id);
  }

  async #start(item: WaitingItem, target: StartedStep, resetStageId: number | null): Promise<void> {
    const { trader, account } = this.#buyer!;
    const { stageId, events } = await startItem(this.#context, this.#transaction, {
      ...target,
      actor: this.#actor,
      trader,
      account,
      orderId: item.orderId,
      resetStageId,
    });
    this.#events.push(...events);
    const { offered, step, initialBalance } = target;
    await this.#kysely
      .updateTable("order_items")
      .set({ status: "started", reason: null, stage_id: stageId, kind: item.kind })
      .set({ started_at: this.#now.toISOString(), initial_balance: initialBalance })
      .set({ programme_version_id: offered.versionId })
      .where("id", "=", item.id)
      .execute();
    await this.#addStep(item, "started");
    this.#record("order.started", { itemId: item.id, stageId }, item.orderId);
    this.#started += 1;
    if (item.orderId === this.#orderId) {
      this.#changed += 1;
      this.#ownStarted += 1;
    }
    await sendNotice(this.#context, this.#transaction, trader, {
      kind: "order-started",
      phase: offered.steps[step - 1]!.phase,
      initialBalance,
      currency: offered.currency,
      ...this.#passwordLink(trader),
    });
  }

  #passwordLink(trader: Trader): { url?: string } {
    if (trader.password != null) return {};
    return { url: createResetLink(this.#context, trader, "invitation") };
  }

  async #store(item: WaitingItem, fate: ItemRest): Promise<void> {
    const reason = fate.status === "held" ? fate.reason : null;
    const isQueued = fate.status === "queued" && item.queuedAt === null && this.#buyer;
    await this.#kysely
      .updateTable("order_items")
      .set({ status: fate.status, reason, kind: item.kind })
      .set({ programme_version_id: item.programmeVersionId, initial_balance: item.initialBalance })
      .$if(Boolean(isQueued), (update) => update.set({ queued_at: this.#now.toISOString() }))
      .where("id", "=", item.id)
      .execute();
    if (isQueued) await this.#notifyQueued(item, isQueued.trader);
    if (fate.status === item.status && reason === item.reason) return;
    if (item.orderId === this.#orderId) this.#changed += 1;
    if (fate.status === "queued") return;
    await this.#addStep(item, fate.status, reason);
    if (fate.status === "done") return;
    const action = fate.status === "held" ? "order.held" : "order.cancelled";
    this.#record(action, { itemId: item.id, reason }, item.orderId);
  }

  async #notifyQueued(item: WaitingItem, trader: Trader): Promise<void> {
    await this.#addStep(item, "queued");
    this.#record("order.queued", { itemId: item.id }, item.orderId);
    const event = { kind: "order-queued", ...this.#passwordLink(trader) } as const;
    await sendNotice(this.#context, this.#transaction, trader, event);
  }

  async #addStep(
    { id, orderId }: WaitingItem,
    kind: OrderStepKind,
    reason: string | null = null,
  ): Promise<void> {
    const at = this.#now.toISOString();
    await this.#kysely
      .insertInto("order_steps")
      .values({ order_id: orderId, item_id: id, kind, reason, at, received_at: at })
      .execute();
  }

  #record(
    action: OrderAuditEvent["action"],
    facts: Record<string, string | number | boolean | null>,
    orderId = this.#orderId,
  ): void {
    const trader = this.#buyer?.trader;
    const changes = changesBetween({}, { orderId, ...facts });
    this.#events.push({ action, actor: this.#actor, ...(trader && { trader }), changes });
  }
}
