import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { jsonReader, jsonSelectList } from "../../../platform/database/columns.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { fromNow } from "../../../platform/time/clock.ts";
import { notifyTopics, type Topic } from "../../../platform/live/live-updates.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { LEASE, MAX_DELIVERED } from "./action.rule.ts";
import type { DeliveredAction } from "./action.schema.ts";
import { comparedServer } from "../bridges/bridge-server.queries.ts";
import { deliveredColumns } from "./actions.queries.ts";

/** Announced when an action of any account has become due. */
export const dueActions: Topic = "due-actions:0";
/** Announced when an action of any account has changed. */
export const changedActions: Topic = "actions:0";

/**
 * Locks the queues of accounts until the transaction ends, in the order of their ids. Must be called before actions are
 * read in order to change them. Polls skip locked queues, and hold theirs for one statement only.
 * @param accountIds of accounts that the transaction has locked, because their queues are created here
 */
export async function lockQueues(kysely: Kysely<Tables>, accountIds: number[]): Promise<void> {
  await sql`insert into action_queues (account_id)
    select id from unnest(${accountIds}::int[]) as account (id) order by id
    on conflict do nothing`.execute(kysely);
  await sql`select from action_queues where account_id = any(${accountIds})
    order by account_id for update`.execute(kysely);
}

/**
 * Determines which action of each account is next, after its actions were changed, and wakes polls and streams.
 * @param accountIds locked by `lockQueues`
 */
export async function settleQueues(kysely: Kysely<Tables>, accountIds: number[]): Promise<void> {
  const { rows } = await sql<{ isPending: boolean }>`
    update action_queues set head_id = head.id, due_at = head.due_at
    from (
      select queue.account_id, first.id, first.due_at from action_queues as queue
      left join lateral (
        select id, case when status = 'pending' then 'epoch'::timestamptz
          else delivered_at + make_interval(secs => ${LEASE / SECOND}) end as due_at
        from actions where actions.account_id = queue.account_id
          and status in ('pending', 'delivered')
        order by id limit 1) as first on true
      where queue.account_id = any(${accountIds})) as head
    where action_queues.account_id = head.account_id
    returning coalesce(action_queues.due_at = 'epoch', false) as "isPending"`.execute(kysely);
  const accounts = accountIds.map((id): Topic => `account:${id}`);
  const isDue = rows.some(({ isPending }) => isPending);
  await notifyTopics(kysely, [...(isDue ? [dueActions] : []), changedActions, ...accounts]);
}

export interface Delivery {
  /** Whether the token may still execute actions; it may have been revoked while it waited. */
  isPermitted: boolean;
  /** Whether a later connector serves the server by now. */
  isSuperseded: boolean;
  actions: DeliveredAction[];
}

/** Who asks for actions. */
export interface Receiver {
  tokenId: number;
  /** Only actions of this server; of all if it is absent. */
  server?: string | undefined;
  /** What a connector calls itself. */
  instance?: string | undefined;
}

const readAction = jsonReader(deliveredColumns);

interface DeliveredRow extends Omit<Delivery, "actions"> {
  actions: Record<string, unknown>[];
}

/**
 * Delivers what is due, and leases it. One statement, whose cost depends only on what it returns: it reads the index of
 * due queues, and skips those that another poll is delivering. If more is due than one poll delivers, new actions, the
 * oldest first, and those whose lease has ended, the earliest first, take turns, so that neither kind can keep the other
 * waiting. A lease that lasts longer than two minutes was given before the clock was set back, and does not count; the
 * clocks of instances may differ by one.
 */
export async function deliverDue(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  { tokenId, server, instance }: Receiver,
): Promise<Delivery> {
  const now = clock.now().toISOString();
  const leasedUntil = fromNow(clock, LEASE).toISOString();
  const most = sql.lit(MAX_DELIVERED);
  const ofServer =
    server === undefined
      ? sql``
      : sql`and exists (select from actions where actions.id = action_queues.head_id
          and ${comparedServer(sql`actions.server`)} = ${comparedServer(server)})`;
  const { rows } = await sql<DeliveredRow>`
    with superseded as (
      select from served_servers where ${instance ?? null} = any(former)
        and server = ${comparedServer(server ?? null)}),
    token as (
      select from api_tokens where id = ${tokenId} and revoked_at is null
        and (expires_at is null or expires_at > ${now})),
    receiver as (select from token where not exists (select from superseded)),
    pending as (
      select account_id, head_id from action_queues
      where due_at = 'epoch' and exists (select from receiver) ${ofServer}
      order by head_id limit ${most} for update skip locked),
    expired as (
      select account_id, head_id, due_at from action_queues
      where due_at > 'epoch' and due_at <= ${now} and exists (select from receiver) ${ofServer}
      order by due_at, head_id limit ${most} for update skip locked),
    misdated as (
      select account_id, head_id, due_at from action_queues
      where due_at > ${fromNow(clock, 2 * LEASE).toISOString()} and exists (select from receiver) ${ofServer}
      order by due_at, head_id limit ${most} for update skip locked),
    due as (
      select account_id, head_id from (
        select account_id, head_id, row_number() over (order by head_id) as place from pending
        union all
        select account_id, head_id, row_number() over (order by due_at, head_id) from expired
        union all
        select account_id, head_id, row_number() over (order by due_at, head_id) from misdated
      ) as candidates order by place, head_id limit ${most}),
    delivered as (
      update actions set status = 'delivered', delivered_at = ${now}, attempts = attempts + 1,
        unanswered_since = case when status = 'pending' then ${now}
          else coalesce(unanswered_since, delivered_at) end
      from due where actions.id = due.head_id and status in ('pending', 'delivered')
      returning actions.*),
    leased as (
      update action_queues set due_at = ${leasedUntil}
      from delivered where action_queues.account_id = delivered.account_id)
    select exists (select from token) as "isPermitted",
      exists (select from superseded) as "isSuperseded",
      (select coalesce(json_agg(action order by action.id), '[]') from (
        select ${sql.raw(jsonSelectList(deliveredColumns))} from delivered as actions
        join trading_accounts on trading_accounts.id = actions.account_id
        join users on users.id = trading_accounts.user_id
        left join stages on stages.account_id = actions.account_id
          and stages.id = actions.stage_id) as action) as actions`.execute(kysely);
  const { actions, ...found } = rows[0]!;
  if (actions.length > 0) await notifyTopics(kysely, [changedActions]);
  return { ...found, actions: actions.map(readAction) };
}
