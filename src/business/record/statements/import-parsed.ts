import type { Trader } from "../../../identity/users/trader.entity.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import {
  actorName,
  type AuditActor,
  type NewAuditEvent,
} from "../../../identity/audit/record-event.ts";
import { storedFileName } from "../../../platform/storage/storage.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { type LockedAccount, lockTraderAndRecord } from "../records/recorded-account.ts";
import { findStage, readStages, type RecordStage } from "../records/record-stages.queries.ts";
import { insertStage } from "../stages/start-stage.ts";
import { applyRecordChanges } from "../verdicts/apply-record-changes.ts";
import type { Cause } from "../verdicts/verdicts.schema.ts";
import type { VerdictContext } from "../verdicts/judge-stage.ts";
import type { StatementFinding } from "./statement.schema.ts";
import { saveComparison } from "./save-comparison.ts";
import { insertStatementRecords, readReach } from "./statement-records.ts";
import {
  contradictionsOf,
  DEFAULT_CURRENCY,
  initialBalanceOf,
  unknownStart,
} from "./statement.rule.ts";
import {
  findSameStatement,
  getStatement,
  type StatementZone,
  type StoredStatementView,
} from "./statements.queries.ts";
import type { StatementSummary } from "./summarise-statement.ts";

export interface ImportOptions {
  traderId: number;
  /** The current stage by default. */
  stageId?: number | undefined;
  /** The IANA zone of the platform's clock, if it was chosen. */
  timeZone?: string | undefined;
  /** Whether balance operations with a financing comment are costs, or transfers by default. */
  financing?: "cost" | undefined;
  /** Checks everything, but stores nothing. */
  dryRun: boolean;
}

/** A statement that has been read, and whose file is stored. */
export interface ParsedSource {
  actor: AuditActor;
  options: ImportOptions;
  file: { fileName: string; sha256: string; size: number; fileKey: string };
  summary: StatementSummary;
  /** The zone of times without an offset. */
  zone: StatementZone;
  /** The time of the import; now by default. */
  at?: Date;
}

interface ImportedParsed {
  statement: StoredStatementView;
  /** Whether the account had no stage before. */
  startsStage: boolean;
  /** The event that the caller must record; absent if the same file had been imported before. */
  event?: NewAuditEvent & { actor: AuditActor };
}

/**
 * Imports a statement into the record of a trader's account. If the account has no stage, one is started.
 * @throws RefusalError if the trader or the stage does not exist
 */
export async function importParsed(
  context: VerdictContext,
  transaction: Transaction,
  { at: past, ...source }: ParsedSource,
): Promise<ImportedParsed> {
  const { actor, options, summary, file } = source;
  const kysely = kyselyOf(transaction);
  const { trader, account } = await lockTraderAndRecord(transaction, options.traderId);
  const at = past ?? context.clock.now();
  const existing = await findStage(kysely, options.traderId, options.stageId);
  const stage = existing ?? (await startStageFor(transaction, account, summary, at));
  const same = await findSameStatement(kysely, {
    accountId: account.id,
    stageId: stage.id,
    sha256: file.sha256,
  });
  if (same) return { statement: same, startsStage: false };
  const contradictions = contradictionsOf(summary, account, stage);
  const isHeld = contradictions.length > 0;
  const statementId = await insertStatement(transaction, {
    ...source,
    account,
    stage,
    contradictions,
    guesses: existing ? [] : unknownStart(summary),
    at,
  });
  const records = { accountId: account.id, statementId };
  await insertStatementRecords(kysely, { ...records, stageId: stage.id, isHeld }, summary);
  await saveComparison(kysely, records);
  const statement = await getStatement(kysely, statementId);
  if (!isHeld && !options.dryRun) {
    const message = `Statement ${statement.fileName} was imported`;
    await deriveStatement(context, transaction, stage, {
      kind: "statement",
      id: statementId,
      message,
    });
  }
  return {
    statement,
    startsStage: existing === undefined,
    event: importedEvent({ actor, at, trader }, statement),
  };
}

/** The first stage of an account begins with the first record of its first statement. */
async function startStageFor(
  transaction: Transaction,
  account: LockedAccount,
  summary: StatementSummary,
  at: Date,
): Promise<RecordStage> {
  const { from, currency } = summary;
  await insertStage(transaction, {
    accountId: account.id,
    phase: account.phase ?? "Evaluation",
    initialBalance: initialBalanceOf(summary) ?? "0.00",
    currency: currency ?? DEFAULT_CURRENCY,
    startedAt: from === null ? at : new Date(from),
    createdAt: at,
  });
  const [stage] = await readStages(kyselyOf(transaction), [account.id]);
  return stage!;
}

interface NewStatement extends ParsedSource {
  account: LockedAccount;
  stage: RecordStage;
  contradictions: StatementFinding[];
  /** What the file does not state about the stage that it starts. */
  guesses: StatementFinding[];
  at: Date;
}

/** Inserts the row of a statement, whose records have not been compared yet. @returns the id */
async function insertStatement(transaction: Transaction, statement: NewStatement): Promise<number> {
  const { id } = await kyselyOf(transaction)
    .insertInto("statements")
    .values({
      ...summaryColumns(statement),
      ...fileColumns(statement),
      account_id: statement.account.id,
      stage_id: statement.stage.id,
      needs_confirmation: statement.contradictions.length > 0,
      confirmed_at: null,
      confirmed_by: null,
      created_at: statement.at.toISOString(),
      created_by: actorName(statement.actor) ?? "Administrator",
      withdrawn_at: null,
      withdrawn_by: null,
      withdrawn_reason: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What the file is, and how it was read. */
function fileColumns({ options, file, summary, zone }: NewStatement) {
  const { statedZone, financing } = summary;
  return {
    format: summary.format,
    file_name: storedFileName(file.fileName, "statement"),
    file_key: file.fileKey,
    sha256: file.sha256,
    size: file.size,
    time_zone: statedZone ?? zone.timeZone,
    time_zone_source: statedZone === null ? zone.timeZoneSource : "file",
    financing:
      financing && JSON.stringify({ ...financing, areCosts: options.financing === "cost" }),
  } as const;
}

/** What the file says. */
function summaryColumns({ summary, guesses, contradictions }: NewStatement) {
  const { reconciliation } = summary;
  const time = (value: number | null) => (value === null ? null : new Date(value).toISOString());
  return {
    login: summary.login,
    account_name: summary.accountName,
    currency: summary.currency,
    from_time: time(summary.from),
    to_time: time(summary.to),
    counts: JSON.stringify({ ...summary.counts, new: 0, known: 0, conflicts: 0 }),
    totals: JSON.stringify(summary.totals),
    opening_balance: summary.openingBalance,
    closing_balance: summary.closingBalance,
    status: reconciliation.status,
    difference: reconciliation.difference,
    findings: JSON.stringify([...reconciliation.findings, ...guesses, ...contradictions]),
  };
}

/** Brings the derived rows and the verdict up to date with the records of a statement. */
export async function deriveStatement(
  context: VerdictContext,
  transaction: Transaction,
  stage: RecordStage,
  cause: Cause & { id: number },
): Promise<void> {
  const { accountId } = stage;
  const { from, positions } = await readReach(kyselyOf(transaction), {
    accountId,
    statementId: cause.id,
  });
  await applyRecordChanges(context, transaction, [{ stage, from, positions }], cause);
}

function importedEvent(
  source: { actor: AuditActor; at: Date; trader: Trader },
  statement: StoredStatementView,
): NewAuditEvent & { actor: AuditActor } {
  const { id, fileName, format, stageId, reconciliation, counts } = statement;
  const changes = {
    statementId: id,
    fileName,
    format,
    stageId,
    status: reconciliation.status,
    newRecords: counts.new,
    conflicts: counts.conflicts,
  };
  return {
    ...source,
    action: "statement.imported",
    changes: changesBetween({}, changes),
  };
}
