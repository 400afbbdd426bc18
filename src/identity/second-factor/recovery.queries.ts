import type { Kysely } from "kysely";
import type { Clock } from "../../platform/time/clock.ts";
import { text, timestamp } from "../../platform/database/columns.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { byTrader, type OwnDataPart } from "../users/own-data-part.ts";
import type { Recovery } from "./recovery.schema.ts";

/** Reads the running removal of a trader's factors; `null` if there is none, or its time is over. */
export async function readRecovery(
  { clock }: { clock: Clock },
  kysely: Kysely<Tables>,
  traderId: number,
): Promise<Recovery | null> {
  const row = await kysely
    .selectFrom("factor_recoveries")
    .select(["requested_at as requestedAt", "ends_at as endsAt", "requested_by as by"])
    .where("user_id", "=", traderId)
    .where("ends_at", ">", clock.now().toISOString())
    .executeTakeFirst();
  if (!row) return null;
  const { requestedAt, endsAt, by } = row;
  return { requestedAt: new Date(requestedAt), endsAt: new Date(endsAt), by };
}

export const recoveriesPart: OwnDataPart = {
  name: "factor-recovery",
  about: "Second factor: the running removal of lost factors",
  table: "factor_recoveries",
  where: byTrader("factor_recoveries.user_id"),
  key: ["factor_recoveries.user_id"],
  columns: {
    requestedAt: timestamp("factor_recoveries.requested_at"),
    endsAt: timestamp("factor_recoveries.ends_at"),
  },
};

export const formerEmailsPart: OwnDataPart = {
  name: "former-emails",
  about: "Former emails of the last 30 days",
  table: "former_emails",
  where: byTrader("former_emails.user_id"),
  key: ["former_emails.email"],
  columns: { email: text("former_emails.email"), until: timestamp("former_emails.until") },
};
