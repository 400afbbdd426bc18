import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound } from "../../../platform/errors.ts";

/** Which stages count, and what belongs to them. */
export interface FigureFilter {
  programmeId?: number | undefined;
  programmeVersionId?: number | undefined;
  step?: number | undefined;
  initialBalance?: string | undefined;
  currency?: string | undefined;
}

/**
 * Returns the condition on a stage. Needs the tables `stages` and `versions`, its version of a programme.
 * @param currency of what is counted, if it has one of its own
 */
export function passes(filter: FigureFilter, currency = "stages.currency"): RawBuilder<boolean> {
  const { programmeId, programmeVersionId, step, initialBalance } = filter;
  const conditions = [
    programmeId !== undefined && sql`versions.programme_id = ${programmeId}`,
    programmeVersionId !== undefined && sql`stages.programme_version_id = ${programmeVersionId}`,
    step !== undefined && sql`stages.programme_step = ${step}`,
    initialBalance !== undefined && sql`stages.initial_balance = ${initialBalance}::numeric`,
    filter.currency !== undefined && sql`${sql.ref(currency)} = ${filter.currency}`,
  ].filter((condition) => condition !== false);
  return sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/** SQL that joins the stage in which a request of `payout_requests` was made, as `passes` needs it. */
export const joinStageOfRequest = sql`
  left join trading_accounts accounts on accounts.user_id = payout_requests.user_id
  left join stages on stages.account_id = accounts.id and stages.id = payout_requests.stage_id
  left join programme_versions versions on versions.id = stages.programme_version_id`;

/** SQL for the trader of a stage. A join would cost something even where only facts are counted. */
export const userOfStage = sql`
  (select user_id from trading_accounts where trading_accounts.id = stages.account_id)`;

/** Whether a filter is about stages, so that what has none never passes it. */
export function isAboutStages(filter: FigureFilter): boolean {
  const { programmeId, programmeVersionId, step, initialBalance } = filter;
  return [programmeId, programmeVersionId, step, initialBalance].some(
    (value) => value !== undefined,
  );
}

/** @throws RefusalError if the filter names a programme or a version that does not exist */
export async function requireKnown(kysely: Kysely<Tables>, filter: FigureFilter): Promise<void> {
  const { programmeId, programmeVersionId } = filter;
  const exists = async (table: "programmes" | "programme_versions", id: number | undefined) =>
    id === undefined ||
    (await kysely.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst());
  if (!(await exists("programmes", programmeId))) throw notFound("Programme");
  if (!(await exists("programme_versions", programmeVersionId)))
    throw notFound("Version of a programme");
}
