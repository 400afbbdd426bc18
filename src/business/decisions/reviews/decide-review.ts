import type { z } from "zod";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import { recordDecision } from "../../../identity/decisions/decisions.ts";
import { type NewAuditEvent, recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { invalidField, RefusalError } from "../../../platform/errors.ts";
import { canonicalJson } from "../../../platform/fields/canonical-json.rule.ts";
import { requireNoOpenAppeal } from "../../money/payouts/open-appeals.queries.ts";
import type { AccountStatus } from "../../traders/accounts/account.rule.ts";
import { type LockedAccount, lockTraderAndRecord } from "../../record/records/recorded-account.ts";
import { readStages, type RecordStage } from "../../record/records/record-stages.queries.ts";
import { hashAllRecords } from "../../record/records/records-hash.queries.ts";
import { closeStage } from "../../record/stages/end-stage.ts";
import { judgeWithout } from "../../record/stages/set-aside.ts";
import { getStage } from "../../record/stages/stages.queries.ts";
import {
  enforceConfirmedBreach,
  enforceConfirmedPass,
  enforceOverturnedBreach,
} from "../../record/actions/enforce-reviews.ts";
import type { EnforcementAuditEvent } from "../../record/actions/store-consequences.ts";
import type { Judgement, Verdict } from "../../rulebook/engine/verdict.schema.ts";
import { hashJudgement } from "../../record/verdicts/judgement-hash.ts";
import { completeVerdict, type StageJudgement } from "../../record/verdicts/judge-stage.ts";
import { mailAndEnforce } from "../../record/verdicts/mail-and-enforce.ts";
import { judgeNow } from "../../record/verdicts/read-verdict.ts";
import {
  breachReasons,
  brokenConduct,
  brokenRules,
  type ReviewDecision,
  type ReviewKind,
  reviewSubject,
} from "../../record/verdicts/review-subject.rule.ts";
import type { decideReviewInput, Review } from "./review.schema.ts";
import { getReview, getStoredReview } from "./reviews.queries.ts";
import { startNextStage, startNextStep } from "./start-next-stage.ts";

/** A review that is being decided, with the locked account and the verdict on its stage as of now. */
interface Deciding {
  review: Review;
  trader: Trader;
  account: LockedAccount;
  stages: RecordStage[];
  /** The reviewed one. */
  stage: RecordStage;
  /** The judgement of that stage, with the state by which it was reached. */
  standing: StageJudgement;
  judgement: Judgement;
  at: Date;
}

type DecideInput = z.output<typeof decideReviewInput>;
type Decision = Pick<DecideInput, "decision" | "reason">;

/**
 * Confirms or dismisses a breach or a pass. A confirmation ends the stage; that of a breach sets the account
 * to breached, and that of a pass can start the next stage, or the next step of the stage's programme. A dismissal of a
 * breach sets it aside, so that the stage is judged on, and restores the status that the account had before.
 * @throws RefusalError if the review does not exist, and with the current review if it has been decided or its verdict is
 * no longer `expectedVerdict`; if an appeal against it is open; and if the verdict no longer supports a confirmation because records have arrived since the review was opened
 */
export async function decideReview(
  context: Context,
  actor: StaffActor,
  input: DecideInput,
): Promise<Review> {
  const { id, decision, reason, expectedVerdict } = input;
  const { userId, kind } = await getStoredReview(context, id);
  requirePassForNext(kind, input);
  const refusal = await inTransaction(context.database, async (transaction) => {
    const deciding = await lockReview(context, transaction, userId, id);
    await requireNoOpenAppeal(kyselyOf(transaction), { kind: "review", id });
    if (deciding.review.decision !== null) return "decided";
    const seen = hashJudgement(deciding.judgement);
    if (expectedVerdict !== undefined && expectedVerdict !== seen) return "moved";
    if (decision === "confirm") requireUnchangedOutcome(kind, deciding.judgement);
    const verdict = await decidedVerdict(transaction, deciding);
    await storeDecision(transaction, deciding, { decision, reason, by: actor.label, verdict });
    await recordDecision(context, transaction, actor, {
      trader: deciding.trader,
      subject: { kind: "review", id },
      step: decision,
      reason,
      factsSha256: seen,
    });
    const { trader } = deciding;
    const notice = { trader, event: decidedNotice(deciding, { decision, reason }, verdict) };
    const by = { trader, actor, reason };
    const act = (events: NewAuditEvent[]) =>
      mailAndEnforce(context, transaction, {
        notices: [notice],
        enforce: () => enforceDecision(context, transaction, deciding, input),
        events: events.map((event) => ({ ...event, ...by })),
      });
    if (decision === "confirm") {
      const ended = await endReviewed(context, transaction, deciding, reason);
      const status = await settleStatus(transaction, deciding, decision);
      const started = await startNext(context, transaction, actor, deciding, input);
      await act([ended, ...started, reviewEvent(deciding.review, decision, status)]);
      return undefined;
    }
    await act([]);
    // What a breach that still stands asks for comes after what the dismissed one no longer does.
    await judgeOn(context, transaction, deciding, reason);
    const status = await settleStatus(transaction, deciding, decision);
    await recordEvent(context, transaction, actor, {
      ...reviewEvent(deciding.review, decision, status),
      trader,
      reason,
    });
    return undefined;
  });
  const current = await getReview(context, id);
  if (refusal === undefined) return current;
  throw new RefusalError("conflict", overtaken[refusal], { current });
}

const overtaken = {
  decided: "This review has already been decided",
  moved: "The verdict has changed since it was read",
};

function requirePassForNext(kind: ReviewKind, { nextStage, nextStep }: DecideInput): void {
  if (kind === "pass" || !(nextStage || nextStep)) return;
  const field = nextStage ? "nextStage" : "nextStep";
  throw invalidField(field, "Only a pass leads to the next stage");
}

async function lockReview(
  { clock }: Context,
  transaction: Transaction,
  traderId: number,
  id: number,
): Promise<Deciding> {
  const { trader, account } = await lockTraderAndRecord(transaction, traderId);
  const database = { kysely: kyselyOf(transaction) };
  const review = await getStoredReview({ database }, id);
  const stages = await readStages(database.kysely, [account.id]);
  const stage = stages.find(({ id: stageId }) => stageId === review.stageId)!;
  const standing = await judgeNow({ clock, database }, stage);
  const { judgement } = standing;
  return { review, trader, account, stages, stage, standing, judgement, at: clock.now() };
}

/** Starts what is to follow a pass: a stage, or a step of its programme. @returns the events for the audit log */
async function startNext(
  context: Context,
  transaction: Transaction,
  actor: StaffActor,
  { review, trader, account, stage: { currency }, at }: Deciding,
  { nextStage, nextStep, login, server, masterPassword }: DecideInput,
): Promise<NewAuditEvent[]> {
  const about = { reviewId: review.id, stageId: review.stageId };
  const passed = { ...about, trader, account, currency, endedAt: at };
  if (nextStage) return startNextStage(context, transaction, actor, passed, nextStage);
  if (!nextStep) return [];
  return startNextStep(context, transaction, actor, passed, { login, server, masterPassword });
}

function decidedNotice({ review, stage }: Deciding, decided: Decision, verdict: Verdict) {
  // The rules may have been changed since the breach that is dismissed.
  const isSame = verdict.rulesVersionId === stage.rulesVersionId;
  const limits = isSame ? stage.rules?.limits : undefined;
  const reasons = breachReasons(verdict, limits);
  const about = { about: review.kind, reviewId: review.id, reasons };
  return { kind: "review-decided", ...about, ...decided } as const;
}

/** Asks for what the firm's settings want; nothing does for a pass that is dismissed. */
async function enforceDecision(
  context: Context,
  transaction: Transaction,
  deciding: Deciding,
  { decision, reason, nextStage, nextStep }: DecideInput,
): Promise<EnforcementAuditEvent[]> {
  const { review, trader, account, stages } = deciding;
  const stage = stages.find(({ id }) => id === review.stageId)!;
  const decided = { reviewId: review.id, stage, trader, accountId: account.id, reason };
  if (review.kind === "breach" && decision === "dismiss") {
    const why = "The breach was dismissed";
    return enforceOverturnedBreach(context, transaction, { ...decided, why });
  }
  if (decision === "dismiss") return [];
  if (review.kind === "breach") return enforceConfirmedBreach(context, transaction, decided);
  const startsNext = nextStage !== undefined || nextStep === true;
  return enforceConfirmedPass(context, transaction, { ...decided, startsNext });
}

const outcomes = { breach: "breached", pass: "passed" } as const;

const refusals = {
  breach: "The verdict on this stage is no longer a breach, so it can only be dismissed",
  pass: "The verdict on this stage is no longer a pass, so it can only be dismissed",
};

function requireUnchangedOutcome(kind: ReviewKind, { outcome }: Judgement): void {
  if (outcome !== outcomes[kind]) throw new RefusalError("conflict", refusals[kind]);
}

/**
 * Returns the verdict that is decided about: the present one if late records or other rules have moved the breach or the
 * pass since the review was opened, so that the trader receives the figures of what was decided.
 */
async function decidedVerdict(
  transaction: Transaction,
  { review, stage, standing, judgement }: Deciding,
): Promise<Verdict> {
  const isMoved =
    judgement.outcome === outcomes[review.kind] &&
    reviewedFacts(judgement) !== reviewedFacts(review.verdict);
  if (!isMoved) return review.verdict;
  const hash = await hashAllRecords(kyselyOf(transaction), stage);
  return completeVerdict(standing, judgement, hash);
}

function reviewedFacts(judgement: Judgement): string {
  const broken = brokenRules(judgement).map(({ kind, index, breach }) => ({ kind, index, breach }));
  const found = brokenConduct(judgement).map(({ finding }) => finding.key);
  return canonicalJson({ broken, found, rulesVersionId: judgement.rulesVersionId });
}

interface StoredDecision extends Decision {
  by: string;
  verdict: Verdict;
}

async function storeDecision(
  transaction: Transaction,
  { review, account, stage, judgement, at }: Deciding,
  { decision, reason, by, verdict }: StoredDecision,
): Promise<void> {
  // Late records may have moved it since the review was opened. If they no longer show it, a later one is another one.
  const present = reviewSubject(judgement, stage.rules?.limits);
  const keys = present?.kind === review.kind ? present.keys : [];
  await kyselyOf(transaction)
    .updateTable("reviews")
    .set({ decision, reason, decided_at: at.toISOString(), decided_by: by, subjects: keys })
    .$if(verdict !== review.verdict, (update) => update.set({ verdict: JSON.stringify(verdict) }))
    .where("account_id", "=", account.id)
    .where("id", "=", review.id)
    .execute();
}

/**
 * Sets the dismissed breach aside and judges the stage on, so that a breach that still stands opens a review of its own.
 * Nothing changes after the dismissal of a pass.
 */
async function judgeOn(
  context: Context,
  transaction: Transaction,
  { review, account, stage, judgement, at }: Deciding,
  reason: string,
): Promise<void> {
  if (review.kind === "pass") return;
  const present = reviewSubject(judgement, stage.rules?.limits);
  const keys = present?.kind === "breach" ? present.keys : [];
  const cause = {
    kind: "review" as const,
    id: review.id,
    message: `The breach was dismissed: ${reason}`,
  };
  const { status, formerStatus } = await readStatuses(transaction, account.id, review.id);
  const former = status === "under-review" ? formerStatus : undefined;
  await judgeWithout(context, transaction, stage, keys, { reason, at, cause, former });
}

/** Reads the status of an account, and the one from before a review. */
export async function readStatuses(
  transaction: Transaction,
  accountId: number,
  reviewId: number,
): Promise<{ status: AccountStatus; formerStatus: AccountStatus; isUnderReview: boolean }> {
  return kyselyOf(transaction)
    .selectFrom("reviews")
    .innerJoin("trading_accounts", "trading_accounts.id", "reviews.account_id")
    .select(["trading_accounts.status", "reviews.former_status as formerStatus"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("reviews as open")
          .select("open.id")
          .where("open.account_id", "=", accountId)
          .where("open.decision", "is", null),
      )
        .$castTo<boolean>()
        .as("isUnderReview"),
    )
    .where("reviews.account_id", "=", accountId)
    .where("reviews.id", "=", reviewId)
    .executeTakeFirstOrThrow();
}

/** An open stage ends now, as does one whose end was planned for later; one that has ended keeps its end. */
async function endReviewed(
  context: Context,
  transaction: Transaction,
  { review, account, at }: Deciding,
  reason: string,
): Promise<NewAuditEvent> {
  const stage = await getStage(kyselyOf(transaction), review.stageId);
  const outcome = review.kind === "pass" ? "passed" : "failed";
  const hasEnded = stage.endedAt !== null && stage.endedAt <= at;
  const endedAt = hasEnded ? stage.endedAt! : at;
  return closeStage(context, transaction, account.id, stage, { endedAt, outcome, reason });
}

/**
 * A confirmed breach sets the account to breached, unless a later stage has started. Otherwise, deciding the last open
 * review restores the former status, unless a person has changed it in the meantime.
 */
async function settleStatus(
  transaction: Transaction,
  deciding: Deciding,
  decision: ReviewDecision,
): Promise<{ from: AccountStatus; to: AccountStatus }> {
  const { review, account } = deciding;
  const kysely = kyselyOf(transaction);
  const { status, formerStatus, isUnderReview } = await readStatuses(
    transaction,
    account.id,
    review.id,
  );
  const isBreached = decision === "confirm" && review.kind === "breach" && isLatest(deciding);
  const isOver = status === "under-review" && !isUnderReview;
  const to = isBreached ? "breached" : isOver ? formerStatus : status;
  await kysely
    .updateTable("trading_accounts")
    .set({ status: to })
    .where("id", "=", account.id)
    .execute();
  return { from: status, to };
}

/** Returns whether no later stage has started; one may be planned. */
function isLatest({ stages, review, at }: Deciding): boolean {
  const reviewed = stages.findIndex(({ id }) => id === review.stageId);
  return stages.slice(reviewed + 1).every(({ startedAt }) => startedAt > at.getTime());
}

function reviewEvent(
  { stageId, kind }: Review,
  decision: ReviewDecision,
  { from, to }: { from: AccountStatus; to: AccountStatus },
): NewAuditEvent {
  return {
    action: decision === "confirm" ? "review.confirmed" : "review.dismissed",
    changes: {
      stageId: { from: stageId, to: stageId },
      kind: { from: kind, to: kind },
      ...(from !== to && { status: { from, to } }),
    },
  };
}
