import type { Context } from "../platform/context.ts";
import { Trader } from "../identity/users/trader.entity.ts";
import { inTransaction } from "../platform/database/database.ts";
import { isOutage } from "../platform/database/failures.ts";
import { demoTraders } from "./demo-traders.ts";
import { findWorkingSignIns, type SignIn } from "./sign-ins.ts";
import { writeCertificates } from "./write-certificates.ts";
import { writeHistory } from "./write-history.ts";
import { writePayouts } from "./write-payouts.ts";
import { writeTraders } from "./write-traders.ts";

/** Held while filling, so that of several instances that start at once one does it. */
const DEMO_LOCK = 7_310_004;

/** Fills an empty database with demo traders. @returns the sign-ins to try */
export async function fillDemo(context: Context): Promise<SignIn[]> {
  await fillEmptyDatabase(context);
  return findWorkingSignIns(context);
}

/**
 * Writes the demo where there is no trader at all: the whole of it or nothing. Files whose rows did
 * not come to be are removed at once, or by the housekeeping where the process died in between.
 * @returns whether the database was empty
 */
export async function fillEmptyDatabase(context: Context): Promise<boolean> {
  const keptFiles: string[] = [];
  try {
    return await inTransaction(context.database, async (em) => {
      // Other instances wait here as long as the one that fills takes.
      await em.execute("set local statement_timeout = 0");
      await em.execute("set local lock_timeout = 0");
      await em.execute("select pg_advisory_xact_lock(?)", [DEMO_LOCK]);
      if ((await em.count(Trader)) > 0) return false;
      const traders = await writeTraders(context, em, demoTraders);
      const payouts = await writePayouts(context, em, traders);
      const certificates = await writeCertificates(context, em, traders, keptFiles);
      await writeHistory(context, em, { traders, payouts, certificates });
      return true;
    });
  } catch (error) {
    // After a lost connection the rows may be there all the same, so their files have to stay.
    if (!isOutage(error)) for (const key of keptFiles) await context.files.remove(key);
    throw error;
  }
}
