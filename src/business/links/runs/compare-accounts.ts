import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { applyChanges, type KnownState, lockCases, readStates } from "../cases/case-store.ts";
import { reconcile } from "../cases/reconcile.rule.ts";
import { readConsistently } from "../comparison/compare-traders.ts";
import { findLinks, type FoundLinks, type KnownCase } from "../comparison/find-links.ts";

interface Compared {
  size: FoundLinks["size"];
  opened: number;
}

/**
 * Compares accounts, and brings the cases up to date. What was found is as of one snapshot of the database; the cases are
 * read again under the lock, and what was not found about their present evidence does not change it.
 * @param concerned the traders whose trades are compared; all if absent
 * @param finish what else belongs to the transaction
 */
export async function compareAccounts(
  context: Context,
  { to, concerned }: { to: number; concerned?: ReadonlySet<number> | undefined },
  finish: (transaction: Transaction, compared: Compared) => Promise<void>,
): Promise<void> {
  const database = await context.recordConnections.open();
  const long = { ...context, database };
  const found = await readConsistently(long, async (kysely) => {
    const states = await readStates(kysely, concerned && [...concerned]);
    return findLinks({ ...context, kysely }, states.map(toKnown), { to, concerned });
  });
  await inTransaction(database, async (transaction) => {
    const kysely = await lockCases(transaction);
    const states = await readStates(kysely, concerned && usersOf(found, concerned));
    const opened = await applyChanges(context, transaction, reconcile(states, found));
    await finish(transaction, { size: found.size, opened: opened.length });
  });
}

function toKnown({ id, status, members, evidence, decidedAt }: KnownState): KnownCase {
  const userIds = members.map(({ userId }) => userId);
  // The figures of a deleted trader stay.
  const isKept = ({ evidence: { a, b }, isRaised }: KnownState["evidence"][number]) =>
    isRaised && userIds.includes(a) && userIds.includes(b);
  return {
    id,
    userIds,
    raised: status === "open" ? evidence.filter(isKept) : [],
    decidedAt: status === "watched" || status === "dismissed" ? decidedAt : null,
  };
}

function usersOf({ raised, facts }: FoundLinks, concerned: ReadonlySet<number>): number[] {
  return [
    ...concerned,
    ...raised.flatMap(({ evidence }) => [evidence.a, evidence.b]),
    ...facts.flatMap(({ fact }) => fact.userIds),
  ];
}

interface Mark {
  accountId: number;
  userId: number | null;
  isTraded: boolean;
  /** As text, because `Date` lacks its microseconds. */
  changedAt: string;
}

/**
 * Compares the accounts that have changed, if there are any.
 * @param age how many seconds ago, at least, so that changes in a row are compared once
 */
export async function compareChanged(context: Context, age = 0): Promise<void> {
  const { rows: marks } = await sql<Mark>`
    select account_id as "accountId", user_id as "userId", is_traded as "isTraded",
      changed_at::text as "changedAt"
    from changed_accounts left join trading_accounts on trading_accounts.id = account_id
    where exists (select from changed_accounts
      where changed_at <= clock_timestamp() - make_interval(secs => ${age}))
    order by account_id`.execute(context.database.kysely);
  if (marks.length === 0) return;
  const concerned = new Set(
    marks.flatMap(({ userId, isTraded }) => (isTraded && userId !== null ? [userId] : [])),
  );
  await compareAccounts(context, { to: context.clock.now().getTime(), concerned }, (transaction) =>
    removeMarks(transaction, marks),
  );
}

/** What has changed since is compared again. */
async function removeMarks(transaction: Transaction, marks: readonly Mark[]): Promise<void> {
  await sql`
    delete from changed_accounts using unnest(
      ${marks.map(({ accountId }) => accountId)}::int[],
      ${marks.map(({ changedAt }) => changedAt)}::timestamptz[]) as compared (account_id, changed_at)
    where changed_accounts.account_id = compared.account_id
      and changed_accounts.changed_at = compared.changed_at`.execute(kyselyOf(transaction));
}
