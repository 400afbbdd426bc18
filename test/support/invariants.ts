import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import {
  checkAccount,
  listRecordedAccounts,
} from "../../src/business/record/rebuilds/check-derived.ts";
import { verifyChains } from "../../src/identity/audit/verify-chains.ts";
import { connectDatabase, type Database } from "../../src/platform/database/database.ts";
import type { HttpClient } from "./http-client.ts";
import type { Fact, KnownTrader, AcknowledgedWrites } from "./writers/acknowledged-writes.ts";
import { requestOnce } from "./writers/payout-writers.ts";
import { snapshotsOf } from "../../src/business/record/records/snapshots.queries.ts";
import { entities } from "../../src/entities.ts";

/** Queries for rows that must never exist, whatever happened before. */
const violationQueries: Record<string, string> = {
  "a trader without exactly one account": `
    select u.id from users u left join trading_accounts a on a.user_id = u.id
    group by u.id having count(a.id) <> 1`,
  "a registered trader whose session ended without a cause": `
    select id from users u where password is not null and not banned
      and not exists (select 1 from sessions where user_id = u.id)
      and not exists (select 1 from audit_events e where e.trader_id = u.id
        and e.action in ('password.reset', 'trader.banned', 'trader.signed-in'))`,
  "an invited trader without a reset token": `
    select id from users where password is null and reset_token is null`,
  "a ban without a reason": `select id from users where banned and ban_reason is null`,
  "an invalid amount": `
    select id from payout_requests where amount = 'NaN' or amount <= 0`,
  "a decision without notes": `
    select id from payout_requests where (status = 'pending') <> (admin_notes is null)`,
  "a request with two open or paid payments": `
    select payout_id from payments where status in ('open', 'paid') and payout_id is not null
    group by 1 having count(*) > 1`,
  "a payment and a request of which only one refers to the other": `
    select p.id from payout_requests p
    full join (select * from payments where status in ('open', 'paid') and payout_id is not null)
      live on live.payout_id = p.id
    where p.payment_id is distinct from live.id or live.id is not null and p.status <> 'approved'`,
  "a payment that disagrees with the audit log": `
    select p.id from payout_requests p left join payments on payments.id = p.payment_id,
      lateral (select count(*) filter (where action = 'payment.paid') as paid,
        count(*) filter (where action = 'payment.reversed') as reversed
        from audit_events e where e.payout_id = p.id) logged
    where paid - reversed <> case when payments.status = 'paid' then 1 else 0 end`,
  "unencrypted payment details": `
    select id from payout_requests where sealed_details !~ '^v1\\.[\\w-]{8}\\.[\\w-]+\\.[\\w-]+$'`,
  "an unencrypted master password": `
    select id from trading_accounts where master_password !~ '^v1\\.[\\w-]{8}\\.[\\w-]+\\.[\\w-]+$'`,
  "an unhashed password": `select id from users where password not like '$argon2id$%'`,
  "a trader whose creation is missing from the audit log": `
    select id from users u where not exists (select 1 from audit_events e
      where e.trader_id = u.id and e.action in ('trader.registered', 'trader.created'))`,
  "a trader whose deletion is missing from the audit log": `
    select e.trader_id from audit_events e
    where e.action in ('trader.registered', 'trader.created')
      and not exists (select 1 from users u where u.id = e.trader_id)
      and not exists (select 1 from audit_events d
        where d.trader_id = e.trader_id and d.action = 'trader.deleted')`,
  "a payout whose status differs from its last decision in the audit log": `
    select p.id from payout_requests p
    left join lateral (select changes -> 'status' ->> 'to' as status from audit_events e
      where e.payout_id = p.id
        and e.action in
          ('payout.approved', 'payout.rejected', 'payout.reversed', 'payout.cancelled', 'appeal.granted')
      order by e.id desc limit 1) last on true
    where p.status <> coalesce(last.status, 'pending')
      or not exists (select 1 from audit_events e
        where e.payout_id = p.id and e.action = 'payout.requested')`,
  "a trader whose certificates disagree with the audit log": `
    select u.id from users u
    where (select count(*) from certificates c where c.user_id = u.id)
       <> (select count(*) from audit_events e
           where e.trader_id = u.id and e.action = 'certificate.issued')`,
  "a wrong counter": `
    with actual as (
      select 'account' as kind, status, count(*) as count from trading_accounts group by status
      union all select 'payout', status, count(*) from payout_requests group by status
      union all select 'ledger', status, count(*) from payout_ledger group by status
    ), counted as (select kind, status, sum(count) as count from counters group by kind, status)
    select kind from actual full join counted using (kind, status)
    where coalesce(actual.count, 0) <> coalesce(counted.count, 0)`,
  "a ticket without exactly one row that stands": `
    select account_id, stage_id, ticket from (
      select 'deal' as kind, account_id, stage_id, ticket, stands from deals
      union all select 'operation', account_id, stage_id, ticket, stands from operations) record
    group by kind, account_id, stage_id, ticket
    having count(*) filter (where stands) <> case when stage_id is null then 0 else 1 end`,
  "a duplicate record from one source": `
    select account_id, ticket from (
      select 'deal' as kind, account_id, ticket, statement_id, "row", token_id from deals
      union all select 'operation', account_id, ticket, statement_id, "row", token_id from operations
    ) record
    group by kind, account_id, ticket, statement_id, "row", token_id is null having count(*) > 1`,
  "a record without its account, stage or statement": `
    select account_id, ticket from (
      select account_id, stage_id, statement_id, ticket from deals
      union all select account_id, stage_id, statement_id, ticket from operations
      union all select account_id, null, null, 'snapshot' from snapshots
      union all select account_id, null, null, 'packed snapshots' from snapshot_days
      union all select account_id, id, null, 'stage' from stages
      union all select account_id, stage_id, null, 'day' from trading_days
      union all select account_id, stage_id, id, file_key from statements) record
    where not exists (select 1 from trading_accounts a where a.id = account_id)
      or stage_id is not null and not exists (select 1 from stages s
        where s.account_id = record.account_id and s.id = stage_id)
      or statement_id is not null and not exists (select 1 from statements s
        where s.account_id = record.account_id and s.id = statement_id)`,
  "a snapshot of a packed day that is not packed": `
    select account_id, day from snapshot_days where exists (
      select from snapshots where snapshots.account_id = snapshot_days.account_id
        and ("time" at time zone 'UTC')::date = day)`,
  "a statement whose counts differ from its records": `
    select id from statements s,
      lateral (select count(*) as deals, count(stage_id) as counted from deals d
        where d.account_id = s.account_id and d.statement_id = s.id) d,
      lateral (select count(*) as operations from operations o
        where o.account_id = s.account_id and o.statement_id = s.id) o
    where d.deals <> (counts ->> 'deals')::int or o.operations <> (counts ->> 'operations')::int
      or d.deals + o.operations <>
        (counts ->> 'new')::int + (counts ->> 'known')::int + (counts ->> 'conflicts')::int
      or d.counted <> case when withdrawn_at is null then d.deals else 0 end`,
  "a statement that disagrees with the audit log": `
    with logged as (
      select (changes -> 'statementId' ->> 'to')::int as id,
        count(*) filter (where action = 'statement.imported') as imported,
        count(*) filter (where action = 'statement.withdrawn') as withdrawn
      from audit_events where action in ('statement.imported', 'statement.withdrawn') group by 1)
    select id from statements left join logged using (id)
    where imported is distinct from 1 or withdrawn <> num_nonnulls(withdrawn_at)`,
  "a queue that does not begin with the first unfinished action of its account": `
    select coalesce(q.account_id, first.account_id) as account from action_queues q
    full join (select account_id, min(id) as id from actions
      where status in ('pending', 'delivered') group by account_id) first
      on first.account_id = q.account_id
    where q.head_id is distinct from first.id`,
  "an action that was delivered before an earlier one was finished": `
    select later.id from actions later join actions earlier
      on earlier.account_id = later.account_id and earlier.id < later.id
    where later.delivered_at is not null and earlier.status in ('pending', 'delivered')`,
  "an action whose outcome is not in the audit log exactly once": `
    select actions.id from actions,
      lateral (select count(*) from audit_events e
        where e.trader_id = (select user_id from trading_accounts where id = account_id)
          and e.action in ('action.done', 'action.failed', 'action.cancelled')
          and e.changes -> 'actionId' ->> 'to' = actions.id::text) logged
    where logged.count <> case when finished_at is null then 0 else 1 end`,
  "an account whose figures differ from its records": `
    with booked as (
      select account_id, stage_id, "time", profit + commission + swap + fee as amount, 'deal' as kind
      from deals where stands
      union all select account_id, stage_id, "time", amount, kind from operations
      where stands and kind <> 'credit'
    ), started as (
      select booked.*, initial_balance,
        min("time") over (partition by booked.account_id, stage_id) as first
      from booked join stages on stages.account_id = booked.account_id and stages.id = stage_id
        and ended_at is null
    ), figures as (
      select account_id, coalesce(sum(amount) filter (where kind = 'deal'), 0) as net,
        sum(amount) + initial_balance * case when bool_or(
          kind = 'deposit' and "time" = first and amount = initial_balance) then 0 else 1 end as balance
      from started group by account_id, initial_balance)
    select a.id from trading_accounts a left join figures on account_id = a.id
    where (account_id is null) <> (recorded_at is null)
      or a.balance <> figures.balance or a.profit_loss <> net`,
};

export interface InspectedSystem {
  databaseUrl: string;
  dataDir: string;
  administrator: HttpClient;
  visitor(): HttpClient;
}

/** Compares the database, the files and the API with the acknowledged writes. @returns one line per violation */
export async function findViolations(
  system: InspectedSystem,
  writes: AcknowledgedWrites,
): Promise<string[]> {
  const database = await connectDatabase(system.databaseUrl, entities);
  try {
    await repeatOpenRequests(writes);
    return [
      ...(await invalidRows(database)),
      ...(await brokenChain(database)),
      ...(await duplicateRequests(system)),
      ...(await lostFiles(database, system, writes)),
      ...(await lostRecords(database, writes)),
      ...(await wrongDerivedRows(database)),
      ...(await lostDismissals(database, writes)),
      ...(await lostActions(database, writes)),
      ...(await lostAppeals(database, writes)),
      ...(await wrongVerdicts(database)),
      ...(await lostRows(database, writes)),
      ...(await wrongPasswordsAndCertificates(system, writes)),
      ...(await sessionsNotEnded(writes)),
    ];
  } finally {
    await database.orm.close(true);
  }
}

/** Repeats unanswered payout requests with their idempotency keys, so that each exists exactly once. */
async function repeatOpenRequests(writes: AcknowledgedWrites): Promise<void> {
  for (const { key, person, body, traderId } of writes.openRequests.splice(0)) {
    const response = await requestOnce(person, key, body);
    if (response.status === 201) writes.addPayout(response.json<{ id: number }>().id, traderId);
  }
}

async function invalidRows({ pool }: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const [what, query] of Object.entries(violationQueries)) {
    const { rows } = await pool.query<Record<string, unknown>>(query);
    if (rows.length > 0) broken.push(`${what}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return broken;
}

/** Finds duplicate requests by their payment details, which are unique and only the app can decrypt. */
async function duplicateRequests({ administrator }: InspectedSystem): Promise<string[]> {
  const response = await administrator.get("/api/admin/payouts");
  if (response.status !== 200) return [`the payout requests cannot be read: ${response.status}`];
  const once = response
    .json<{ paymentDetails: string | null }[]>()
    .map(({ paymentDetails }) => paymentDetails)
    .filter((details) => details?.startsWith("once "));
  const duplicates = once.filter((details, index) => once.indexOf(details) !== index);
  return duplicates.map((details) => `duplicate payout request: ${details}`);
}

async function brokenChain(database: Database): Promise<string[]> {
  const { broken } = await verifyChains(database);
  return broken ? [`the audit log is broken: ${JSON.stringify(broken)}`] : [];
}

/** Finds rows without their file. A file without a row may remain until housekeeping if a call received no response. */
async function lostFiles(
  { pool }: Database,
  { dataDir }: InspectedSystem,
  writes: AcknowledgedWrites,
): Promise<string[]> {
  const { rows } = await pool.query<{ file_key: string; sha256: string | null }>(
    "select file_key, null as sha256 from certificates union all select file_key, sha256 from statements union all select file_key, sha256 from appeal_attachments",
  );
  const folder = join(dataDir, "certificates");
  const present = new Set(await readdir(folder));
  const broken: string[] = [];
  for (const { file_key, sha256 } of rows) {
    if (!present.delete(file_key)) broken.push(`the file ${file_key} is lost`);
    else if (sha256 !== null && sha256 !== sha256Of(await readFile(join(folder, file_key))))
      broken.push(`the content of the file ${file_key} has changed`);
  }
  if (present.size > writes.orphanFiles)
    broken.push(`${present.size} files have no row; at most ${writes.orphanFiles} were expected`);
  writes.orphanFiles = present.size;
  return broken;
}

const sha256Of = (file: Buffer) => createHash("sha256").update(file).digest("hex");

const iso = `to_char("time" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Finds acknowledged records and statements that are missing or changed. */
async function lostRecords(
  { pool, kysely }: Database,
  writes: AcknowledgedWrites,
): Promise<string[]> {
  const broken = writes.unexpectedAnswers.splice(0);
  const allSnapshots = snapshotsOf({ account: sql`any(select id from trading_accounts)` }).compile(
    kysely,
  );
  const fed = await pool.query<{ trader: number; keys: string[] }>(
    `select user_id as trader, array_agg(key) as keys from (
      select account_id, concat_ws(' ', 'deal', ticket, ${iso}, profit) as key
      from deals where token_id is not null
      union all select account_id, concat_ws(' ', 'operation', ticket, ${iso}, amount)
      from operations where token_id is not null
      union all select account_id, concat_ws(' ', 'snapshot', ${iso}, balance, equity)
      from ${allSnapshots.sql} snapshot) record
    join trading_accounts on trading_accounts.id = account_id group by user_id`,
  );
  const keys = new Map(fed.rows.map((row) => [row.trader, new Set(row.keys)]));
  const users = await pool.query<{ id: number }>("select id from users");
  const present = new Set(users.rows.map(({ id }) => id));
  const statements = await pool.query<{ id: number; isWithdrawn: boolean; sha256: string }>(
    `select id, sha256, withdrawn_at is not null as "isWithdrawn" from statements`,
  );
  const stored = new Map(statements.rows.map((row) => [row.id, row]));
  for (const account of writes.accounts) {
    const { traderId, deleted } = account;
    broken.push(...mismatch(`the deletion of trader ${traderId}`, deleted, !present.has(traderId)));
    if (deleted.known) continue;
    const lost = [...account.fed.difference(keys.get(traderId) ?? new Set())];
    if (lost.length > 0) broken.push(`lost records of trader ${traderId}: ${lost.join(", ")}`);
    for (const [id, { sha256, withdrawn }] of account.statements) {
      const row = stored.get(id);
      if (row?.sha256 !== sha256) broken.push(`statement ${id} is lost or has changed`);
      else
        broken.push(...mismatch(`the withdrawal of statement ${id}`, withdrawn, row.isWithdrawn));
    }
  }
  return broken;
}

/** Finds acknowledged dismissals of reviews that are missing. */
async function lostDismissals({ pool }: Database, writes: AcknowledgedWrites): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; isDismissed: boolean }>(
    `select id, decision is not null and decision = 'dismiss' as "isDismissed" from reviews`,
  );
  const stored = new Map(rows.map(({ id, isDismissed }) => [id, isDismissed]));
  const deleted = deletedTraders(writes);
  const broken: string[] = [];
  for (const [id, { traderId, dismissed }] of writes.reviews) {
    if (deleted.has(traderId)) continue;
    const isDismissed = stored.get(id);
    if (isDismissed === undefined) broken.push(`review ${id} is lost`);
    else broken.push(...mismatch(`the dismissal of review ${id}`, dismissed, isDismissed));
  }
  return broken;
}

/** Finds acknowledged requests for actions that are missing, and answers of bridges that were not kept. */
async function lostActions({ pool }: Database, writes: AcknowledgedWrites): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; outcome: string }>(
    `select id, case when finished_at is null then 'open' else status end as outcome from actions`,
  );
  const stored = new Map(rows.map(({ id, outcome }) => [id, outcome]));
  const deleted = deletedTraders(writes);
  return [...writes.actions].flatMap(([id, { traderId, outcome }]) =>
    deleted.has(traderId) ? [] : mismatch(`action ${id}`, outcome, stored.get(id) ?? "lost"),
  );
}

/** Finds acknowledged appeals and decisions on them that are missing. */
async function lostAppeals({ pool }: Database, writes: AcknowledgedWrites): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; decision: string }>(
    "select id, coalesce(decision, 'open') as decision from appeals",
  );
  const stored = new Map(rows.map(({ id, decision }) => [id, decision]));
  return [...writes.appeals].flatMap(([id, { payout, decision }]) => {
    const trader = writes.traders.get(payout.traderId);
    if (trader?.deleted.possible.includes(true)) return [];
    return mismatch(`the decision on appeal ${id}`, decision, stored.get(id) ?? "lost");
  });
}

/** The traders of accounts with records that were deleted. */
function deletedTraders({ accounts }: AcknowledgedWrites): Set<number> {
  return new Set(
    accounts.filter((account) => account.deleted.known).map(({ traderId }) => traderId),
  );
}

/**
 * Finds stages whose newest stored verdict is not the current one, or whose verdicts repeat the previous one, except for
 * those that keep a decision.
 */
async function wrongVerdicts({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ stage: number; problem: string }>(`
    select stage_id as stage, 'the current verdict was not stored' as problem
    from current_verdicts where key is distinct from (
      select key from verdicts where verdicts.account_id = current_verdicts.account_id
        and verdicts.stage_id = current_verdicts.stage_id order by id desc limit 1)
    union all
    select stage_id, 'a verdict was stored twice' from (
      select stage_id, key, cause, lag(key) over (partition by account_id, stage_id order by id) as before
      from verdicts) as kept
    where key = before and cause->>'kind' not in ('review', 'appeal')
    union all
    select stage_id, 'a breach or a pass has no review' from current_verdicts
    where outcome in ('breached', 'passed')
      and not exists (select from stages where stages.account_id = current_verdicts.account_id
        and stages.id = current_verdicts.stage_id and stages.outcome is not null)
      and not exists (select from reviews where reviews.account_id = current_verdicts.account_id
        and reviews.stage_id = current_verdicts.stage_id)`);
  return rows.map(({ stage, problem }) => `stage ${stage}: ${problem}`);
}

async function wrongDerivedRows(database: Database): Promise<string[]> {
  const broken: string[] = [];
  for (const id of await listRecordedAccounts(database.kysely)) {
    const deviations = await checkAccount(database, id);
    if (deviations.length > 0)
      broken.push(`derived rows differ from a rebuild: ${JSON.stringify(deviations)}`);
  }
  return broken;
}

/** Reports a value that no acknowledged or unanswered call explains; later checks expect the actual value. */
function mismatch<Value>(what: string, fact: Fact<Value>, actual: Value): string[] {
  if (!fact.possible.includes(actual))
    return [`${what} is ${String(actual)}, not ${fact.possible.join(" or ")}`];
  fact.resolve(actual);
  return [];
}

async function lostRows({ pool }: Database, writes: AcknowledgedWrites): Promise<string[]> {
  const users = await pool.query<{ id: number; email: string; banned: boolean }>(
    "select id, email, banned from users",
  );
  const present = new Map(users.rows.map((row) => [row.id, row]));
  const broken: string[] = [];
  for (const { id, email, deleted, banned } of writes.traders.values()) {
    const row = present.get(id);
    broken.push(...mismatch(`the deletion of trader ${id}`, deleted, row === undefined));
    if (row) broken.push(...mismatch(`the ban of trader ${id}`, banned, row.banned));
    if (row && row.email !== email) broken.push(`trader ${id} is ${row.email}, not ${email}`);
  }
  const isThere = (traderId: number) => writes.traders.get(traderId)?.deleted.known === false;
  const payouts = await pool.query<{ id: number; status: string; reference: string | null }>(
    `select p.id, p.status, payments.reference from payout_requests p
      left join payments on payments.id = p.payment_id and payments.status = 'paid'`,
  );
  const stored = new Map(payouts.rows.map((row) => [row.id, row]));
  for (const { id, traderId, status, paid } of writes.payouts.values()) {
    const row = stored.get(id);
    if (isThere(traderId)) {
      broken.push(...mismatch(`payout ${id}`, status, row?.status ?? "lost"));
      broken.push(...mismatch(`the payment of payout ${id}`, paid, row?.reference ?? "unpaid"));
    } else if (row) broken.push(`payout ${id} remains after the deletion of its trader`);
  }
  const certificates = await pool.query<{ id: number }>("select id from certificates");
  const ids = new Set(certificates.rows.map(({ id }) => id));
  for (const { id, traderId } of writes.certificates.values()) {
    if (isThere(traderId) !== ids.has(id))
      broken.push(`certificate ${id} is lost, or remains after the deletion of its trader`);
  }
  const emails = new Set(users.rows.map(({ email }) => email));
  for (const email of writes.rejectedEmails) {
    if (emails.has(email))
      broken.push(`${email} is registered although its registration was rejected`);
  }
  return broken;
}

/**
 * Selects the newest traders and those with unconfirmed writes, because checking every trader each time would be slow.
 * Traders without the value, such as the password of an invited trader, are left out.
 */
function sample(
  writes: AcknowledgedWrites,
  facts: (trader: KnownTrader) => Fact<unknown>,
): KnownTrader[] {
  const present = [...writes.traders.values()].filter(
    (trader) => !trader.deleted.known && facts(trader).known !== "",
  );
  return present.filter((trader, index) => index >= present.length - 3 || !facts(trader).isCertain);
}

/** Checks master passwords, passwords and certificates over the API, because only the app can decrypt them. */
async function wrongPasswordsAndCertificates(
  system: InspectedSystem,
  writes: AcknowledgedWrites,
): Promise<string[]> {
  const { administrator, visitor } = system;
  const broken: string[] = [];
  for (const { id, masterPassword } of sample(writes, (trader) => trader.masterPassword)) {
    const response = await administrator.get(`/api/admin/user/${id}`);
    if (response.status !== 200) {
      broken.push(`trader ${id} cannot be viewed: ${response.status} ${response.text}`);
      continue;
    }
    const { tradingAccount } = response.json<{
      tradingAccount: { masterPassword: string | null };
    }>();
    broken.push(
      ...mismatch(`the master password of ${id}`, masterPassword, tradingAccount.masterPassword),
    );
  }
  for (const { id, email, password, banned } of sample(writes, (trader) => trader.password)) {
    const works: string[] = [];
    for (const candidate of password.possible) {
      const { status } = await visitor().post("/api/login", { email, password: candidate });
      if (status === (banned.known ? 403 : 200)) works.push(candidate);
    }
    if (works.length === 1) password.resolve(works[0]!);
    else broken.push(`${works.length} of the possible passwords of trader ${id} sign in`);
  }
  for (const { id, sha256, traderId } of [...writes.certificates.values()].slice(-3)) {
    if (writes.traders.get(traderId)!.deleted.known) continue;
    const file = await administrator.download(`/api/certificates/${id}/file`);
    if (sha256Of(file) !== sha256) broken.push(`the file of certificate ${id} has changed`);
  }
  return broken;
}

async function sessionsNotEnded(writes: AcknowledgedWrites): Promise<string[]> {
  const broken: string[] = [];
  for (const person of writes.signedOut.slice(-3)) {
    const { status } = await person.get("/api/user");
    if (status !== 401) broken.push(`a session returns ${status} after its sign-out`);
  }
  for (const { id, banned, deleted, person } of [...writes.traders.values()].slice(-20)) {
    if (!person || !banned.known || deleted.known) continue;
    const { status } = await person.get("/api/user");
    if (status !== 403) broken.push(`a session of the banned trader ${id} returns ${status}`);
  }
  return broken;
}
