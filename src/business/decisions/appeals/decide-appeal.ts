import { LockMode } from "@mikro-orm/core";
import type { Kysely } from "kysely";
import type { z } from "zod";
import { enforceOverturnedBreach } from "../../record/actions/enforce-reviews.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { AdministratorActor } from "../../../identity/sessions/authenticate.ts";
import { type StaffActor, requirePerson } from "../../../identity/tokens/authenticate-token.ts";
import { recordDecision } from "../../../identity/decisions/decisions.ts";
import type { Changes } from "../../../identity/audit/audit-event.rule.ts";
import {
  type AuditActor,
  type NewAuditEvent,
  recordEvents,
} from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import { lockCases } from "../../links/cases/case-store.ts";
import { clearTrader } from "../../links/cases/clear-trader.ts";
import { findConfirmedLink } from "../../links/view/confirmed-links.queries.ts";
import { sendNotice } from "../../office/mails/send-notice.ts";
import { reopenRejected } from "../../money/payouts/decide-payout.ts";
import { TradingAccount } from "../../traders/accounts/account.entity.ts";
import { type LockedAccount, lockTraderAndRecord } from "../../record/records/recorded-account.ts";
import { findStage, readStages } from "../../record/records/record-stages.queries.ts";
import { reopenStage } from "../../record/stages/end-stage.ts";
import { getStage } from "../../record/stages/stages.queries.ts";
import { judgeWithout, setAside } from "../../record/stages/set-aside.ts";
import { reviewSubject } from "../../record/verdicts/review-subject.rule.ts";
import { readStatuses } from "../reviews/decide-review.ts";
import { getStoredReview } from "../reviews/reviews.queries.ts";
import { changedReviews } from "../../record/verdicts/mail-and-enforce.ts";
import { judgeNow } from "../../record/verdicts/read-verdict.ts";
import { Appeal } from "./appeal.entity.ts";
import { findRefusal } from "./appeal-refusal.queries.ts";
import type { Appeal as PresentedAppeal, decideAppealInput } from "./appeal.schema.ts";
import { getAppeal } from "./appeals.queries.ts";

interface Granted {
  actor: AdministratorActor;
  trader: Trader;
  account: LockedAccount;
  appeal: Appeal;
  reason: string;
}

/**
 * Grants or denies an appeal. Granting one against a breach opens the stage again and restores the former status of
 * the account; granting one against a rejection makes the request pending again, one against a finding
 * waives it, and one against a link clears the trader.
 * @throws RefusalError if the appeal does not exist, with the current appeal if it has been decided, if the actor took
 * the latest decision on its subject and another administrator can decide, if a later stage has started, or if the request is no
 * longer rejected
 */
export async function decideAppeal(
  context: Context,
  staff: StaffActor,
  { id, decision, reason }: z.output<typeof decideAppealInput>,
): Promise<PresentedAppeal> {
  const actor = requirePerson(staff);
  const presented = await getAppeal(context, id);
  const isDecided = await inTransaction(context.database, async (transaction) => {
    // As every command about cases, before any trader.
    if (presented.subject.kind === "link") await lockCases(transaction);
    const { trader, account } = await lockTraderAndRecord(transaction, presented.trader.id);
    const appeal = await transaction.findOneOrFail(
      Appeal,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (appeal.decision !== null) return false;
    const refusal = await findRefusal(kyselyOf(transaction), actor.id, {
      subject: { kind: appeal.subjectKind, id: appeal.subjectId },
      traderId: trader.id,
    });
    if (refusal !== undefined) throw new RefusalError("forbidden", refusal);
    const granted = { actor, trader, account, appeal, reason };
    const { subjectKind, subjectId } = appeal;
    const about = { kind: subjectKind, id: subjectId };
    const notice = { kind: "appeal-decided", about, decision, reason } as const;
    await sendNotice(context, transaction, trader, notice);
    const events =
      decision === "grant" ? await grants[subjectKind](context, transaction, granted) : [];
    appeal.decision = decision;
    appeal.reason = reason;
    appeal.decidedAt = context.clock.now();
    appeal.decidedBy = actor.label;
    const decided = { trader, reason };
    if (subjectKind === "payout" && decision === "grant") {
      await recordDecision(context, transaction, actor, {
        ...decided,
        subject: { kind: "payout", id: subjectId },
        step: "reopen",
      });
    }
    await recordDecision(context, transaction, actor, {
      ...decided,
      subject: { kind: "appeal", id },
      step: decision,
    });
    await recordEvents(
      context,
      transaction,
      [...events, decisionEvent(appeal, decision)].map((event) => ({
        actor,
        trader,
        reason,
        ...event,
      })),
    );
    await notifyTopics(kyselyOf(transaction), [changedReviews, `account:${account.id}`]);
    return true;
  });
  const current = await getAppeal(context, id);
  if (isDecided) return current;
  throw new RefusalError("conflict", "This appeal has already been decided", { current });
}

type Grant = (
  context: Context,
  transaction: Transaction,
  granted: Granted,
) => Promise<(NewAuditEvent & { actor?: AuditActor })[]>;

/** @returns the events for the audit log, besides that of the decision on the appeal */
const grants: Record<Appeal["subjectKind"], Grant> = {
  /**
   * Like a dismissal, this sets the breach aside and judges the stage on: the breach as it was confirmed, and as late
   * records may have moved it since.
   */
  async review(context, transaction, { trader, account, appeal, reason }) {
    const { id: accountId } = account;
    const kysely = kyselyOf(transaction);
    const database = { kysely };
    const review = await getStoredReview({ database }, appeal.subjectId);
    const stages = await readStages(kysely, [accountId]);
    const stage = stages.find(({ id }) => id === review.stageId)!;
    const { judgement } = await judgeNow({ clock: context.clock, database }, stage);
    const present = reviewSubject(judgement, stage.rules?.limits);
    const keys = [
      ...(await readConfirmedKeys(kysely, accountId, review.id)),
      ...(present?.kind === "breach" ? present.keys : []),
    ];
    await setAside(kysely, stage, keys, { reason, at: context.clock.now() });
    const { id: reviewId, stageId } = review;
    const about = { trader, accountId, reviewId, stage, reason };
    const why = "An appeal against the breach was granted";
    // What a breach that still stands asks for comes after what the overturned one no longer does.
    const requested = await enforceOverturnedBreach(context, transaction, { ...about, why });
    const { status, formerStatus } = await readStatuses(transaction, accountId, reviewId);
    const former = status === "breached" ? formerStatus : undefined;
    const before = await getStage(kysely, stageId);
    const cause = {
      kind: "appeal" as const,
      id: appeal.id,
      message: `The appeal against the confirmed breach was granted: ${reason}`,
    };
    const reopened = await reopenStage(context, transaction, accountId, before, cause, former);
    const changes = await restoreStatus(transaction, accountId, reviewId);
    return [{ ...reopened, changes: { ...reopened.changes, ...changes } }, ...requested];
  },
  /** Waives the finding, also one that has gone meanwhile and may come back. */
  async finding(context, transaction, { account, appeal, reason, trader }) {
    const kysely = kyselyOf(transaction);
    const { stageId, key } = await kysely
      .selectFrom("conduct_findings")
      .select(["stage_id as stageId", "key"])
      .where("account_id", "=", account.id)
      .where("id", "=", appeal.subjectId)
      .executeTakeFirstOrThrow();
    const stage = (await findStage(kysely, trader.id, stageId))!;
    const cause = {
      kind: "appeal" as const,
      id: appeal.id,
      message: `The appeal against a finding was granted: ${reason}`,
    };
    const waiver = { reason, at: context.clock.now(), cause };
    await judgeWithout(context, transaction, stage, [key], waiver);
    return [];
  },
  async link(context, transaction, { actor, trader, appeal, reason }) {
    const link = await findConfirmedLink(kyselyOf(transaction), trader.id, appeal.subjectId);
    return clearTrader(context, transaction, actor, { ...link, userId: trader.id, reason });
  },
  async payout(_context, transaction, { appeal }) {
    await reopenRejected(transaction, appeal.subjectId);
    return [];
  },
};

/** Reads the keys of the breaches that had ended the evaluation when a review was confirmed. */
async function readConfirmedKeys(
  kysely: Kysely<Tables>,
  accountId: number,
  reviewId: number,
): Promise<string[]> {
  const { subjects } = await kysely
    .selectFrom("reviews")
    .select("subjects")
    .where("account_id", "=", accountId)
    .where("id", "=", reviewId)
    .executeTakeFirstOrThrow();
  // Earlier releases also stored sentences there.
  return subjects.filter((key) => key.includes("/"));
}

/** Restores the status from before the review, unless a person has changed it since the confirmation. */
async function restoreStatus(
  transaction: Transaction,
  accountId: number,
  reviewId: number,
): Promise<Changes> {
  const account = await transaction.findOneOrFail(TradingAccount, { id: accountId });
  const { formerStatus, isUnderReview } = await readStatuses(transaction, accountId, reviewId);
  const from = account.status;
  if (from !== "breached") return {};
  account.status = isUnderReview ? "under-review" : formerStatus;
  return from === account.status ? {} : { status: { from, to: account.status } };
}

function decisionEvent(
  { id, subjectKind, subjectId }: Appeal,
  decision: "grant" | "deny",
): NewAuditEvent {
  const isOfPayout = subjectKind === "payout";
  const isPendingAgain = isOfPayout && decision === "grant";
  return {
    action: decision === "grant" ? "appeal.granted" : "appeal.denied",
    ...(isOfPayout && { payoutId: subjectId }),
    changes: {
      appealId: { from: id, to: id },
      subjectKind: { from: subjectKind, to: subjectKind },
      subjectId: { from: subjectId, to: subjectId },
      ...(isPendingAgain && { status: { from: "rejected", to: "pending" } }),
    },
  };
}
