import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import { lockTraderAndRecord } from "../../record/records/recorded-account.ts";
import { findStage } from "../../record/records/record-stages.queries.ts";
import { judgeWithout } from "../../record/stages/set-aside.ts";
import { changedReviews } from "../../record/verdicts/mail-and-enforce.ts";
import type { Finding, waiveInput } from "./finding.schema.ts";
import { getFinding } from "./findings.queries.ts";

/**
 * Waives a finding: it stays listed, but deducts nothing, is no strike and ends no evaluation. The stage is judged on. If the
 * finding had ended the evaluation, its review stays open and can only be dismissed; once the breach was confirmed, only
 * an appeal against the review can overturn it.
 * @throws RefusalError if the finding does not exist, and with the current finding unless it stands
 */
export async function waiveFinding(
  context: Context,
  actor: StaffActor,
  { id, reason }: z.output<typeof waiveInput>,
): Promise<Finding> {
  const { userId } = await getFinding(context, id);
  const refusal = await inTransaction(context.database, async (transaction) => {
    const { trader } = await lockTraderAndRecord(transaction, userId);
    const kysely = kyselyOf(transaction);
    const { status, stageId, key, kind } = await getFinding({ database: { kysely } }, id);
    if (status !== "stands") return `This finding is ${status}, so it cannot be waived`;
    const stage = (await findStage(kysely, userId, stageId))!;
    if (await isConfirmed(kysely, stage, key)) return confirmed;
    const cause = { kind: "waiver", id, message: `A finding was waived: ${reason}` } as const;
    const waiver = { reason, at: context.clock.now(), cause };
    await judgeWithout(context, transaction, stage, [key], waiver);
    await recordEvent(context, transaction, actor, {
      action: "conduct.waived",
      trader,
      changes: {
        findingId: { from: id, to: id },
        stageId: { from: stageId, to: stageId },
        kind: { from: kind, to: kind },
      },
      reason,
    });
    await notifyTopics(kysely, [changedReviews]);
    return undefined;
  });
  const current = await getFinding(context, id);
  if (refusal === undefined) return current;
  throw new RefusalError("conflict", refusal, { current });
}

const confirmed =
  "The breach was confirmed, so only an appeal against the review can overturn this finding";

/** Whether a person has confirmed a breach that a finding was a part of. */
async function isConfirmed(
  kysely: Kysely<Tables>,
  { accountId, id }: { accountId: number; id: number },
  key: string,
): Promise<boolean> {
  const review = await kysely
    .selectFrom("reviews")
    .select("id")
    .where("account_id", "=", accountId)
    .where("stage_id", "=", id)
    .where("kind", "=", "breach")
    .where("decision", "=", "confirm")
    .where(sql<boolean>`${key} = any(subjects)`)
    .executeTakeFirst();
  return review !== undefined;
}
