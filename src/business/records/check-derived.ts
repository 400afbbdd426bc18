import { type Kysely, sql } from "kysely";
import { type Database, inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { rebuildStages } from "./derive-stages.ts";
import { lockAccounts } from "./lock-account.ts";
import { readStages } from "./record-stages.queries.ts";

/** A stage whose derived rows differ from what its records give. */
export interface Deviation {
  accountId: number;
  stageId: number;
  /** The tables that differ. */
  tables: string[];
}

const derivedTables = {
  trades: sql`select * from trades`,
  trading_days: sql`select * from trading_days`,
  equity_hours: sql`select * from equity_hours`,
  stage_progress: sql`select account_id, stage_id, state from stage_progress`,
} as const;

/** Rolls the rebuild of a check back. */
class Checked extends Error {
  readonly deviations: Deviation[];

  constructor(deviations: Deviation[]) {
    super("A check stores nothing");
    this.deviations = deviations;
  }
}

/**
 * Derives the rows of an account from its records alone.
 * @param isCheck compares only, and changes nothing
 * @returns the stages whose rows differed
 */
export async function rebuildAccount(
  database: Database,
  accountId: number,
  { isCheck }: { isCheck: boolean },
): Promise<Deviation[]> {
  try {
    return await inTransaction(database, async (em) => {
      const kysely = kyselyOf(em);
      await lockAccounts(em, [accountId]);
      const stages = await readStages(kysely, [accountId]);
      const before = await readDigests(kysely, accountId);
      await rebuildStages(em, stages);
      const deviations = compare(accountId, before, await readDigests(kysely, accountId));
      if (isCheck) throw new Checked(deviations);
      return deviations;
    });
  } catch (error) {
    if (error instanceof Checked) return error.deviations;
    throw error;
  }
}

/** The accounts that have stages, in the order of their ids; or a random sample of them. */
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

async function readDigests(kysely: Kysely<Tables>, accountId: number): Promise<Digest[]> {
  const digests: Digest[] = [];
  for (const [table, select] of Object.entries(derivedTables)) {
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
  return [...Map.groupBy(differing, ({ stageId }) => stageId)].map(([stageId, of]) => ({
    accountId,
    stageId,
    tables: [...new Set(of.map(({ table }) => table))],
  }));
}
