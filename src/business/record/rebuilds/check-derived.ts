import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  type Database,
  inRolledBackTransaction,
  inTransaction,
  kyselyOf,
} from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { deriveStages, wholeStage } from "../derivation/derive-stages.ts";
import { lockAccounts } from "../records/recorded-account.ts";
import { readStages, type RecordStage } from "../records/record-stages.queries.ts";
import { keepFindings } from "../conduct/keep-findings.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import { readCurrent, writeCurrent } from "../verdicts/current-verdicts.queries.ts";
import {
  conductOf,
  judgeStages,
  latestAsOf,
  type VerdictContext,
} from "../verdicts/judge-stage.ts";
import type { Deviation } from "../verdicts/verdict.entity.ts";
import type { Context } from "../../../platform/context.ts";

const recordTables = {
  trades: sql`select * from trades`,
  trading_days: sql`select * from trading_days`,
  equity_hours: sql`select * from equity_hours`,
  stage_progress: sql`select account_id, stage_id, state from stage_progress`,
};

const conduct_findings = sql`select account_id, stage_id, key, status, consequence from conduct_findings`;

const checkedTables = {
  ...recordTables,
  current_verdicts: sql`select * from current_verdicts`,
  conduct_findings,
};

/** A rebuild judges as of the current time, so different rooms and times of verdicts are not errors. */
const rebuiltTables = {
  ...recordTables,
  current_verdicts: sql`select account_id, stage_id, is_open, key from current_verdicts`,
  conduct_findings,
};

/**
 * Compares the derived rows and the current verdicts of an account with its records, and changes nothing.
 * @returns the stages whose rows differ
 */
export async function checkAccount(database: Database, accountId: number): Promise<Deviation[]> {
  return inRolledBackTransaction(database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    await lockAccounts(transaction, [accountId]);
    const before = await readDigests(kysely, accountId, checkedTables);
    await deriveAsOfThen(transaction, await readStages(kysely, [accountId]));
    return compare(accountId, before, await readDigests(kysely, accountId, checkedTables));
  });
}

/** Judges each stage as of the time of its current verdict, because a later time may lead to another one. All is rolled back. */
async function deriveAsOfThen(transaction: Transaction, stages: RecordStage[]): Promise<void> {
  const kysely = kyselyOf(transaction);
  const played = await deriveStages(transaction, stages.map(wholeStage));
  const current = await readCurrent(kysely, stages);
  const judged = await judgeStages(
    kysely,
    played,
    (each) => current.get(each.stage.id)?.asOf ?? latestAsOf(each, each.stage.startedAt),
  );
  await writeCurrent(kysely, judged);
  await keepFindings(kysely, judged.map(conductOf), new Date(0));
}

/**
 * Derives the rows and verdicts of an account from its records alone.
 * @returns the stages whose rows differed
 */
export async function rebuildAccount(
  context: VerdictContext & { database: Database },
  accountId: number,
): Promise<Deviation[]> {
  return inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    await lockAccounts(transaction, [accountId]);
    const before = await readDigests(kysely, accountId, rebuiltTables);
    const stages = await readStages(kysely, [accountId]);
    await applyRecordChanges(context, transaction, stages.map(wholeStage), {
      kind: "rebuild",
      id: null,
      message: "The verdict was worked out again from all records",
    });
    return compare(accountId, before, await readDigests(kysely, accountId, rebuiltTables));
  });
}

/** Lists the accounts that have stages in the order of their ids, or a random sample of them. */
export async function listRecordedAccounts(
  kysely: Kysely<Tables>,
  sampleSize?: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select account_id as id from stages group by account_id
    order by ${sampleSize === undefined ? sql`account_id` : sql`random()`}
    ${sampleSize === undefined ? sql`` : sql`limit ${sampleSize}`}`.execute(kysely);
  return rows.map(({ id }) => id);
}

interface Digest {
  table: string;
  stageId: number;
  digest: string;
}

async function readDigests(
  kysely: Kysely<Tables>,
  accountId: number,
  tables: Record<string, RawBuilder<unknown>>,
): Promise<Digest[]> {
  const digests: Digest[] = [];
  for (const [table, select] of Object.entries(tables)) {
    const { rows } = await sql<Omit<Digest, "table">>`
      select stage_id as "stageId", md5(string_agg(derived::text, E'\\n' order by derived::text)) as digest
      from (${select} where account_id = ${accountId}) as derived group by stage_id`.execute(
      kysely,
    );
    digests.push(...rows.map((row) => ({ table, ...row })));
  }
  return digests;
}

function compare(accountId: number, before: Digest[], after: Digest[]): Deviation[] {
  const keyOf = ({ table, stageId, digest }: Digest) => `${table} ${stageId} ${digest}`;
  const missing = (from: Digest[], others: Digest[]) => {
    const keys = new Set(others.map(keyOf));
    return from.filter((digest) => !keys.has(keyOf(digest)));
  };
  const differing = [...missing(before, after), ...missing(after, before)];
  return [...Map.groupBy(differing, ({ stageId }) => stageId)].map(([stageId, digests]) => ({
    accountId,
    stageId,
    tables: [...new Set(digests.map(({ table }) => table))],
  }));
}

/** Accounts per night. Each one is locked while it is checked. */
const SAMPLE_SIZE = 50;

/** The nightly job: compares the derived rows of some accounts with their records, and logs differences. */
export async function checkSample({ database, log }: Context): Promise<void> {
  for (const accountId of await listRecordedAccounts(database.kysely, SAMPLE_SIZE)) {
    for (const deviation of await checkAccount(database, accountId)) {
      log.error(deviation, "derived rows differ from the records; run npm run records:rebuild");
    }
  }
}
