import {
  type AuditActor,
  type NewAuditEvent,
  recordEvents,
} from "../../../identity/audit/record-event.ts";
import { kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { notifyTopics, type Topic } from "../../../platform/live/live-updates.ts";
import { type NewNotice, sendNotices } from "../../office/mails/send-notice.ts";
import type { EnforcementAuditEvent } from "../actions/store-consequences.ts";
import type { VerdictContext } from "./judge-stage.ts";

/** Announced when a review or an appeal of any account has changed. */
export const changedReviews: Topic = "reviews:0";

/** What the opening of reviews, or the decision on one, leads to. */
interface ReviewStep {
  notices: NewNotice[];
  /** Requests what the firm's settings want from the platform. */
  enforce: () => Promise<EnforcementAuditEvent[]>;
  events: (NewAuditEvent & { actor: AuditActor })[];
}

/** Ends a step of reviews: mails the traders, requests actions, and records and announces what was done. */
export async function mailAndEnforce(
  context: VerdictContext,
  transaction: Transaction,
  { notices, enforce, events }: ReviewStep,
): Promise<void> {
  await sendNotices(context, transaction, notices);
  const requested = await enforce();
  await recordEvents(context, transaction, [...events, ...requested]);
  await notifyTopics(kyselyOf(transaction), [changedReviews]);
}
