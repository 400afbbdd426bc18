import type { Context } from "../../../platform/context.ts";
import { checkAccount, listRecordedAccounts } from "./check-derived.ts";

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
