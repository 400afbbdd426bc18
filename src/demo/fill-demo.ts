import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { Trader } from "../identity/users/trader.entity.ts";
import { inTransaction, kyselyOf } from "../platform/database/database.ts";
import { isOutage } from "../platform/database/failures.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { removeFiles } from "../platform/storage/remove-files.ts";
import type { DemoTrader } from "./demo-trader.ts";
import { demoTraders } from "./demo-traders.ts";
import { findWorkingSignIns, type SignIn } from "./sign-in-traders.ts";
import { writeCertificates } from "./write-certificates.ts";
import { runByNight } from "../business/links/runs/link-runs.ts";
import { demoStatementsFolder } from "../business/record/statements/import-statement.ts";
import { writeDemoStatements } from "./write-demo-statements.ts";
import { writeHistory, writeNotices } from "./write-history.ts";
import { writePapers } from "./write-papers.ts";
import { writePayments, writePayouts } from "./write-payouts.ts";
import { writeOrders } from "./shop/write-orders.ts";
import { formerCustomers } from "./past/former-customers.ts";
import { formerPayouts, insertFormerCustomers } from "./past/write-former-customers.ts";
import { requestEvents } from "./trader-history.ts";
import { Market } from "./trading/market.ts";
import { writeTraces } from "./write-traces.ts";
import { writeTraders } from "./write-traders.ts";

/** If several instances start, only one inserts the demo. See `platform/advisory-locks.ts`. */
const DEMO_LOCK = 7_310_004;

/** Fills an empty database with demo traders. @returns the demo sign-ins that work */
export async function fillDemo(context: Context): Promise<SignIn[]> {
  await fillEmptyDatabase(context);
  return findWorkingSignIns(context);
}

/**
 * Inserts the demo if the database has no traders, compares its accounts, and writes statements for trying out the import.
 * @returns whether the demo was inserted
 */
export async function fillEmptyDatabase(context: Context): Promise<boolean> {
  const market = new Market();
  const isFilled = await insertDemo(context, market);
  if (isFilled) {
    const { config, clock } = context;
    await runByNight(context);
    await writeDemoStatements(demoStatementsFolder(config.dataDir), clock.now(), market);
  }
  return isFilled;
}

async function tryToLock(transaction: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${DEMO_LOCK}) as "isLocked"`.execute(kyselyOf(transaction));
  return rows[0]!.isLocked;
}

/**
 * Inserts the demo in one transaction if the database has no traders. On failure, the stored files
 * are removed; if the process dies, the housekeeping removes them.
 */
async function insertDemo(context: Context, market: Market): Promise<boolean> {
  const storedKeys: string[] = [];
  try {
    return await inTransaction(context.database, async (transaction) => {
      await transaction.execute("set local statement_timeout = 0");
      // On a slow machine, generating the records takes longer between two statements than a transaction may be idle.
      await transaction.execute("set local idle_in_transaction_session_timeout = 0");
      // Other instances wait here until the demo is inserted, which takes longer than a statement may.
      while (!(await tryToLock(transaction))) await sleep(250);
      if ((await transaction.count(Trader)) > 0) return false;
      // First, so that lists begin with the present traders, whose ids are higher.
      const former = formerCustomers(context.clock.now(), market);
      const customers = await insertFormerCustomers(context, transaction, former);
      const traders = await writeTraders(context, transaction, demoTraders);
      await writeTraces(context, transaction, traders);
      // Loaded lazily, as the PDF library is: most starts insert no demo and read no statement.
      const { storeDemoVerdicts, writeRecords } = await import("./write-records.ts");
      const events = await writeRecords(
        context,
        transaction,
        { traders, customers, market },
        storedKeys,
      );
      // Orders belong to the stages that they have started.
      events.push(...(await writeOrders(context, transaction, customers)));
      // Requests belong to the stages, which the records start.
      const ofFormer = await formerPayouts(context, transaction, customers);
      const all = new Map<Pick<DemoTrader, "payouts">, Trader>([...traders, ...ofFormer]);
      const payouts = await writePayouts(context, transaction, all);
      const certificates = await writeCertificates(context, transaction, traders, storedKeys);
      events.push(...(await writePayments(context, transaction, payouts)));
      events.push(...(await writePapers(context, transaction, traders, storedKeys)));
      for (const [{ payouts: requests }, trader] of ofFormer)
        events.push(...requestEvents(context.clock, { trader, payouts }, requests));
      const history = await writeHistory(context, transaction, {
        traders,
        payouts,
        certificates,
        events,
      });
      await writeNotices(context, transaction, { payouts, certificates, history });
      await storeDemoVerdicts(context, transaction, traders);
      return true;
    });
  } catch (error) {
    // If the connection was lost, the transaction may have committed, so the files must stay.
    if (!isOutage(error)) await removeFiles(context, storedKeys);
    throw error;
  }
}
