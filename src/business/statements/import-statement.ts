import type { Insertable } from "kysely";
import type { Trader } from "../../identity/users/trader.entity.ts";
import { changesBetween } from "../../platform/audit/changes.rule.ts";
import { type AuditActor, recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { isOutage } from "../../platform/database/failures.ts";
import type { Em } from "../../platform/database/orm.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { makeFileKey } from "../../platform/storage/file-key.ts";
import { deriveStages } from "../records/derive-stages.ts";
import { type LockedAccount, lockTraderAndRecord } from "../records/lock-account.ts";
import { currentOf, readStages, type RecordStage } from "../records/record-stages.queries.ts";
import { insertStage } from "../stages/insert-stage.ts";
import { readStatementFile } from "./read-statement-file.ts";
import type { StatementRow } from "./statement.tables.ts";
import type { Statement, StatementFinding } from "./statement.schema.ts";
import { compareWithStage, insertStatementRecords, readReach } from "./statement-records.ts";
import { contradictionsOf } from "./stage-contradictions.rule.ts";
import { findSameStatement, getStatement, type StoredStatementView } from "./statements.queries.ts";
import type { StatementSummary } from "./summarise-statement.ts";

export interface StatementFile {
  /** A complete, scanned file, which is moved into the storage. */
  path: string;
  fileName: string;
  sha256: string;
  size: number;
}

export interface ImportOptions {
  traderId: number;
  /** The current stage if absent. */
  stageId?: number | undefined;
  /** The IANA zone of the platform's clock. */
  timeZone: string;
  /** Everything is checked, and nothing is stored. */
  dryRun: boolean;
}

export interface ImportedStatement {
  statement: Statement;
  /** `false` for a dry run, and if the same bytes had been imported before. */
  isNew: boolean;
}

/** The actor of an import, with the name that the statement shows. */
export type ImportActor = AuditActor & { label?: string; name?: string };

/** Rolls a dry run back. */
class DryRunResult extends Error {
  readonly statement: Statement;

  constructor(statement: Statement) {
    super("A dry run stores nothing");
    this.statement = statement;
  }
}

/**
 * Imports a statement into the record of a trader's account, or says what an import would do. An account
 * without a stage starts one. The file is stored before its row, so that every row has a file.
 * @throws RefusalError if the trader or the stage does not exist, or if the file is not a statement
 */
export async function importStatement(
  context: Context,
  actor: ImportActor,
  options: ImportOptions,
  file: StatementFile,
): Promise<ImportedStatement> {
  const { path } = file;
  const summary = await readStatementFile({ path, timeZone: options.timeZone });
  const source = { actor, options, file, summary };
  if (options.dryRun) return tryImport(context, source);
  const fileKey = makeFileKey("statement");
  // Outside the transaction, because a slow storage must not hold the lock on the trader.
  await context.files.store(fileKey, path);
  const discard = () =>
    context.files.remove(fileKey).catch((error: unknown) => {
      context.log.warn({ err: error, fileKey }, "a statement's file could not be removed yet");
    });
  try {
    const imported = await inTransaction(context.database, (em) =>
      importInto(context, em, { ...source, fileKey }),
    );
    if (!imported.isNew) await discard();
    return imported;
  } catch (error) {
    // If the connection was lost, the transaction may have been committed, so the file must stay.
    if (!isOutage(error)) await discard();
    throw error;
  }
}

interface Source {
  actor: ImportActor;
  options: ImportOptions;
  file: Omit<StatementFile, "path">;
  summary: StatementSummary;
  fileKey?: string;
}

async function tryImport(context: Context, source: Source): Promise<ImportedStatement> {
  try {
    return await inTransaction(context.database, async (em) => {
      const { statement, isNew } = await importInto(context, em, { ...source, fileKey: "" });
      if (!isNew) return { statement, isNew };
      const isStageNew = source.options.stageId === undefined && statement.startsStage;
      throw new DryRunResult({
        ...statement,
        id: null,
        stageId: isStageNew ? null : statement.stageId,
        createdAt: null,
        createdBy: null,
      });
    });
  } catch (error) {
    if (error instanceof DryRunResult) return { statement: error.statement, isNew: false };
    throw error;
  }
}

type Imported = ImportedStatement & { statement: StoredStatementView & { startsStage?: boolean } };

async function importInto(
  context: Context,
  em: Em,
  source: Source & { fileKey: string },
): Promise<Imported> {
  const { options, summary, file, actor } = source;
  const kysely = kyselyOf(em);
  const { trader, account } = await lockTraderAndRecord(em, options.traderId);
  const existing = await findStage(em, account, options.stageId);
  const stage = existing ?? (await startStageFor(context, em, account, summary));
  const same = await findSameStatement(kysely, {
    accountId: account.id,
    stageId: stage.id,
    sha256: file.sha256,
  });
  if (same) return { statement: same, isNew: false };
  const contradictions = contradictionsOf(summary, account, stage);
  const isHeld = contradictions.length > 0;
  const statementId = await insertStatement(context, em, { ...source, account, stage, isHeld });
  const stored = { accountId: account.id, statementId, stageId: stage.id };
  await insertStatementRecords(kysely, stored, summary, isHeld);
  await saveComparison(em, stored, summary, contradictions);
  if (!isHeld && !options.dryRun) await deriveStatement(em, stage, statementId);
  const statement = await getStatement(kysely, statementId);
  await recordImport(context, em, { actor, trader, statement });
  return { statement: { ...statement, startsStage: existing === undefined }, isNew: true };
}

async function findStage(em: Em, account: LockedAccount, stageId: number | undefined) {
  const stages = await readStages(kyselyOf(em), [account.id]);
  if (stageId === undefined) return currentOf(stages);
  const stage = stages.find(({ id }) => id === stageId);
  if (!stage) throw notFound("Stage");
  return stage;
}

/** The first stage of an account begins with the first record of its first statement. */
async function startStageFor(
  { clock }: Context,
  em: Em,
  account: LockedAccount,
  { openingBalance, firstDeposit, from, currency }: StatementSummary,
): Promise<RecordStage> {
  const hasOpening = openingBalance !== null && openingBalance !== "0.00";
  await insertStage(em, {
    accountId: account.id,
    phase: account.phase ?? "Evaluation",
    initialBalance: (hasOpening ? openingBalance : firstDeposit) ?? "0.00",
    currency: currency ?? "USD",
    startedAt: from === null ? clock.now() : new Date(from),
    createdAt: clock.now(),
  });
  const [stage] = await readStages(kyselyOf(em), [account.id]);
  return stage!;
}

interface NewStatement extends Source {
  account: LockedAccount;
  stage: RecordStage;
  isHeld: boolean;
  fileKey: string;
}

/** @returns the id. The counts follow when the records have been compared. */
async function insertStatement(
  { clock }: Context,
  em: Em,
  { actor, options, file, summary, account, stage, isHeld, fileKey }: NewStatement,
): Promise<number> {
  const time = (value: number | null) => (value === null ? null : new Date(value).toISOString());
  const row: Insertable<StatementRow> = {
    account_id: account.id,
    stage_id: stage.id,
    format: summary.format,
    file_name: cleanName(file.fileName),
    file_key: fileKey,
    sha256: file.sha256,
    size: file.size,
    time_zone: options.timeZone,
    login: summary.login,
    account_name: summary.accountName,
    currency: summary.currency,
    from_time: time(summary.from),
    to_time: time(summary.to),
    counts: "{}",
    totals: JSON.stringify(summary.totals),
    opening_balance: summary.openingBalance,
    closing_balance: summary.closingBalance,
    status: summary.reconciliation.status,
    difference: summary.reconciliation.difference,
    findings: "[]",
    needs_confirmation: isHeld,
    confirmed_at: null,
    confirmed_by: null,
    created_at: clock.now().toISOString(),
    created_by: nameOf(actor),
    withdrawn_at: null,
    withdrawn_by: null,
    withdrawn_reason: null,
  };
  const { id } = await kyselyOf(em)
    .insertInto("statements")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The last part of a path that a browser may have sent, without characters that cannot be stored or shown. */
function cleanName(name: string): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1)!;
  return last.replaceAll(/\p{C}/gu, "").trim().slice(0, 200) || "statement";
}

function nameOf({ label, name }: ImportActor): string {
  return label ?? name ?? "Administrator";
}

async function saveComparison(
  em: Em,
  stored: { accountId: number; statementId: number; stageId: number },
  { counts, reconciliation }: StatementSummary,
  contradictions: StatementFinding[],
): Promise<void> {
  const { findings, ...compared } = await compareWithStage(kyselyOf(em), stored);
  const all = [...reconciliation.findings, ...contradictions, ...findings];
  await kyselyOf(em)
    .updateTable("statements")
    .set({ counts: JSON.stringify({ ...counts, ...compared }), findings: JSON.stringify(all) })
    .where("account_id", "=", stored.accountId)
    .where("id", "=", stored.statementId)
    .execute();
}

/** Brings the derived rows up to date with the records of a statement. */
export async function deriveStatement(
  em: Em,
  stage: RecordStage,
  statementId: number,
): Promise<void> {
  const { accountId } = stage;
  const { from, positions } = await readReach(kyselyOf(em), { accountId, statementId });
  if (from !== null) await deriveStages(em, [{ stage, from, positions }]);
}

async function recordImport(
  context: Context,
  em: Em,
  {
    actor,
    trader,
    statement,
  }: { actor: AuditActor; trader: Trader; statement: StoredStatementView },
): Promise<void> {
  const { id, fileName, format, stageId, reconciliation, counts } = statement;
  await recordEvent(context, em, actor, {
    action: "statement.imported",
    trader,
    changes: changesBetween(
      {},
      {
        statementId: id,
        fileName,
        format,
        stageId,
        status: reconciliation.status,
        newRecords: counts.new,
        conflicts: counts.conflicts,
      },
    ),
  });
}
