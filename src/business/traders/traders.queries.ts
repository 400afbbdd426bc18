import { type Kysely, type RawBuilder, sql } from "kysely";
import { accountColumns } from "./accounts/accounts.queries.ts";
import type { Context } from "../../platform/context.ts";
import { computedJson, object, type Row } from "../../platform/database/columns.ts";
import { beyondIndex, filterConditions, isFlagged } from "../../platform/declared/field-filters.ts";
import { traderFields } from "../../identity/users/trader.fields.ts";
import { accountFields } from "./accounts/account.fields.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { countRows } from "../office/counters/counters.ts";
import { notFound } from "../../platform/errors.ts";
import { defineCountedList } from "../../platform/lists/define-list.ts";
import { countCapped } from "../../platform/lists/counted-slices.ts";
import type {
  CountedList,
  FilterValues,
  ListColumns,
  SearchAccess,
} from "../../platform/lists/list-declaration.ts";
import { sortBy, sortByRequired, sortByText } from "../../platform/lists/sort-keys.ts";
import type { AccountStatus } from "./accounts/account.rule.ts";
import type { WaitingActor, WaitingKind } from "./waiting/waiting.rule.ts";
import type { Outcome } from "../rulebook/engine/outcome.rule.ts";
import { readRecovery } from "../../identity/second-factor/recovery.queries.ts";
import { hasSecondFactor } from "../../identity/second-factor/second-factor.queries.ts";
import { adminTraderColumns } from "../../identity/users/present-trader.ts";
import { before, isOneOf, since } from "../../platform/lists/conditions.ts";
import { hasTag, tagsColumn } from "./tags/tags.ts";
import { matchesPerson, matchesTrader } from "./search.queries.ts";
import type { ListedVerdict, SavedTrader, TraderSummary, UnpaidPayouts } from "./trader.schema.ts";
import type { TraderSort } from "./trader.table.ts";

export const tradersWithAccounts =
  "users left join trading_accounts on trading_accounts.user_id = users.id";

export const traderColumns = {
  ...adminTraderColumns,
  tags: tagsColumn,
  tradingAccount: object(accountColumns),
};

/** The open stage's verdict, read for the rows of a page only. */
const verdict = computedJson<ListedVerdict | null>(
  `select json_build_object('outcome', current_verdicts.outcome, 'grade', grade,
      'roomToday', daily_room::text, 'currency', currency)
    from current_verdicts join stages on stages.account_id = current_verdicts.account_id
      and stages.id = current_verdicts.stage_id
    where current_verdicts.account_id = trading_accounts.id and is_open limit 1`,
);

/** Every trader has an account. */
const tradersJoinAccounts = "users join trading_accounts on trading_accounts.user_id = users.id";

const ofAccount = "trading_accounts.user_id";

const sorts = {
  fullName: sortByText("users.full_name", "users.id"),
  email: sortBy("users.email"),
  login: sortByText("trading_accounts.login", ofAccount),
  balance: sortBy("trading_accounts.balance", ofAccount),
  status: sortBy("trading_accounts.status", ofAccount),
  phase: sortByText("trading_accounts.phase", ofAccount),
  payoutEnabled: sortBy("trading_accounts.payout_enabled", ofAccount),
  createdAt: sortBy("users.created_at", "users.id"),
} as const;

/** Accounts that have room today, in the order of the risk list's index. */
const accountsWithRoom = `current_verdicts join trading_accounts
    on trading_accounts.id = current_verdicts.account_id and current_verdicts.is_open
      and current_verdicts.outcome = 'in_progress' and current_verdicts.daily_room is not null
  join users on users.id = trading_accounts.user_id`;

const byRoom = {
  roomToday: sortByRequired("current_verdicts.daily_room", "current_verdicts.account_id"),
} as const;

type Flag = "true" | "false";

type SearchIn = "all" | "person";

/** Uses a literal, because only then does the planner use the partial index. */
const ofOutcome = (outcome: Outcome) => sql`current_verdicts.account_id = trading_accounts.id
  and current_verdicts.is_open and current_verdicts.outcome = ${sql.lit(outcome)}`;

/** @param isNothing an account without a row waits for nothing, too */
const waits = (condition: RawBuilder<unknown>, isNothing: boolean) =>
  isNothing
    ? sql<boolean>`not exists (select from account_waits
        where account_id = trading_accounts.id and kind <> 'nothing')`
    : sql<boolean>`exists (select from account_waits
        where account_id = trading_accounts.id and kind <> 'nothing' and ${condition})`;

const filters = {
  status: (statuses: AccountStatus[]) => isOneOf("trading_accounts.status", statuses),
  tag: (tag: string) => hasTag("users.id", tag),
  ...filterConditions(accountFields),
  /** Served by the index of the sort. */
  phase: (phase: string) => sql<boolean>`(trading_accounts.phase is not null
    and coalesce(left(trading_accounts.phase, 200), '') = left(${phase}::text, 200)
    ${beyondIndex("trading_accounts.phase", phase)})`,
  ...filterConditions(traderFields),
  banned: (flag: Flag) => isFlagged("users.banned", flag),
  from: (time: string) => since("users.created_at", time),
  to: (time: string) => before("users.created_at", time),
  verdict: (outcome: Outcome) =>
    sql<boolean>`exists (select from current_verdicts where ${ofOutcome(outcome)})`,
  waitingFor: (kind: WaitingKind) => waits(sql`kind = ${sql.lit(kind)}`, kind === "nothing"),
  waitingActor: (actor: WaitingActor) => waits(sql`actor = ${sql.lit(actor)}`, actor === "nobody"),
  searchIn: (_fields: SearchIn) => undefined,
} as const;

const search = (words: string, access: SearchAccess, { searchIn }: { searchIn?: SearchIn }) => [
  searchIn === "person" ? matchesPerson(words, access) : matchesTrader(words, access),
];

const inStatus = (statuses: AccountStatus[] | undefined) =>
  statuses ? sql`and ${isOneOf("trading_accounts.status", statuses)}` : sql``;

/** Defines the list of traders with these columns, in any order except by room. */
function listTraders<Of extends ListColumns>(columns: Of) {
  return defineCountedList({
    name: "users",
    from: tradersWithAccounts,
    rowsFrom: tradersJoinAccounts,
    columns,
    sorts,
    replaceIdSort: ({ from, to }) => ((from ?? to) === undefined ? undefined : "createdAt"),
    filters,
    search,
    searchFollowsIds: true,
    isTotalCapped: ({ verdict: outcome }) => outcome !== undefined,
    total: {
      filters: ["status", "verdict", "searchIn"],
      count: ({ status, verdict: outcome }) =>
        outcome
          ? countCapped(sql`select from current_verdicts join trading_accounts
              on ${ofOutcome(outcome)} ${inStatus(status)}`)
          : countRows("account", status),
    },
  });
}

/** Defines the list of traders with these columns whose open stage has room today, ordered by it. */
function listByRoom<Of extends ListColumns>(columns: Of) {
  return defineCountedList({
    name: "users by room",
    from: accountsWithRoom,
    columns,
    sorts: byRoom,
    filters: {
      ...filters,
      verdict: (outcome: Outcome) => sql<boolean>`current_verdicts.outcome = ${sql.lit(outcome)}`,
    },
    search,
    searchFollowsIds: true,
  });
}

interface ByRoom {
  sort?: TraderSort | undefined;
}

/** All traders with their accounts. */
export const traders = listTraders(traderColumns);
const tradersByRoom = listByRoom(traderColumns);

const withVerdict = { ...traderColumns, verdict };
const withVerdicts = listTraders(withVerdict);
const withVerdictsByRoom = listByRoom(withVerdict);

type TraderList<Item> = CountedList<Item, TraderSort, FilterValues<typeof filters>>;

/** Returns the list that supports the requested order. */
export function tradersSortedBy({ sort }: ByRoom): TraderList<Row<typeof traderColumns>> {
  return sort === "roomToday" ? tradersByRoom : traders;
}

/** Returns the same with the verdicts on the open stages. */
export function judgedTradersSortedBy({ sort }: ByRoom): TraderList<Row<typeof withVerdict>> {
  return sort === "roomToday" ? withVerdictsByRoom : withVerdicts;
}

const MAX_PHASES = 100;

/** Lists the phases of all accounts, in the order of their index, from one phase to the next. */
export async function listPhases({ database }: Pick<Context, "database">): Promise<string[]> {
  const firstPhase = (condition: RawBuilder<unknown>) => sql`(
    select coalesce(left(phase, 200), '') from trading_accounts
    where phase is not null ${condition} order by coalesce(left(phase, 200), '') limit 1)`;
  const { rows } = await sql<{ phase: string }>`with recursive phases (phase) as (
      select ${firstPhase(sql``)}
      union all
      select ${firstPhase(sql`and coalesce(left(phase, 200), '') > phases.phase`)}
      from phases where phases.phase is not null
    )
    select phase from phases where phase is not null limit ${sql.lit(MAX_PHASES)}`.execute(
    database.kysely,
  );
  return rows.map(({ phase }) => phase);
}

/** @throws RefusalError if the trader does not exist */
export async function getTrader(context: Context, id: number): Promise<SavedTrader> {
  const trader = await traders.find(context, id);
  if (!trader) throw notFound("User");
  return { ...trader, account: trader.tradingAccount };
}

/** @throws RefusalError if the trader does not exist */
export async function summariseTrader(context: Context, id: number): Promise<TraderSummary> {
  const trader = await getTrader(context, id);
  const { login } = trader.tradingAccount;
  const { kysely } = context.database;
  return {
    ...trader,
    sameLogin: login === null ? [] : await listOthersWith(context, login, id),
    hasSecondFactor: await hasSecondFactor(kysely, { kind: "trader", id }),
    recovery: await readRecovery(context, kysely, id),
  };
}

const MAX_OTHERS = 10;

/** Lists other traders with this login. The feed rejects it, because it cannot tell whose records it receives. */
async function listOthersWith({ database }: Context, login: string, id: number) {
  const others = await database.kysely
    .selectFrom("trading_accounts")
    .innerJoin("users", "users.id", "trading_accounts.user_id")
    .select(["users.id", "full_name as fullName", "email"])
    .where("login", "=", login)
    .where("user_id", "<>", id)
    // Sorted below: all rows of a login that thousands share would be sorted here.
    .limit(MAX_OTHERS)
    .execute();
  return others.toSorted((one, other) => one.id - other.id);
}

/** Reads what a trader is still to receive. Empty for a trader who does not exist. */
export async function readUnpaidPayouts(
  kysely: Kysely<Tables>,
  traderId: number,
): Promise<UnpaidPayouts> {
  const approved = await sql<UnpaidPayouts["approved"][number]>`
    select currency, sum(amount)::text as amount from payout_requests
    where user_id = ${traderId} and status = 'approved' and payment_id is null
    group by currency order by currency`.execute(kysely);
  const openPayments = await sql<UnpaidPayouts["openPayments"][number]>`
    select run_id as "runId", payments.currency, sum(payments.amount)::text as amount
    from payout_requests join payments on payments.id = payment_id
    where user_id = ${traderId} and payments.status = 'open'
    group by run_id, payments.currency order by run_id, payments.currency`.execute(kysely);
  return { approved: approved.rows, openPayments: openPayments.rows };
}
