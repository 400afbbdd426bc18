import type { Kysely } from "kysely";
import type { z } from "zod";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { lockOwnTrader } from "../../../identity/sessions/lock-actor.ts";
import { findLatestDecision } from "../../../identity/decisions/decisions.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { notifyTopics } from "../../../platform/live/live-updates.ts";
import { isContestable } from "../../links/cases/link-case.rule.ts";
import { findConfirmedLink } from "../../links/view/confirmed-links.queries.ts";
import { isAppealable } from "../../record/conduct/finding.rule.ts";
import { changedReviews } from "../../record/verdicts/mail-and-enforce.ts";
import { Appeal } from "./appeal.entity.ts";
import { appealRefusal, type AppealSubject } from "./appeal.rule.ts";
import { readAppealSettings } from "./appeal-settings.ts";
import type { appealInput, Appeal as PresentedAppeal } from "./appeal.schema.ts";
import { findRejection } from "./appeal-subjects.queries.ts";
import { getAppeal } from "./appeals.queries.ts";

/** A decision against a trader, and who took it; a finding is judged by the app. */
interface Decision {
  decidedAt: Date;
  reason: string | null;
  by: string | null;
  /** The administrator who took it, or who created the API token that did; `null` if there is none. */
  administratorId: number | null;
}

interface AppealedSubject {
  payoutId?: number;
  /** The id of the subject, then its former ones; the given id by default. */
  ids?: readonly number[];
  /** `null` if the subject is in no state that can be appealed against. */
  decision: Decision | null;
}

/**
 * Appeals against a confirmed breach, a rejected payout request, a finding or a link of the trader.
 * @throws RefusalError if the trader has no such subject, if it was not decided against them, if it has been
 * appealed against before, or if it is too late
 */
export async function makeAppeal(
  context: Context,
  actor: TraderActor,
  kind: AppealSubject,
  { id, text }: z.output<typeof appealInput>,
): Promise<PresentedAppeal> {
  const appealId = await inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    const kysely = kyselyOf(transaction);
    const { decision, ids = [id], ...place } = await finders[kind](kysely, trader.id, id);
    const subjectId = ids[0]!;
    const decidedAt = decision?.decidedAt ?? null;
    const former = { trader, subjectKind: kind, subjectId: { $in: [...ids] } };
    const hasAppeal = (await transaction.count(Appeal, former)) > 0;
    const { days } = await readAppealSettings({ database: { kysely } });
    const now = context.clock.now();
    const refusal = appealRefusal({ subject: kind, decidedAt, hasAppeal, days }, now);
    if (decision === null || refusal !== undefined) throw new RefusalError("conflict", refusal!);
    const appeal = transaction.create(Appeal, {
      trader,
      subjectKind: kind,
      subjectId,
      text,
      createdAt: now,
      appealedAt: decision.decidedAt,
      appealedReason: decision.reason,
      appealedBy: decision.by,
      appealedById: decision.administratorId,
    });
    await transaction.flush();
    await recordEvent(context, transaction, actor, {
      action: "appeal.created",
      trader,
      ...place,
      changes: {
        appealId: { from: null, to: appeal.id },
        subjectKind: { from: null, to: kind },
        subjectId: { from: null, to: subjectId },
      },
    });
    await notifyTopics(kysely, [changedReviews]);
    return appeal.id;
  });
  return getAppeal(context, appealId);
}

type Finder = (kysely: Kysely<Tables>, traderId: number, id: number) => Promise<AppealedSubject>;

const finders: Record<AppealSubject, Finder> = {
  async review(kysely, traderId, id) {
    const review = await kysely
      .selectFrom("reviews")
      .innerJoin("trading_accounts", "trading_accounts.id", "reviews.account_id")
      .select(["kind", "decision", "decided_at", "reason"])
      .where("reviews.id", "=", id)
      .where("trading_accounts.user_id", "=", traderId)
      .executeTakeFirst();
    if (!review) throw notFound("Review");
    const { kind, decision, reason } = review;
    if (kind !== "breach" || decision !== "confirm") return { decision: null };
    const decidedAt = new Date(review.decided_at!);
    const confirmed = await findLatestDecision(kysely, "review", id);
    const { name: by = null, administratorId = null } = confirmed ?? {};
    return { decision: { decidedAt, reason, by, administratorId } };
  },
  async payout(kysely, traderId, id) {
    const { decidedAt, ...rejection } = await findRejection(kysely, traderId, id);
    return { payoutId: id, decision: decidedAt && { decidedAt, ...rejection } };
  },
  async finding(kysely, traderId, id) {
    const found = await kysely
      .selectFrom("conduct_findings")
      .innerJoin("trading_accounts", "trading_accounts.id", "conduct_findings.account_id")
      .select(["conduct_findings.status", "consequence", "has_ended", "found_at"])
      .where("conduct_findings.id", "=", id)
      .where("trading_accounts.user_id", "=", traderId)
      .executeTakeFirst();
    if (!found) throw notFound("Finding");
    const { status, consequence, has_ended: hasEnded } = found;
    if (!isAppealable({ status, consequence, hasEnded })) return { decision: null };
    const decidedAt = new Date(found.found_at);
    return { decision: { decidedAt, reason: null, by: null, administratorId: null } };
  },
  async link(kysely, traderId, id) {
    const link = await findConfirmedLink(kysely, traderId, id);
    const { decidedAt, reason, confirmedBy: by, confirmedById: administratorId } = link;
    const decision = { decidedAt, reason, by, administratorId };
    return { ids: link.caseIds, decision: isContestable(link) ? decision : null };
  },
};
