import { Migration } from "@mikro-orm/migrations";
import { ConfigError } from "../platform/config/env.ts";

/**
 * Drops the column of payment details in plain text, which the initial migration created, and the indexes that a job
 * used to encrypt them. No release has used them, so no other version has to keep working.
 */
export class DropClearDetails extends Migration {
  /** @throws ConfigError if an unreleased version has left plain text */
  override async up(): Promise<void> {
    const clear = await this.execute(
      "select from payout_requests where payment_details is not null limit 1",
    );
    if (clear.length > 0) {
      throw new ConfigError(
        'The database contains payment details in plain text, which this version no longer encrypts: see "From an unreleased version" in docs/upgrading.md',
      );
    }
    this.addSql(`drop index "payout_requests_clear_details_index"`);
    this.addSql(`drop index "payout_requests_no_fingerprint_index"`);
    this.addSql(`alter table "payout_requests" drop column "payment_details"`);
  }
}
