import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../platform/database/tables.ts";
import { bookedTables } from "../../records/sources.rule.ts";
import { accountKey, type FeedInput, type Period } from "../feed.schema.ts";
import { type FedAccount, type FedDeal, type FedOperation, isOfAccount } from "../read-items.ts";
import { fedColumns } from "../store-bookings.ts";
import { type Difference, foundRecord } from "./shown-tickets.ts";

/** A record that a call lacks although it says that it holds all of a period. */
export interface Missing extends Difference {
  platform: null;
  period: Period;
}

/**
 * Reads what was fed of the accounts whose items a call holds completely, and is not among them. A record that another
 * login of the account had is not looked for.
 * @param accounts the locked accounts with their stages, by `accountKey`
 */
export async function readMissing(
  kysely: Kysely<Tables>,
  input: FeedInput,
  accounts: Map<string, FedAccount>,
): Promise<Missing[]> {
  const complete = input.accounts.flatMap((sent) => {
    const account = accounts.get(accountKey(sent));
    if (!account || !sent.complete) return [];
    const stages = account.stages.filter((stage) => isOfAccount(stage, sent)).map(({ id }) => id);
    return { ...sent, accountId: account.id, period: sent.complete, stages };
  });
  if (complete.length === 0) return [];
  const periods = complete.map(({ accountId, period, stages }, index) => ({
    index,
    account_id: accountId,
    stages,
    since: new Date(period.from).toISOString(),
    until: new Date(period.to).toISOString(),
  }));
  const missing: Missing[] = [];
  for (const item of bookedTables) {
    const shown = input.accounts.flatMap((sent) => {
      const account = accounts.get(accountKey(sent));
      return sent[item].map((each) => ({ account_id: account?.id, ticket: ticketOf(each) }));
    });
    const { rows } = await sql<Found>`
      select distinct on (record.account_id, record.ticket) period.index,
        record.account_id as "accountId", record.stage_id as "stageId", record.ticket,
        ${fedColumns[item]}
      from json_to_recordset(${JSON.stringify(periods)}::json)
        as period (index int, account_id int, stages int[], since timestamptz, until timestamptz)
      join ${sql.table(item)} record on record.account_id = period.account_id
        and record.stage_id = any(period.stages) and record.token_id is not null
        and record.time >= period.since and record.time < period.until
      where record.account_id = any(${complete.map(({ accountId }) => accountId)})
        and not exists (
          select from json_to_recordset(${JSON.stringify(shown)}::json)
            as shown (account_id int, ticket text)
          where shown.account_id = record.account_id and shown.ticket = record.ticket)
      order by record.account_id, record.ticket`.execute(kysely);
    for (const { index, accountId, stageId, ...record } of rows) {
      const { login, period } = complete[index]!;
      const { ticket } = record;
      const recorded = foundRecord({ item, ...record } as Parameters<typeof foundRecord>[0]);
      missing.push({ accountId, stageId, item, ticket, login, recorded, platform: null, period });
    }
  }
  return missing;
}

type Found = (FedDeal | FedOperation) & { index: number; accountId: number; stageId: number };

/** An item that is invalid otherwise is shown all the same. */
function ticketOf(item: unknown): string | null {
  if (typeof item !== "object" || item === null || !("ticket" in item)) return null;
  const { ticket } = item;
  return typeof ticket === "string" || typeof ticket === "number" ? String(ticket).trim() : null;
}
