import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A table of settings, which has one row once they are changed for the first time. */
type SettingsTable = "firm_brand" | "firm_payment_account" | "mail_settings" | "payout_settings";

/** Makes other changes of the settings wait until the transaction ends, also of settings without a row. */
export async function lockSettings(kysely: Kysely<Tables>, table: SettingsTable): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(kysely);
}
