import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { RecordStage } from "../records/record-stages.queries.ts";
import { eventStage, hasSameLogin, lockFacts, readStageMoney } from "./action-facts.queries.ts";
import { consequencesOf } from "./consequences.rule.ts";
import { type About, enforce, type EnforceContext } from "./enforce.ts";
import { readEnforcement } from "./enforcement-settings.ts";
import { type EnforcementAuditEvent, storeConsequences } from "./store-consequences.ts";

/** A review, with its stage as it was before the event. */
export interface AboutReview extends About {
  reviewId: number;
  stage: RecordStage;
}

export interface OpenedBreach extends AboutReview {
  /** Whether the verdict was observed and nothing contradicts the records, so that no person has to look first. */
  isCertain: boolean;
}

/**
 * Asks for what the firm's settings want when breaches open reviews.
 * @param opened breaches whose reviews `transaction` has just opened
 */
export async function enforceOpenedBreaches(
  context: EnforceContext,
  transaction: Transaction,
  opened: OpenedBreach[],
): Promise<EnforcementAuditEvent[]> {
  if (opened.length === 0) return [];
  const kysely = kyselyOf(transaction);
  const settings = await readEnforcement(kysely);
  if (settings.breachOpened === "none") return [];
  const accountIds = [...new Set(opened.map(({ accountId }) => accountId))];
  const facts = await lockFacts(kysely, accountIds);
  const all = opened.map(({ isCertain, stage, reviewId, ...about }) => {
    const { stages, actions } = facts.get(about.accountId)!;
    const event = { reviewId, stage: eventStage(stage, stages), isCertain };
    const consequences = consequencesOf({ kind: "breachOpened", ...event }, actions, settings);
    return { ...about, consequences };
  });
  return storeConsequences(context, transaction, all);
}

/** Asks for what the firm's settings want when a breach is confirmed. */
export function enforceConfirmedBreach(
  context: EnforceContext,
  transaction: Transaction,
  review: AboutReview,
): Promise<EnforcementAuditEvent[]> {
  return enforce(context, transaction, review, ({ stages }) => ({
    kind: "breachConfirmed",
    reviewId: review.reviewId,
    stage: eventStage(review.stage, stages),
  }));
}

/**
 * Cancels what a breach has asked for, when it is dismissed or an appeal against it is granted, and enables trading again
 * if the settings want it.
 */
export function enforceOverturnedBreach(
  context: EnforceContext,
  transaction: Transaction,
  { why, ...review }: AboutReview & { why: string },
): Promise<EnforcementAuditEvent[]> {
  return enforce(context, transaction, review, ({ stages }) => ({
    kind: "breachOverturned",
    reviewId: review.reviewId,
    stage: eventStage(review.stage, stages),
    why,
  }));
}

/**
 * Asks for what the firm's settings want when a pass is confirmed. Must be called after the next stage was started, if
 * the decision starts one.
 */
export async function enforceConfirmedPass(
  context: EnforceContext,
  transaction: Transaction,
  { startsNext, ...review }: AboutReview & { startsNext: boolean },
): Promise<EnforcementAuditEvent[]> {
  // The next stage may have changed the login in the unit of work.
  await transaction.flush();
  const { stage, reviewId } = review;
  const money = (await readStageMoney(kyselyOf(transaction), [stage])).get(stage.id)!;
  return enforce(context, transaction, review, ({ stages }) => {
    const next = startsNext ? stages.find(({ endedAt }) => endedAt === null) : undefined;
    const isKept = next && hasSameLogin(next, stage);
    return {
      kind: "passConfirmed",
      reviewId,
      stage: eventStage(stage, stages, next?.id),
      next: isKept ? { stageId: next.id, excess: money.balance - next.initialBalance } : null,
    };
  });
}
