import type { Kysely, Updateable } from "kysely";
import { kyselyOf } from "../database/database.ts";
import type { SettingsTable } from "../database/lock-settings.ts";
import type { Transaction } from "../database/orm.ts";
import type { Tables } from "../database/tables.ts";
import type { Clock } from "../time/clock.ts";
import type { AuditAction } from "./audit-actions.rule.ts";
import { changesBetween, hasChanges, type Snapshot } from "./changes.rule.ts";
import { type AuditActor, recordEvent } from "./record-event.ts";

type Columns<Table extends keyof Tables> = Omit<
  Updateable<Tables[Table]>,
  "id" | "updated_at" | "updated_by"
>;

interface SettingsChange<Table extends keyof Tables> {
  table: Table;
  action: AuditAction;
  /** The settings as the audit log names them. */
  before: Snapshot;
  after: Snapshot;
  /** The columns to be set. */
  row: Columns<Table>;
  /** The other columns of the row if it does not exist yet. */
  defaults?: Columns<Table>;
}

/**
 * Saves settings and records the event, unless nothing has changed. The caller must have locked the table before it read
 * `before`.
 */
export async function saveSettings<Table extends SettingsTable | "team_settings">(
  context: { clock: Clock },
  transaction: Transaction,
  actor: Extract<AuditActor, { label: string }>,
  { table, action, before, after, row, defaults }: SettingsChange<Table>,
): Promise<void> {
  const changes = changesBetween(before, after);
  if (!hasChanges(changes)) return;
  const at = context.clock.now().toISOString();
  const saved = { ...row, updated_at: at, updated_by: actor.label };
  // Kysely cannot type a statement on one of several tables.
  const kysely = kyselyOf(transaction) as unknown as Kysely<
    Record<string, Record<string, unknown>>
  >;
  await kysely
    .insertInto<string>(table)
    .values({ id: 1, ...defaults, ...saved })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(saved))
    .execute();
  await recordEvent(context, transaction, actor, { action, changes });
}
