import { readBrand } from "../../platform/brand/brand.queries.ts";
import { createHash } from "node:crypto";
import { IsolationLevel } from "@mikro-orm/core";
import type { Kysely } from "kysely";
import type { Context } from "../../platform/context.ts";
import { kyselyOf, retryOnDeadlock } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import { formatDecimal } from "../../platform/money/money.ts";
import { readStates } from "../records/derive-stages.ts";
import { readRecordJson } from "../records/record-json.queries.ts";
import { findStage, type RecordStage } from "../records/record-stages.queries.ts";
import type { StageEvidence } from "../verdict-engine/verdict.schema.ts";
import { readEvidence } from "../verdicts/evidence.queries.ts";
import { completeVerdict, judgeStage, latestAsOf } from "../verdicts/judge-stage.ts";
import { CASE_FORMAT, type CaseFile } from "./case.schema.ts";
import { type CaseHead, signedText } from "./signed-text.rule.ts";

/** A case as a downloadable file, in pieces. */
export interface CaseDownload {
  name: string;
  /** Bytes. */
  size: number;
  pieces: Buffer[];
}

type CaseContext = Pick<Context, "clock" | "config" | "database" | "signer">;

/**
 * Creates a signed file with everything needed to judge a stage again without the firm.
 * @param stageId the current stage by default
 * @throws RefusalError if the trader or the stage does not exist, or if the account has no stage
 */
export async function openCase(
  context: CaseContext,
  traderId: number,
  stageId: number | undefined,
): Promise<CaseDownload> {
  const { orm } = context.database;
  // One snapshot of the database: the verdict and the records must belong together.
  const { head, records, login } = await retryOnDeadlock(() =>
    orm.em.fork().transactional((em) => readCase(context, kyselyOf(em), traderId, stageId), {
      isolationLevel: IsolationLevel.REPEATABLE_READ,
      readOnly: true,
    }),
  );
  const signed = Buffer.from(signedText(head, records));
  const signature = await context.signer.sign(signed);
  // The file is the signed text with the signature added as the last field.
  const end = Buffer.from(`,"signature":${JSON.stringify(signature)}}`);
  const pieces = [signed.subarray(0, -1), end];
  return {
    name: `${["propdesk-case", ...(login ? [login] : []), head.stage.id].join("-")}.json`,
    size: signed.length - 1 + end.length,
    pieces,
  };
}

interface ReadCase {
  head: CaseHead;
  /** Canonical JSON. */
  records: string;
  login: string | null;
}

async function readCase(
  { clock, config }: CaseContext,
  kysely: Kysely<Tables>,
  traderId: number,
  stageId: number | undefined,
): Promise<ReadCase> {
  const stage = await findStage(kysely, traderId, stageId);
  if (!stage) throw new RefusalError("not-found", "This account has no stage yet");
  const { phase, login } = await kysely
    .selectFrom("stages")
    .innerJoin("trading_accounts", "trading_accounts.id", "stages.account_id")
    .select(["stages.phase", "trading_accounts.login"])
    .where("stages.account_id", "=", stage.accountId)
    .where("stages.id", "=", stage.id)
    .executeTakeFirstOrThrow();
  const evidence = (await readEvidence(kysely, [stage])).get(stage.id)!;
  const state = (await readStates(kysely, [{ stage }])).get(stage.id);
  const asOf = latestAsOf({ stage, state }, clock.now().getTime());
  const { text, sha256 } = await readRecords(kysely, stage, asOf);
  const { judgement } = judgeStage({ stage, state }, asOf, evidence);
  const verdict = completeVerdict(stage, judgement, sha256);
  const { name } = await readBrand(kysely, config);
  const head: CaseHead = {
    format: CASE_FORMAT,
    firm: name,
    stage: judgedStage(stage, phase, evidence),
    rules: stage.rules,
    verdict,
    recordsSha256: sha256,
    rulesSha256: verdict.rulesSha256,
  };
  return { head, records: text, login };
}

async function readRecords(kysely: Kysely<Tables>, stage: RecordStage, until: number) {
  const hash = createHash("sha256");
  const pieces: string[] = [];
  for await (const piece of readRecordJson(kysely, stage, until)) {
    hash.update(piece);
    pieces.push(piece);
  }
  return { text: pieces.join(""), sha256: hash.digest("hex") };
}

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
