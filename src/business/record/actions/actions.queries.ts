import { type Kysely, type RawBuilder, sql } from "kysely";
import { canOtherAdministrator } from "../../../identity/team/team.queries.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import {
  type Column,
  computedJson,
  decimal,
  integer,
  json,
  object,
  text,
  timestamp,
} from "../../../platform/database/columns.ts";
import { notFound } from "../../../platform/errors.ts";
import { type Condition, isOneOf } from "../../../platform/lists/conditions.ts";
import { defineCountedList, defineList } from "../../../platform/lists/define-list.ts";
import type { ListContext } from "../../../platform/lists/list-declaration.ts";
import { SECOND } from "../../../platform/time/durations.rule.ts";
import { matchesTrader } from "../../traders/search.queries.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import {
  type ActionStatus,
  approvalRefusal,
  type finishedStatuses,
  type HistoryStep,
  historySteps,
  timeBehind,
} from "./action.rule.ts";
import {
  type ActionDetails,
  type ActionView,
  type Bridge,
  type DeliveredAction,
  listedAction,
} from "./action.schema.ts";
import { actionTable } from "./action.table.ts";
import type { StoredReport } from "../bridges/bridge.schema.ts";
import { readReport } from "../bridges/bridge-reports.ts";
import { serveTable } from "../../office/tables/serve-table.ts";
import { byAccount, type OwnDataPart } from "../../../identity/users/own-data-part.ts";

export const actionColumns = {
  id: integer("actions.id"),
  userId: integer("trading_accounts.user_id"),
  stageId: integer("actions.stage_id"),
  login: text("actions.login"),
  server: text("actions.server"),
  kind: text("actions.kind"),
  amount: decimal("actions.amount", 2),
  account: json("actions.asked_account"),
  status: text("actions.status"),
  reason: text("actions.reason"),
  cause: object({ kind: text("actions.cause_kind"), id: integer("actions.cause_id") }),
  requestedAt: timestamp("actions.requested_at"),
  requestedBy: text("actions.requested_by"),
  deliveredAt: timestamp("actions.delivered_at"),
  startedAt: timestamp("actions.started_at"),
  finishedAt: timestamp("actions.finished_at"),
  attempts: integer("actions.attempts"),
  message: text("actions.message"),
};

/** The same as a bridge receives it. Requires the trader of the account, and `stages` left joined. */
export const deliveredColumns = {
  ...actionColumns,
  account: computedJson<DeliveredAction["account"]>(`actions.asked_account || jsonb_build_object(
    'balance', round(stages.initial_balance, 2)::text,
    'currency', coalesce(stages.currency, trading_accounts.currency),
    'name', users.full_name, 'email', users.email)`),
};

const from = "actions join trading_accounts on trading_accounts.id = actions.account_id";

const filters = {
  status: (statuses: ActionStatus[]) => isOneOf("actions.status", statuses),
  userId: "trading_accounts.user_id",
  kind: "actions.kind",
} as const;

/** All actions, newest first. */
export const actions = defineList({ name: "actions", from, columns: actionColumns, filters });

/** The same with their traders, in numbered pages. */
const listedActions = defineCountedList({
  name: "listed actions",
  from: `${from} join users on users.id = trading_accounts.user_id`,
  columns: {
    ...actionColumns,
    currency: text("trading_accounts.currency"),
    trader: object({ fullName: text("users.full_name"), email: text("users.email") }),
    retryRefusal: text("actions.retry_refusal"),
    unansweredSince: timestamp("actions.unanswered_since"),
  },
  filters,
  search: (words, access) => [matchesTrader(words, access)],
});

export const servedActions = serveTable(actionTable, {
  row: listedAction,
  list: listedActions,
  exports: {
    tag: "Actions",
    summary: (format) => `Export the actions at the trading platform as ${format}`,
    searches: "Matches part of the trader's name, email or login",
    example: "ID,Name,Action,Status\r\n7,Olivia Bennett,disable_trading,done\r\n",
  },
});

/** The finished actions of an account, as its trader sees them: without names and reasons. */
export const ownActions = defineList({
  name: "own actions",
  from,
  columns: {
    id: integer("actions.id"),
    kind: text("actions.kind"),
    amount: decimal("actions.amount", 2),
    // The list is only read with these statuses, with which an action has the time.
    status: text("actions.status") as Column<(typeof finishedStatuses)[number]>,
    finishedAt: timestamp("actions.finished_at") as Column<Date>,
  },
  filters: {
    userId: "trading_accounts.user_id",
    status: (statuses: readonly ActionStatus[]) => isOneOf("actions.status", statuses),
  },
});

/** @throws RefusalError if the action does not exist */
export async function getAction(
  context: Pick<ListContext, "database">,
  id: number,
): Promise<ActionView> {
  const action = await actions.find(context, id);
  if (!action) throw notFound("Action");
  return action;
}

/**
 * Reads an action with its history. Deliveries are not a part of it: bridges ask often, so the audit log leaves them out.
 * @throws RefusalError if the action does not exist
 */
export async function readActionDetails(
  context: Pick<ListContext, "database">,
  actor: StaffActor,
  id: number,
): Promise<ActionDetails> {
  const action = await listedActions.find(context, id);
  if (!action) throw notFound("Action");
  const refusal = await refusalToApprove(context.database.kysely, actor, action);
  const events = await context.database.kysely
    .selectFrom("audit_events")
    .select(["at", "action", "actor_name as by", "reason as words"])
    .where("trader_id", "=", action.userId)
    .where("action", "in", historySteps)
    .where(sql`changes -> 'actionId' ->> 'to'`, "=", String(id))
    .orderBy("id")
    .execute();
  const history = events.map(({ at, action: step, by, words }) => ({
    at: new Date(at),
    step: step as HistoryStep,
    by,
    words,
  }));
  return { ...action, approvalRefusal: refusal ?? null, history };
}

/** Returns why the caller cannot approve an action, apart from its status; `undefined` if they can. */
export async function refusalToApprove(
  kysely: Kysely<Tables>,
  actor: StaffActor,
  action: Pick<ActionView, "id" | "kind" | "cause">,
): Promise<string | undefined> {
  const isToken = actor.kind === "token";
  const asked = await kysely
    .selectFrom("actions")
    .select("requested_by_id as by")
    .where("id", "=", action.id)
    .executeTakeFirst();
  return approvalRefusal(action, {
    isToken,
    hasAsked: asked?.by === actor.id,
    canOtherApprove: isToken || (await canOtherAdministrator(kysely, actor.id, "actions.request")),
  });
}

/**
 * Returns whether trading with a login is disabled as far as the actions tell: the last of the two kinds that was done is
 * `disable_trading`, or one is with a bridge. Actions are done in the order of their deliveries, by the clock of the app.
 */
export function isDisabled(accountId: RawBuilder<unknown>, login: RawBuilder<unknown>): Condition {
  const deliveredDisabling = sql`
    select from actions as earlier
    where earlier.account_id = ${accountId} and earlier.login = ${login}
      and earlier.kind = 'disable_trading' and earlier.status = 'delivered'`;
  const lastDoneDisabling = sql`
    select earlier.kind = 'disable_trading' from actions as earlier
    where earlier.account_id = ${accountId} and earlier.login = ${login}
      and earlier.kind in ('disable_trading', 'enable_trading') and earlier.status = 'done'
    order by earlier.delivered_at desc, earlier.id desc limit 1`;
  return sql`(exists (${deliveredDisabling}) or coalesce((${lastDoneDisabling}), false))`;
}

interface FoundBridge {
  tokenId: number;
  label: string;
  lastFeedAt: string | null;
  lastPollAt: string | null;
  waiting: number;
  report: StoredReport | null;
  reportedAt: string | null;
  awaySince: string | null;
}

/** Lists the tokens that feed records or execute actions, newest first, with the reports of connectors. */
export async function readBridges({
  clock,
  database: { kysely },
}: Pick<Context, "clock" | "database">): Promise<Bridge[]> {
  const { rows } = await sql<FoundBridge>`
    with waiting as (
      select count(*)::int as count from actions where status in ('pending', 'delivered'))
    select id as "tokenId", label, last_feed_at as "lastFeedAt", last_poll_at as "lastPollAt",
      case when 'actions:execute' = any(scopes) then waiting.count else 0 end as waiting,
      report, reported_at as "reportedAt", away_since as "awaySince"
    from waiting, api_tokens left join bridge_reports on bridge_reports.token_id = api_tokens.id
    where revoked_at is null and scopes && array['feed:write', 'actions:execute']
    order by id desc, bridge_reports.server`.execute(kysely);
  const now = clock.now().getTime();
  return rows.map(({ lastFeedAt, lastPollAt, report, reportedAt, awaySince, ...bridge }) => {
    const heard = [lastFeedAt, lastPollAt].flatMap((time) => (time ? Date.parse(time) : []));
    const silence = heard.length === 0 ? null : now - Math.max(...heard);
    const behind = timeBehind({
      lagSeconds: report?.lagSeconds ?? null,
      awaySince: awaySince === null ? null : Date.parse(awaySince),
      now,
    });
    return {
      ...bridge,
      lastFeedAt: lastFeedAt === null ? null : new Date(lastFeedAt),
      lastPollAt: lastPollAt === null ? null : new Date(lastPollAt),
      silentSeconds: silence === null ? null : Math.floor(Math.max(0, silence, behind) / SECOND),
      report: report === null ? null : readReport(report),
      reportedAt: reportedAt === null ? null : new Date(reportedAt),
    };
  });
}

/**
 * Returns whether an action may have changed within so many seconds. Only the newest thousand are asked, because no
 * index has these times: lists show an older one that changed in the meantime with the next change.
 */
export async function haveActionsChanged(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  seconds: number,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - seconds * SECOND).toISOString();
  const { rows } = await sql`
    select from (
      select greatest(requested_at, delivered_at, finished_at) as changed_at
      from actions order by id desc limit 1000) newest
    where changed_at > ${since} limit 1`.execute(kysely);
  return rows.length > 0;
}

export const actionsPart: OwnDataPart = {
  name: "actions",
  about: "What the trading platform was asked to do with the account",
  table: "actions",
  where: byAccount("actions.account_id"),
  key: ["actions.id"],
  columns: {
    id: integer("actions.id"),
    stageId: integer("actions.stage_id"),
    login: text("actions.login"),
    server: text("actions.server"),
    kind: text("actions.kind"),
    amount: decimal("actions.amount", 2),
    account: json("actions.asked_account"),
    status: text("actions.status"),
    requestedAt: timestamp("actions.requested_at"),
    deliveredAt: timestamp("actions.delivered_at"),
    finishedAt: timestamp("actions.finished_at"),
  },
};
