import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { DAY, MINUTE } from "../../../platform/time/durations.rule.ts";
import { lockAccounts } from "./recorded-account.ts";
import {
  canBePackedByNight,
  findUnpacked,
  listPackedDays,
  packDays,
  unpackDays,
} from "./snapshots.queries.ts";

/** How many snapshots a transaction packs, unless one day has more. It locks the account for about 0.2 s. */
const SNAPSHOTS_AT_ONCE = 15_000;
/** How many days a transaction unpacks. */
const DAYS_AT_ONCE = 10;

/** How far a run over all accounts has got. */
export interface PackingProgress {
  /** The accounts that are done, of all. */
  done: number;
  accounts: number;
  /** What has been packed, or unpacked. */
  days: number;
  /** The accounts that failed, which are unchanged from the failed transaction on. */
  failed: number[];
}

type PackingContext = Pick<Context, "database" | "log">;

/**
 * Packs the snapshots of all accounts of the UTC days that end before a time, the earliest first. Each transaction packs
 * a few days of an account; a run that was interrupted continues with the days that are left. An account that fails is
 * logged, and the others are packed.
 */
export function packSnapshots(
  context: PackingContext,
  before: Date,
): AsyncGenerator<PackingProgress> {
  const end = startOfDay(before.getTime());
  return forAllAccounts(context, async (accountId) => {
    const { kysely } = context.database;
    if (!(await findUnpacked(kysely, accountId, { before: end, limit: 1 }))) return 0;
    return inTransaction(context.database, (transaction) =>
      packEarliest(transaction, accountId, end),
    );
  });
}

/** @returns the number of packed days */
async function packEarliest(
  transaction: Transaction,
  accountId: number,
  before: number,
): Promise<number> {
  const kysely = kyselyOf(transaction);
  await lockAccounts(transaction, [accountId]);
  const unpacked = await findUnpacked(kysely, accountId, { before, limit: SNAPSHOTS_AT_ONCE });
  if (!unpacked) return 0;
  const [from, last] = [startOfDay(unpacked.first), startOfDay(unpacked.last)];
  // The last day of as many may have further snapshots.
  const until = unpacked.count < SNAPSHOTS_AT_ONCE ? last + DAY : Math.max(last, from + DAY);
  return packDays(kysely, accountId, { from, until });
}

/** Turns all packed days into rows again, before the previous release is started on this database. */
export function unpackSnapshots(context: PackingContext): AsyncGenerator<PackingProgress> {
  return forAllAccounts(context, (accountId) =>
    inTransaction(context.database, async (transaction) => {
      const kysely = kyselyOf(transaction);
      await lockAccounts(transaction, [accountId]);
      const days = await listPackedDays(kysely, accountId, DAYS_AT_ONCE);
      await unpackDays(kysely, accountId, days);
      return days.length;
    }),
  );
}

const startOfDay = (time: number) => Math.floor(time / DAY) * DAY;

/** @param work processes some days of an account, and returns their number; 0 if none are left */
async function* forAllAccounts(
  { database, log }: PackingContext,
  work: (accountId: number) => Promise<number>,
): AsyncGenerator<PackingProgress> {
  const rows = await database.kysely
    .selectFrom("trading_accounts")
    .select("id")
    .orderBy("id")
    .execute();
  const progress: PackingProgress = { done: 0, accounts: rows.length, days: 0, failed: [] };
  for (const { id } of rows) {
    try {
      for (let days = await work(id); days > 0; days = await work(id)) {
        progress.days += days;
        yield progress;
      }
    } catch (error) {
      log.error({ err: error, accountId: id }, "packing the snapshots of an account failed");
      progress.failed.push(id);
    }
    progress.done += 1;
    yield progress;
  }
}

/** A job must end before it expires after ten minutes. */
const LONGEST_NIGHT = 8 * MINUTE;

/** The nightly job: packs the days that are old enough. What it does not finish is left to the next night. */
export async function packByNight(context: PackingContext & Pick<Context, "clock" | "config">) {
  const { clock, config, database, log } = context;
  if (config.packAfterDays === 0 || !(await canBePackedByNight(database.kysely))) return;
  const start = clock.now().getTime();
  const before = new Date(start - config.packAfterDays * DAY);
  for await (const { done, accounts, days } of packSnapshots(context, before)) {
    if (clock.now().getTime() < start + LONGEST_NIGHT) continue;
    log.info(
      { done, accounts, days },
      "packed some snapshots; npm run records:pack packs the rest",
    );
    return;
  }
}
