import { sql } from "kysely";
import type { AuditedTrader } from "../../../identity/audit/record-event.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { eventStage, lockFacts, readStageMoney } from "./action-facts.queries.ts";
import {
  type ActionFacts,
  consequencesOf,
  type Consequences,
  type EventStage,
} from "./consequences.rule.ts";
import { enforce, type EnforceContext } from "./enforce.ts";
import { readEnforcement } from "./enforcement-settings.ts";
import {
  type AccountConsequences,
  type EnforcementAuditEvent,
  storeConsequences,
} from "./store-consequences.ts";

export interface SettledPayout {
  trader: AuditedTrader;
  payoutId: number;
  /** That in which it was requested; `null` if the account had none. */
  stageId: number | null;
  paymentId: number;
  /** All payments of the request. */
  paymentIds: number[];
  /** The profit that the payment settles, in cents. */
  profit: bigint;
}

/** Asks for what the firm's settings want when payouts are marked as paid. */
export async function enforcePaidPayouts(
  context: EnforceContext,
  transaction: Transaction,
  paid: SettledPayout[],
): Promise<EnforcementAuditEvent[]> {
  if (paid.length === 0) return [];
  const kysely = kyselyOf(transaction);
  const accounts = await readAccounts(transaction, paid);
  const facts = await lockFacts(
    kysely,
    [...accounts.values()].map(({ accountId }) => accountId),
  );
  const settings = await readEnforcement(kysely);
  const stages = [...facts.values()].flatMap((each) => each.stages);
  const moneyOf = await readStageMoney(
    kysely,
    stages.filter(({ id }) => paid.some(({ stageId }) => stageId === id)),
  );
  const all: AccountConsequences[] = [];
  for (const { trader, payoutId, stageId, paymentId, paymentIds, profit } of paid) {
    const { accountId, login } = accounts.get(trader.id)!;
    const known = facts.get(accountId)!;
    const stage = known.stages.find(({ id }) => id === stageId);
    const event = {
      kind: "payoutPaid" as const,
      stage: stage ? eventStage(stage, known.stages) : withoutStage(known.stages, login),
      paymentId,
      paymentIds,
      profit,
      money: (stage && moneyOf.get(stage.id)) ?? null,
    };
    const consequences = consequencesOf(event, known.actions, settings);
    const reason = `Payout request #${payoutId} was paid`;
    all.push({ trader, accountId, reason, consequences });
    // Another request of the same account may be paid by the same call.
    known.actions = afterwards(known.actions, consequences, context.clock.now());
  }
  return storeConsequences(context, transaction, all);
}

/** An account that never had a stage has only one login. */
const withoutStage = (stages: readonly RecordStage[], login: string | null): EventStage => ({
  id: null,
  login: stages.length === 0 ? login : null,
  isReused: false,
});

async function readAccounts(transaction: Transaction, of: readonly { trader: AuditedTrader }[]) {
  const { rows } = await sql<{ traderId: number; accountId: number; login: string | null }>`
    select user_id as "traderId", id as "accountId", login from trading_accounts
    where user_id = any(${of.map(({ trader }) => trader.id)}) order by id`.execute(
    kyselyOf(transaction),
  );
  return new Map(rows.map(({ traderId, ...account }) => [traderId, account]));
}

/** Returns the actions as the next event of the same transaction finds them. */
function afterwards(
  actions: readonly ActionFacts[],
  { wanted, cancelled }: Consequences,
  now: Date,
): ActionFacts[] {
  const next = (actions.at(-1)?.id ?? 0) + 1;
  return [
    ...actions.map((action) =>
      cancelled.includes(action.id) ? { ...action, status: "cancelled" as const } : action,
    ),
    ...wanted.map((action, index) => ({
      ...action,
      id: next + index,
      requestedAt: now.getTime(),
      deliveredAt: null,
    })),
  ];
}

export interface DecidedPayout {
  trader: AuditedTrader;
  payoutId: number;
  status: "approved" | "rejected";
  paymentIds: number[];
}

/** Undoes the withdrawal of a request that is rejected after its payment came back, or keeps it after all. */
export async function enforceDecidedPayout(
  context: EnforceContext,
  transaction: Transaction,
  { trader, payoutId, status, paymentIds }: DecidedPayout,
): Promise<EnforcementAuditEvent[]> {
  if (paymentIds.length === 0) return [];
  const { accountId } = (await readAccounts(transaction, [{ trader }])).get(trader.id)!;
  const isRejected = status === "rejected";
  const after = isRejected ? "rejected after its payment came back" : "approved again";
  const reason = `Payout request #${payoutId} was ${after}`;
  return enforce(context, transaction, { trader, accountId, reason }, () => ({
    kind: isRejected ? "payoutRejected" : "payoutApproved",
    paymentIds,
  }));
}
