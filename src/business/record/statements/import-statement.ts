import { type AuditActor, recordEvents } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inRolledBackTransaction, inTransaction } from "../../../platform/database/database.ts";
import { removeFiles, withStoredFile } from "../../../platform/storage/remove-files.ts";
import { findStage } from "../records/record-stages.queries.ts";
import { type ImportOptions, importParsed, type ParsedSource } from "./import-parsed.ts";
import { readStatementFile } from "./reading/read-statement-file.ts";
import type { Statement } from "./statement.schema.ts";
import { findStatementZone } from "./statements.queries.ts";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

export interface StatementFile {
  /** A complete, scanned file, which is moved into the storage. */
  path: string;
  fileName: string;
  sha256: string;
  size: number;
}

export interface ImportedStatement {
  statement: Statement;
  /** `false` for a dry run, and if the same bytes had been imported before. */
  isNew: boolean;
}

/**
 * Imports a statement into the record of a trader's account, or reports what an import would do. If the account has
 * no stage, one is started. The file is stored before its row, so that every row has a file.
 * @throws RefusalError if the trader or the stage does not exist, or if the file is not a statement
 */
export async function importStatement(
  context: Context,
  actor: AuditActor,
  options: ImportOptions,
  file: StatementFile,
): Promise<ImportedStatement> {
  const { path, ...described } = file;
  const { kysely } = context.database;
  const zone = await findStatementZone(kysely, options.traderId, options.timeZone);
  const stage = await findStage(kysely, options.traderId, options.stageId);
  const summary = await readStatementFile({
    path,
    timeZone: zone.timeZone,
    isZoneChosen: zone.timeZoneSource === "chosen",
    isFinancingCost: options.financing === "cost",
    now: context.clock.now().getTime(),
    stage: stage ? { startedAt: stage.startedAt, endedAt: stage.endedAt } : null,
  });
  const sourceIn = (fileKey: string): ParsedSource => {
    return { actor, options, file: { ...described, fileKey }, summary, zone };
  };
  if (options.dryRun) return tryImport(context, sourceIn(""));
  return withStoredFile(context, "statement", path, async (fileKey) => {
    const imported = await storeImport(context, sourceIn(fileKey));
    if (!imported.isNew) await removeFiles(context, [fileKey]);
    return imported;
  });
}

async function storeImport(context: Context, source: ParsedSource): Promise<ImportedStatement> {
  return inTransaction(context.database, async (transaction) => {
    const { statement, event } = await importParsed(context, transaction, source);
    if (!event) return { statement, isNew: false };
    await recordEvents(context, transaction, [event]);
    return { statement, isNew: true };
  });
}

async function tryImport(context: Context, source: ParsedSource): Promise<ImportedStatement> {
  return inRolledBackTransaction(context.database, async (transaction) => {
    const { statement, startsStage, event } = await importParsed(context, transaction, source);
    if (!event) return { statement, isNew: false };
    const notStored = { id: null, createdAt: null, createdBy: null };
    const stageId = startsStage ? null : statement.stageId;
    return { statement: { ...statement, ...notStored, stageId }, isNew: false };
  });
}

/** Holds statements to try the import with, which a start with demo data writes. Not part of backups. */
export const demoStatementsFolder = (dataDir: string) => join(dataDir, "demo-statements");

/** Returns the names of the demo statements; none unless this is a demo firm. */
export async function listDemoStatements({ config }: Pick<Context, "config">): Promise<string[]> {
  if (!config.demo) return [];
  try {
    return (await readdir(demoStatementsFolder(config.dataDir))).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
