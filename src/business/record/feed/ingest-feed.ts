import { type Kysely, sql } from "kysely";
import { recordEvents } from "../../../identity/audit/record-event.ts";
import type { TokenActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import type { StageChange } from "../derivation/derive-stages.ts";
import { lockAccounts, lockFreeAccounts } from "../records/recorded-account.ts";
import { readStages } from "../records/record-stages.queries.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import { comparedServer } from "../bridges/bridge-server.queries.ts";
import {
  accountKey,
  type FeedInput,
  feedItems,
  type FeedResult,
  MAX_FEED_ACCOUNTS,
  MAX_FEED_ITEMS,
  type NamedAccount,
} from "./feed.schema.ts";
import { readMissing } from "./findings/missing.queries.ts";
import { settleFindings } from "./findings/settle-findings.ts";
import { ShownTickets } from "./findings/shown-tickets.ts";
import { placeClosings } from "./place-closings.ts";
import { type AddedRecord, type FedAccount, FeedReport, readItems } from "./read-items.ts";
import { storeDeals, storeOperations } from "./store-bookings.ts";
import { storeSnapshots } from "./store-snapshots.ts";

/**
 * Adds the records that a bridge sends. Items are independent: invalid ones are rejected individually, and the
 * others are stored. Sending the same items again changes nothing. Accounts that another call is changing are waited
 * for after the records of the others have been stored, so that a long import delays no other account.
 * @throws RefusalError if the call has too many items or accounts
 */
export async function ingestFeed(
  context: Context,
  actor: TokenActor,
  input: FeedInput,
): Promise<FeedResult> {
  const items = input.accounts.reduce(
    (sum, account) => sum + feedItems.reduce((count, name) => count + account[name].length, 0),
    0,
  );
  requireAtMost(MAX_FEED_ITEMS, items, "items");
  requireAtMost(MAX_FEED_ACCOUNTS, input.accounts.length, "accounts");
  const first = await inTransaction(context.database, async (transaction) => {
    const report = new FeedReport();
    const accounts = await findAccounts(kyselyOf(transaction), input, report);
    const free = await lockFreeAccounts(transaction, idsOf(accounts));
    const locked = new Map([...accounts].filter(([, { id }]) => free.has(id)));
    await storeItems(context, transaction, actor, { input, accounts: locked, report });
    return { report, waiting: new Map([...accounts].filter(([, { id }]) => !free.has(id))) };
  });
  if (first.waiting.size === 0) return first.report.result;
  return inTransaction(context.database, async (transaction) => {
    const report = new FeedReport(first.report);
    await lockAccounts(transaction, idsOf(first.waiting));
    await storeItems(context, transaction, actor, { input, accounts: first.waiting, report });
    return report.result;
  });
}

type FoundAccount = Pick<FedAccount, "id" | "isPresent">;

const idsOf = (accounts: Map<string, FoundAccount>) => [
  ...new Set([...accounts.values()].map(({ id }) => id)),
];

interface LockedItems {
  input: FeedInput;
  /** The accounts that are locked, by `accountKey`; items of others are not read. */
  accounts: Map<string, FoundAccount>;
  report: FeedReport;
}

async function storeItems(
  context: Context,
  transaction: Transaction,
  actor: TokenActor,
  { input, accounts, report }: LockedItems,
): Promise<void> {
  const kysely = kyselyOf(transaction);
  const storedStages = await readStages(kysely, idsOf(accounts));
  const stages = Map.groupBy(storedStages, ({ accountId }) => accountId);
  const withStages = new Map(
    [...accounts].map(([key, account]) => [
      key,
      { ...account, stages: stages.get(account.id) ?? [] },
    ]),
  );
  const now = context.clock.now();
  const source = { tokenId: actor.id, receivedAt: now.toISOString() };
  const { operations, snapshots, ...read } = readItems(
    input,
    { accounts: withStages, now },
    report,
  );
  const deals = await placeClosings(kysely, read, report);
  const outcome = { report, shown: new ShownTickets() };
  const booked = [
    ...(await storeDeals(kysely, deals, source, outcome)),
    ...(await storeOperations(kysely, operations, source, outcome)),
  ];
  const observed = await storeSnapshots(kysely, snapshots, source, report);
  const missing = await readMissing(kysely, input, withStages);
  const findings = await settleFindings(context, transaction, actor, outcome.shown, missing);
  const compared = storedStages
    .filter(({ id }) => findings.stageIds.has(id))
    .map((stage): AddedRecord => ({ stage, name: "finding", time: null }));
  const withBookings = new Set(booked.map(({ stage }) => stage.id));
  const byStage = Map.groupBy([...booked, ...observed, ...compared], ({ stage }) => stage.id);
  const changes = Array.from(byStage, ([id, added]) => ({
    ...changeOf(added),
    hasNoBookings: !withBookings.has(id),
  }));
  await applyRecordChanges(context, transaction, changes, ({ id }) => ({
    kind: "feed",
    id: actor.id,
    message: describeAdded(byStage.get(id) ?? [], findings.stageIds.has(id)),
  }));
  if (findings.events.length > 0) await recordEvents(context, transaction, findings.events);
}

function requireAtMost(most: number, count: number, what: string): void {
  if (count <= most) return;
  throw new RefusalError(
    "too-large",
    `A call may have at most ${most.toLocaleString("en-US")} ${what}; this one has ${count.toLocaleString("en-US")}`,
  );
}

/**
 * Finds the accounts whose login, at the server if one is named, belongs to exactly one trader: now or, if no trader has
 * it any more, in a stage that has ended. Other logins are rejected.
 * @returns the accounts by `accountKey`
 */
async function findAccounts(
  kysely: Kysely<Tables>,
  input: FeedInput,
  report: FeedReport,
): Promise<Map<string, FoundAccount>> {
  const named = new Map(
    input.accounts.map(({ login, server }) => [accountKey({ login, server }), { login, server }]),
  );
  const present = await findWithLogins(kysely, "trading_accounts", named);
  const missing = new Map([...named].filter(([key]) => !present.has(key)));
  const former =
    missing.size === 0
      ? new Map<string, number[]>()
      : await findWithLogins(kysely, "ended_stages", missing);
  const accounts = new Map<string, FoundAccount>();
  for (const [key, { login, server }] of named) {
    const isPresent = present.has(key);
    const [first, ...others] = present.get(key) ?? former.get(key) ?? [];
    const where = server === null ? login : `${login} at the server ${server}`;
    if (first === undefined) {
      report.reject(login, "account", null, `No trader has the login ${where}`);
    } else if (others.length > 0) {
      report.reject(login, "account", null, `Several traders have the login ${where}`);
    } else accounts.set(key, { id: first, isPresent });
  }
  return accounts;
}

const loginSources = {
  trading_accounts: sql`(select id, login, server from trading_accounts)`,
  ended_stages: sql`(select account_id as id, login, server from stages where ended_at is not null)`,
};

/** Finds the accounts that have logins, or had them in stages that have ended. @returns their ids by `accountKey` */
async function findWithLogins(
  kysely: Kysely<Tables>,
  source: keyof typeof loginSources,
  named: Map<string, NamedAccount>,
): Promise<Map<string, number[]>> {
  const wanted = Array.from(named, ([key, account]) => ({ key, ...account }));
  const { rows } = await sql<{ key: string; id: number }>`
    select distinct wanted.key, known.id
    from json_to_recordset(${JSON.stringify(wanted)}::json)
      as wanted (key text, login text, server text)
    join ${loginSources[source]} as known on known.login = wanted.login
      and (wanted.server is null
        or ${comparedServer(sql`known.server`)} = ${comparedServer(sql`wanted.server`)})`.execute(
    kysely,
  );
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ id }) => id)]));
}

/** @param added the records that a call has added to one stage */
function changeOf(added: AddedRecord[]): StageChange {
  const times = added.flatMap(({ time }) => (time === null ? [] : [time]));
  const positions = added.flatMap(({ position }) => position ?? []);
  return {
    stage: added[0]!.stage,
    from: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    positions: [...new Set(positions)],
  };
}

/** The number of records that are listed by name. */
const MAX_NAMED = 5;

/** Returns a sentence about the records that a call has added to a stage: the cause of a new verdict. */
function describeAdded(added: AddedRecord[], isDoubted: boolean): string {
  const created = added.filter(({ time }) => time !== null);
  if (added.length === 0) return "The balance carried over from the stage before has changed";
  if (created.length === 0 && isDoubted) {
    return "The platform shows other content than was recorded, or again the recorded one";
  }
  if (created.length === 0) return "The feed confirmed records that were already recorded";
  const named = created.slice(0, MAX_NAMED).map(describeRecord).join(", ");
  const others = created.length - MAX_NAMED;
  return `The feed sent ${named}${others > 0 ? ` and ${others} more` : ""}`;
}

function describeRecord({ name, time }: AddedRecord): string {
  return `the ${name} of ${new Date(time!).toISOString()}`;
}
