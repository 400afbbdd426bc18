import type { Context } from "../../platform/context.ts";
import { listRecordedAccounts, rebuildAccount } from "./check-derived.ts";

/** Accounts a night; each is locked while it is checked. */
const SAMPLE_SIZE = 50;

/** The nightly job: compares the derived rows of some accounts with their records, and logs differences. */
export async function checkSample({ database, log }: Context): Promise<void> {
  for (const accountId of await listRecordedAccounts(database.kysely, SAMPLE_SIZE)) {
    for (const deviation of await rebuildAccount(database, accountId, { isCheck: true })) {
      log.error(deviation, "derived rows differ from the records; run npm run records:rebuild");
    }
  }
}
