import { sql } from "kysely";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { DAY } from "../../../platform/time/durations.rule.ts";
import type {
  CalendarVersionOut,
  ImportCalendarInput,
} from "../../rulebook/calendar/calendar.schema.ts";
import { storeCalendar } from "../../rulebook/calendar/store-calendar.ts";
import { judgeByTime } from "../verdicts/judge-by-time.ts";

/** How many batches of stages are judged before the call returns; a job judges the others within a minute. */
const BATCHES_AT_ONCE = 4;

/**
 * Imports a period of the calendar, and judges the open stages whose rules are about news again if the period lies in
 * the past.
 * @throws RefusalError if the events are invalid, or if another version than the expected one is the newest
 */
export async function importCalendar(
  context: Context,
  actor: StaffActor,
  input: ImportCalendarInput,
): Promise<{ version: CalendarVersionOut; isRepeated: boolean }> {
  const stored = await inTransaction(context.database, async (transaction) => {
    const imported = await storeCalendar(context, kyselyOf(transaction), actor, input);
    if (imported.isRepeated) return imported;
    await markStages(context, transaction, input);
    const reason = input.note ?? null;
    await recordEvent(context, transaction, actor, { ...importedEvent(imported.version), reason });
    return imported;
  });
  if (!stored.isRepeated) await judgeByTime(context, BATCHES_AT_ONCE);
  return stored;
}

/** Returns what the audit log says about an import. */
export function importedEvent({ id, from, to, counts }: CalendarVersionOut) {
  const version = { versionId: id, from: from.toISOString(), to: to.toISOString(), ...counts };
  return { action: "calendar.imported", changes: changesBetween({}, version) } as const;
}

/** Marks the open stages with rules about news as due, because events of the past, or of the next day, may concern them. */
async function markStages(
  { clock }: Context,
  transaction: Transaction,
  { from }: ImportCalendarInput,
): Promise<void> {
  const now = clock.now();
  if (from.getTime() > now.getTime() + DAY) return;
  await sql`
    update current_verdicts set next_check_at = ${now.toISOString()}
    from stages join rule_versions on rule_versions.id = stages.rules_version_id
    where stages.account_id = current_verdicts.account_id and stages.id = current_verdicts.stage_id
      and is_open and rules -> 'conduct' @> '[{"kind": "news"}]'`.execute(kyselyOf(transaction));
}
