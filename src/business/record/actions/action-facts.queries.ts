import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { readStages, type RecordStage } from "../records/record-stages.queries.ts";
import type { ActionFacts, EventStage, StageMoney } from "./consequences.rule.ts";
import { lockQueues } from "./queue.ts";

/** What decides about the consequences of an event for an account. */
export interface AccountFacts {
  /** The oldest first. */
  stages: RecordStage[];
  actions: ActionFacts[];
}

/**
 * Locks the queues of accounts, and reads their stages and actions.
 * @param accountIds of accounts that the transaction has locked, or whose traders it has
 */
export async function lockFacts(
  kysely: Kysely<Tables>,
  accountIds: number[],
): Promise<Map<number, AccountFacts>> {
  await lockQueues(kysely, accountIds);
  const stages = await readStages(kysely, accountIds);
  const rows = await kysely
    .selectFrom("actions")
    .select(["account_id", "id", "stage_id", "login", "kind", "amount", "status"])
    .select(["cause_kind", "cause_id", "requested_at", "delivered_at"])
    .where("account_id", "=", sql<number>`any(${accountIds})`)
    .orderBy("id")
    .execute();
  const stagesOf = Map.groupBy(stages, ({ accountId }) => accountId);
  const actionsOf = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map(
    accountIds.map((id) => {
      const actions = (actionsOf.get(id) ?? []).map((row): ActionFacts => ({
        id: row.id,
        stageId: row.stage_id,
        login: row.login,
        kind: row.kind,
        amount: row.amount,
        status: row.status,
        cause: { kind: row.cause_kind, id: row.cause_id },
        requestedAt: Date.parse(row.requested_at),
        deliveredAt: row.delivered_at === null ? null : Date.parse(row.delivered_at),
      }));
      return [id, { stages: stagesOf.get(id) ?? [], actions }];
    }),
  );
}

/** Reads the money of stages by their records. @returns it by the ids of the stages */
export async function readStageMoney(
  kysely: Kysely<Tables>,
  stages: readonly RecordStage[],
): Promise<Map<number, StageMoney>> {
  const accountIds = stages.map(({ accountId }) => accountId);
  const stageIds = stages.map(({ id }) => id);
  const { rows: balances } = await sql<{ id: number; balance: string }>`
    select stage_id as id, state -> 'timeline' ->> 'balance' as balance from stage_progress
    where account_id = any(${accountIds}) and stage_id = any(${stageIds})`.execute(kysely);
  const { rows: booked } = await sql<{ id: number; amount: string; receivedAt: string }>`
    select stage_id as id, -amount as amount, received_at as "receivedAt" from operations
    where account_id = any(${accountIds}) and stage_id = any(${stageIds})
      and stands and amount < 0 and received_at is not null
    order by account_id, time, id`.execute(kysely);
  const byStage = new Map(balances.map(({ id, balance }) => [id, BigInt(balance)]));
  const bookedOf = Map.groupBy(booked, ({ id }) => id);
  return new Map(
    stages.map(({ id, initialBalance }) => [
      id,
      {
        initialBalance,
        balance: byStage.get(id) ?? initialBalance,
        booked: (bookedOf.get(id) ?? []).map(({ amount, receivedAt }) => ({
          amount: storedCents(amount),
          receivedAt: Date.parse(receivedAt),
        })),
      },
    ]),
  );
}

/**
 * Describes the stage of an event.
 * @param stage as it was before the event, which may have ended it or changed the login of the account
 * @param startedId a stage that the event itself has started
 */
export function eventStage(
  stage: RecordStage,
  stages: readonly RecordStage[],
  startedId?: number,
): EventStage {
  const { id, login, startedAt } = stage;
  const isReused = stages.some(
    (other) => other.id !== startedId && other.startedAt > startedAt && hasSameLogin(other, stage),
  );
  return { id, login, isReused };
}

type Credentials = Pick<RecordStage, "login" | "server">;

export const hasSameLogin = (one: Credentials, other: Credentials): boolean =>
  one.login !== null && one.login === other.login && one.server === other.server;
