import { readBrand } from "../../office/brand/brand.ts";
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { IsolationLevel } from "@mikro-orm/core";
import type { Kysely } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { kyselyOf, retryOnDeadlock } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { StorageError } from "../../../platform/storage/storage.ts";
import { formatDecimal } from "../../../platform/money/money.ts";
import { readPlayedStages } from "../derivation/played-stages.queries.ts";
import { payableStage, readClosedTrades } from "../payable/payable.queries.ts";
import { approvalsOf, readStageRequests } from "../payable/stage-requests.queries.ts";
import { readRecordJson } from "../records/record-json.queries.ts";
import { findStage, type RecordStage } from "../records/record-stages.queries.ts";
import { type Approval, statementOf } from "../../rulebook/statement/statement.rule.ts";
import type { StandingApproval } from "../../rulebook/statement/statement.schema.ts";
import type { StageEvidence } from "../../rulebook/engine/verdict.schema.ts";
import { readEvidence } from "../records/evidence.queries.ts";
import {
  calendarOf,
  completeVerdict,
  judgeStage,
  latestAsOf,
  type StageJudgement,
} from "../verdicts/judge-stage.ts";
import { type CaseFile, caseFormatOf, type CaseHead } from "./case.schema.ts";

/** A case as a downloadable file. */
export interface CaseDownload {
  name: string;
  /** Bytes. */
  size: number;
  content: Readable;
}

type CaseContext = Pick<Context, "clock" | "config" | "database" | "signer" | "uploadDir">;

/**
 * Creates a signed file with everything needed to judge a stage again without the firm. The records are first written
 * to a file on the disk: a year of them does not fit into memory, a slow download must not keep a transaction open, and
 * their hash precedes them.
 * @param stageId the current stage by default
 * @throws RefusalError if the trader or the stage does not exist, or if the account has no stage
 */
export async function openCase(
  context: CaseContext,
  traderId: number,
  stageId: number | undefined,
): Promise<CaseDownload> {
  const { file, head, size, login } = await readConsistently(context, traderId, stageId);
  try {
    const signature = await context.signer.sign(Buffer.from(canonicalJson(head)));
    const start = Buffer.from(`${JSON.stringify({ ...head, signature }).slice(0, -1)},"records":`);
    return {
      name: `${["propdesk-case", ...(login ? [login] : []), head.stage.id].join("-")}.json`,
      size: start.length + size + 1,
      content: caseContent(start, file),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads the verdict and the records from one snapshot of the database, because they must belong together. */
function readConsistently(
  context: CaseContext,
  traderId: number,
  stageId: number | undefined,
): Promise<ReadCase & { file: FileHandle }> {
  const { orm } = context.database;
  return retryOnDeadlock(async () => {
    const file = await openNameless(context.uploadDir);
    try {
      const read = await orm.em
        .fork()
        .transactional(
          (transaction) => readCase(context, kyselyOf(transaction), { traderId, stageId, file }),
          {
            isolationLevel: IsolationLevel.REPEATABLE_READ,
            readOnly: true,
          },
        );
      return { ...read, file };
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}

/** Returns the text of a case. The file of the records is closed at the end, even if the text is never read. */
function caseContent(start: Buffer, file: FileHandle): Readable {
  const records = file.createReadStream({ start: 0 });
  const pieces = async function* () {
    yield start;
    yield* records;
    yield Buffer.from("}");
  };
  const content = Readable.from(pieces(), { objectMode: false });
  return content.once("close", () => records.destroy());
}

interface ReadCase {
  head: CaseHead;
  /** The size of the records in bytes. */
  size: number;
  login: string | null;
}

/** @param file receives the canonical JSON of the records */
async function readCase(
  { clock, config }: CaseContext,
  kysely: Kysely<Tables>,
  { traderId, stageId, file }: { traderId: number; stageId: number | undefined; file: FileHandle },
): Promise<ReadCase> {
  const stage = await findStage(kysely, traderId, stageId);
  if (!stage) throw new RefusalError("not-found", "This account has no stage yet");
  const { phase } = await kysely
    .selectFrom("stages")
    .select("phase")
    .where("stages.account_id", "=", stage.accountId)
    .where("stages.id", "=", stage.id)
    .executeTakeFirstOrThrow();
  const evidence = (await readEvidence(kysely, [stage])).get(stage.id)!;
  const [played] = await readPlayedStages(kysely, [stage]);
  const asOf = latestAsOf(played!, clock.now().getTime());
  const standing = judgeStage(played!, asOf, evidence);
  const { judgement } = standing;
  const { name } = await readBrand(kysely, config);
  const { size, sha256 } = await storeRecords(file, readRecordJson(kysely, stage, asOf));
  const verdict = completeVerdict(played!, judgement, sha256);
  const format = caseFormatOf(judgement.engine);
  const isExtended = format === "propdesk-case/3";
  const head: CaseHead = {
    format,
    firm: name,
    stage: { ...judgedStage(stage, phase, evidence), ...(isExtended && carriedPart(stage)) },
    rules: stage.rules,
    ...(isExtended && {
      waivers: stage.waivers,
      calendar: calendarOf(played!, judgement),
      ...(await readPayable(kysely, traderId, standing)),
    }),
    verdict,
    recordsSha256: sha256,
    rulesSha256: verdict.rulesSha256,
  };
  return { head, size, login: stage.login };
}

/** Reads what had been approved as of the verdict, and what could be withdrawn then. */
async function readPayable(
  kysely: Kysely<Tables>,
  userId: number,
  standing: StageJudgement,
): Promise<Pick<CaseHead, "approvals" | "statement">> {
  const { stage, asOf } = standing;
  const requests = await readStageRequests(kysely, [{ userId, stage }]);
  const approvals = approvalsOf(requests.get(stage.id) ?? []).filter(({ at }) => at <= asOf);
  const trades = await readClosedTrades(kysely, [stage]);
  const statement = statementOf(payableStage(standing, approvals, trades.get(stage.id)));
  return { approvals: approvals.map(presentApproval), statement };
}

const presentApproval = ({ payoutId, amount, share, at }: Approval): StandingApproval => ({
  payoutId,
  amount: formatDecimal(amount),
  share,
  at: new Date(at).toISOString(),
});

/** Opens a file and removes its name, so that the system deletes it once it is closed. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600).catch(rethrowAsStorageError);
  await rm(path);
  return file;
}

async function storeRecords(file: FileHandle, pieces: AsyncIterable<string>) {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    hash.update(bytes);
    size += bytes.length;
    await file.writeFile(bytes).catch(rethrowAsStorageError);
  }
  return { size, sha256: hash.digest("hex") };
}

function rethrowAsStorageError(cause: unknown): never {
  throw new StorageError("A case file could not be written", { cause });
}

const carriedPart = ({ carriedBalance }: RecordStage) => ({
  carriedBalance: carriedBalance === null ? null : formatDecimal(carriedBalance),
});

function judgedStage(
  { id, currency, initialBalance, rulesVersionId, startedAt, endedAt }: RecordStage,
  phase: string,
  evidence: StageEvidence,
): CaseFile["stage"] {
  return {
    id,
    phase,
    currency,
    initialBalance: formatDecimal(initialBalance),
    rulesVersionId,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    evidence,
  };
}
