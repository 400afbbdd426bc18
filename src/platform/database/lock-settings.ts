import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A table of settings, which has no row until they are first changed, and then a single one. */
export type SettingsTable =
  "firm_brand" | "firm_payment_account" | "firm_settings" | "mail_settings" | "payout_settings";

/** Blocks concurrent changes of the settings until the transaction ends, even if they have no row yet. */
export async function lockSettings(kysely: Kysely<Tables>, table: SettingsTable): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(kysely);
}
