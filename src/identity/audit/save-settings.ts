import { type Kysely, sql, type Updateable } from "kysely";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { RefusalError } from "../../platform/errors.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";
import { pick } from "../../platform/fields/pick.rule.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type AuditAction, changesBetween, hasChanges, type Snapshot } from "./audit-event.rule.ts";
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
  /** What the caller saw, as the audit log names it; not checked if `undefined`. */
  expected?: Snapshot | undefined;
  /** The other columns of the row if it does not exist yet. */
  defaults?: Columns<Table>;
}

/**
 * Changes settings in a transaction of their own: locks the table, asks `change` for the settings before and after, saves
 * them and records the event, unless nothing has changed.
 * @param change reads with `kysely` what was set before; what it throws ends the change
 * @throws RefusalError, with the present settings in `current`, if another person has changed what the caller saw
 */
export async function changeSettings<Table extends SettingsTable>(
  context: Pick<Context, "clock" | "database">,
  actor: Extract<AuditActor, { label: string }>,
  { table, action }: Pick<SettingsChange<Table>, "table" | "action">,
  change: (kysely: Kysely<Tables>) => Promise<
    Pick<SettingsChange<Table>, "before" | "after" | "row" | "expected"> & {
      /** The present settings as calls return them. */
      current?: unknown;
    }
  >,
): Promise<void> {
  await inTransaction(context.database, async (transaction) => {
    const kysely = kyselyOf(transaction);
    await lockSettings(kysely, table);
    const { expected, current, ...changed } = await change(kysely);
    if (expected && hasChanges(changesBetween(expected, pick(changed.before, keysOf(expected))))) {
      throw await overtakenBy(kysely, table, current);
    }
    await saveSettings(context, transaction, actor, { table, action, ...changed });
  });
}

/** Says who has changed the settings since the caller read them. */
async function overtakenBy(
  kysely: Kysely<Tables>,
  table: SettingsTable,
  current: unknown,
): Promise<RefusalError> {
  const { rows } = await sql<{ updated_by: string }>`table ${sql.table(table)}`.execute(kysely);
  const message = `${rows[0]?.updated_by ?? "Another person"} has changed these settings meanwhile. Save again to replace them.`;
  return new RefusalError("conflict", message, { current });
}

/**
 * Saves settings and records the event, unless nothing has changed. The caller must have locked the table before it read
 * `before`.
 */
export async function saveSettings<Table extends SettingsTable>(
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

/** A table of settings, which has no row until they are first changed, and then a single one. */
type SettingsTable = {
  [Name in keyof Tables]: Tables[Name] extends { updated_at: unknown; updated_by: unknown }
    ? Name
    : never;
}[keyof Tables];

/** Blocks concurrent changes of the settings until the transaction ends, even if they have no row yet. */
export async function lockSettings(kysely: Kysely<Tables>, table: SettingsTable): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(kysely);
}
