import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { encryptPaymentDetails } from "../../../src/business/money/payouts/payment-details.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { HttpClient } from "../../support/http-client.ts";
import { findViolations, type InspectedSystem } from "../../support/invariants.ts";
import type { AcknowledgedWrites } from "../../support/writers/acknowledged-writes.ts";
import { waitUntil } from "../../support/until.ts";
import { isDeletedLater } from "../../support/writers/trader-writers.ts";
import { startWriting } from "../../support/writers/start-writing.ts";

// Damages the data in every way that `findViolations` must detect.

let test: TestApp;
let system: InspectedSystem;
let writes: AcknowledgedWrites;
beforeAll(async () => {
  test = await startApp({ listen: true });
  const visitor = () => new HttpClient(test.url);
  const administrator = visitor();
  await administrator.post("/api/admin/login", { accessKey: test.adminKey });
  const { databaseUrl, dataDir } = test.context.config;
  system = { databaseUrl: databaseUrl!, dataDir, administrator, visitor };
  const writers = startWriting(system, administrator);
  writes = writers.writes;
  await waitUntil("enough writes were acknowledged", () => {
    const accounts = writes.accounts.filter(isKept);
    const statements = accounts.flatMap((account) => [...account.statements.keys()]);
    const reviews = [...writes.reviews.values()].filter(isKept);
    const actions = [...writes.actions.values()].filter(isKept);
    const payouts = [...writes.payouts.values()].filter(isKept);
    return (
      accounts.some(({ fed }) => fed.size >= 100) &&
      statements.length >= 4 &&
      reviews.some(({ dismissed }) => dismissed.known) &&
      actions.filter(({ outcome }) => outcome.known === "done").length >= 2 &&
      payouts.some(({ appeal }) => appeal === "decided") &&
      // While the writers stop, one more payment may be reversed and two more requests decided. The first damage deletes one.
      payouts.filter(({ paid }) => paid.known !== "unpaid").length >= 3 &&
      payouts.filter(({ status }) => status.known === "pending").length >= 4 &&
      writes.certificates.size >= 4
    );
  });
  await writers.stop();
});
afterAll(() => test.close());

/** Returns whether the trader of an object is not one of those that the writers delete, now or later. */
function isKept({ traderId }: { traderId: number }): boolean {
  const recorded = writes.accounts.findIndex((account) => account.traderId === traderId);
  return recorded === -1 ? !isDeletedLater(traderId) : recorded % 2 === 0;
}

/** Runs statements with triggers and foreign keys disabled, and returns how many rows they changed. */
async function damage(statements: string): Promise<number> {
  const client = await test.context.database.pool.connect();
  await client.query("set session_replication_role = replica");
  const results = [await client.query(statements)].flat();
  client.release(true);
  return Math.min(...results.map(({ rowCount }) => rowCount ?? 0));
}

const newest = `(select max(id) from users where password is not null and not banned)`;

/** Inserts two requests with equal payment details, which are encrypted for each of them. */
function duplicateRequests(): string {
  const rows = [1_000_001, 1_000_002].map((id) => {
    const sealed = encryptPaymentDetails(test.context.cipher, id, "once made twice");
    return `(${id}, '${sealed}')`;
  });
  return `insert into payout_requests (id, user_id, amount, payment_method, sealed_details, status, created_at)
    select made.id, user_id, amount, payment_method, made.sealed, 'pending', created_at
    from (values ${rows.join(", ")}) as made (id, sealed),
      (select * from payout_requests limit 1) as request`;
}

const damages: [what: string, statement: string | (() => string), violation: RegExp][] = [
  [
    "a wrong balance",
    `update trading_accounts set balance = balance + 1 where recorded_at is not null`,
    /^an account whose figures differ from its records/,
  ],
  [
    "a wrong trade",
    `update trades set net = net + 1`,
    /^derived rows differ from a rebuild: .*"trades"/,
  ],
  [
    "a wrong counter",
    `update counters set count = count + 1 where kind = 'payout'`,
    /^a wrong counter/,
  ],
  [
    "a changed email",
    `update users set email = 'x@example.com' where id = ${newest}`,
    /^trader \d+ is x@example\.com, not /,
  ],
  [
    "a duplicate deal",
    `insert into deals (account_id, stands, ticket, "time", token_id, received_at, "position", entry,
        symbol, side, volume, price, profit, commission, swap, fee)
      select account_id, false, ticket, "time", token_id, received_at, "position", entry,
        symbol, side, volume, price, profit, commission, swap, fee
      from deals where id = (select max(id) from deals where token_id is not null)`,
    /^a duplicate record from one source/,
  ],
  [
    "a lost payout",
    `delete from payout_requests where id = (select max(id) from payout_requests)`,
    /^payout \d+ is lost, not /,
  ],
  [
    "a decision that is not in the audit log",
    `update payout_requests set status = 'approved', admin_notes = 'x'
      where id = (select min(id) from payout_requests where status = 'pending')`,
    /^a payout whose status differs from its last decision/,
  ],
  [
    "a payment that was never made",
    `update payout_requests set payment_id = (select max(id) from payments where status = 'paid')
      where id = (select min(id) from payout_requests where payment_id is null)`,
    /^the payment of payout \d+ is Transfer \d+, not unpaid/,
  ],
  [
    "a ban that was never requested",
    `update users set banned = true where id = ${newest}`,
    /^the ban of/,
  ],
  [
    "a lost deal",
    `delete from deals where id = (select min(id) from deals where token_id is not null)`,
    /^lost records of trader \d+: deal \d+ \S+ \S+$/,
  ],
  [
    "a lost payment",
    `update payout_requests set payment_id = null
      where id = (select min(payout_id) from payments where status = 'paid')`,
    /^the payment of payout \d+ is unpaid, not Transfer \d+/,
  ],
  ["a duplicate payout request", duplicateRequests, /^duplicate payout request/],
  [
    "a trader without an account",
    `delete from trading_accounts where user_id = ${newest}`,
    /^a trader without exactly one account/,
  ],
  [
    "a deal that no longer counts",
    `update deals set stands = false where id = (select min(id) from deals where stands)`,
    /^a ticket without exactly one row that stands/,
  ],
  [
    "a lost snapshot",
    `delete from snapshots where "time" = (select min("time") from snapshots)`,
    /^lost records of trader \d+: .*snapshot \S+ \S+ \S+$/,
  ],
  [
    "a payment that does not refer back to its request",
    `update payout_requests set payment_id = 1 where id = (select max(id) from payout_requests)`,
    /^a payment and a request of which only one refers to the other: .*1000002/,
  ],
  [
    "a master password in plain text",
    `update trading_accounts set master_password = 'k7#Tpx2v'
      where user_id = (select max(user_id) from trading_accounts)`,
    /^an unencrypted master password/,
  ],
  [
    "a changed password",
    `update users set password = (select password from users order by id limit 1) || 'x'
      where password is not null`,
    /^0 of the possible passwords of trader \d+ sign in/,
  ],
  [
    "a partially imported statement",
    `delete from deals where id = (select max(id) from deals where statement_id is not null)`,
    /^a statement whose counts differ from its records/,
  ],
  [
    "a changed audit event",
    `update audit_events set reason = 'another'
      where id = (select max(id) from audit_events where chain = 3)`,
    /^the audit log is broken/,
  ],
  [
    "a withdrawal that was never requested",
    `update statements set withdrawn_at = now()
      where id = (select max(id) from statements where withdrawn_at is null)`,
    /^the withdrawal of statement \d+ is true, not false/,
  ],
  [
    "a lost verdict",
    `update verdicts set key = 'lost' where id = (select max(id) from verdicts)`,
    /^stage \d+: the current verdict was not stored/,
  ],
  [
    "a duplicate verdict",
    `insert into verdicts (account_id, stage_id, at, outcome, grade, key, verdict, cause)
      select account_id, stage_id, at, outcome, grade, key, verdict,
        jsonb_set(cause::jsonb, '{kind}', '"feed"')
      from verdicts where id = (select max(id) from verdicts)`,
    /^stage \d+: a verdict was stored twice/,
  ],
  [
    "a lost dismissal",
    `update reviews set decision = 'confirm'
      where id = (select min(id) from reviews where decision = 'dismiss')`,
    /^the dismissal of review \d+ is false, not true/,
  ],
  [
    "an action that was executed and is lost",
    `delete from actions where id = (select min(id) from actions where status = 'done')`,
    /^action \d+ is lost, not done/,
  ],
  [
    "a lost statement",
    `delete from statements where id = (select min(id) from statements)`,
    /^statement \d+ is lost/,
  ],
  [
    "a breach without a review",
    `update current_verdicts set outcome = 'breached';
      delete from reviews where stage_id = (select min(stage_id) from reviews)`,
    /^stage \d+: a breach or a pass has no review/,
  ],
  [
    "a deleted audit event",
    `delete from audit_events where id = (select min(id) from audit_events where chain = 3)`,
    /^the audit log is broken/,
  ],
  [
    "an action that would be executed again",
    `update actions set status = 'pending', finished_at = null
      where id = (select min(id) from actions where status = 'done')`,
    /^(?:a queue that does not begin with|an action that was delivered before|an action whose outcome)/,
  ],
  [
    "an appeal whose decision is lost",
    `update appeals set decision = null, reason = null, decided_at = null, decided_by = null
      where id = (select min(id) from appeals where decision is not null)`,
    /^the decision on appeal \d+ is open, not (?:grant|deny)/,
  ],
];

it("finds nothing in undamaged data", async () => {
  expect(await findViolations(system, writes)).toEqual([]);
});

it("finds a lost file, and a rejected registration that exists", async () => {
  const folder = join(system.dataDir, "certificates");
  const [name] = await readdir(folder);
  await rm(join(folder, name!));
  writes.rejectedEmails.add(
    [...writes.traders.values()].find(({ deleted }) => !deleted.known)!.email,
  );
  const violations = await findViolations(system, writes);
  expect(violations).toContain(`the file ${name} is lost`);
  expect(violations).toContainEqual(
    expect.stringMatching(/ is registered although its registration was rejected$/),
  );
});

/** Checking takes long, so several damages are found at once: in each group, no two cause the same violation. */
const GROUP = 5;
const groups = Array.from({ length: Math.ceil(damages.length / GROUP) }, (_, index) => {
  const group = damages.slice(index * GROUP, (index + 1) * GROUP);
  return { group, what: group.map(([what]) => what).join(", ") };
});

/** The damages stay, so each has to add a violation; those that others would hide come first. */
let found: string[] = [];

it.each(groups)("finds $what", async ({ group }) => {
  const before = new Set(found);
  for (const [what, statement] of group) {
    const changed = await damage(typeof statement === "string" ? statement : statement());
    expect(changed, `the rows of ${what}`).toBeGreaterThan(0);
  }
  found = await findViolations(system, writes);
  const added = found.filter((each) => !before.has(each));
  for (const [what, , violation] of group) {
    const matching = added.filter((each) => violation.test(each));
    expect(matching, what).not.toEqual([]);
  }
});
