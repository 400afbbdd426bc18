import type {
  AuditAction,
  AuditedValue,
  Changes,
} from "../../../identity/audit/audit-event.rule.ts";
import { openAccountFields } from "../../traders/accounts/account.fields.ts";
import type { WebhookFact } from "./webhook-event.schema.ts";

/** The fields of an audit log entry from which an event is built. */
interface AuditSource {
  action: AuditAction;
  traderId: number | null;
  payoutId: number | null;
  changes: Changes;
}

/** An event whose data has not been checked by its schema yet. */
export type UncheckedFact = { type: WebhookFact["type"]; data: object };

/**
 * Builds the event of an audited action, whose data its schema must still validate.
 * @returns `undefined` if the action causes no event
 */
export function describeAction(source: AuditSource): UncheckedFact | undefined {
  const { changes } = source;
  const valuesOf = (field: string) => {
    const change = changes[field];
    return change === "changed" ? undefined : change;
  };
  return auditSources[source.action]?.({
    userId: source.traderId,
    payoutId: source.payoutId,
    changed: new Set(Object.keys(changes)),
    to: (field) => valuesOf(field)?.to,
    from: (field) => valuesOf(field)?.from,
  });
}

/** Reads the values of one action from the audit log. They must still be validated by the schema of the event. */
interface Reader {
  userId: number | null;
  payoutId: number | null;
  changed: ReadonlySet<string>;
  /** The new value of a field. */
  to(field: string): AuditedValue | undefined;
  from(field: string): AuditedValue | undefined;
}

/** @returns `undefined` if the action causes no event */
type Builder = (read: Reader) => UncheckedFact | undefined;

function decided({ userId, payoutId, to, from }: Reader): UncheckedFact {
  const data = { userId, payoutId, status: to("status"), previousStatus: from("status") };
  return { type: "payout.decided", data };
}

const payment =
  (type: "payout.paid" | "payout.reversed"): Builder =>
  ({ userId, payoutId, to }) => ({
    type,
    data: {
      userId,
      payoutId,
      paymentRunId: to("runId"),
      amount: to("amount"),
      currency: to("currency"),
    },
  });

const ofAction =
  (type: "action.requested" | "action.finished"): Builder =>
  ({ userId, to }) => ({
    type,
    data: {
      userId,
      actionId: to("actionId"),
      kind: to("action"),
      amount: to("amount") ?? null,
      ...(type === "action.finished" && { status: to("status") }),
    },
  });

const ofReview = ({ userId, to }: Reader) => ({
  userId,
  stageId: to("stageId"),
  kind: to("kind"),
});

const ofAppeal = ({ userId, to }: Reader) => ({
  userId,
  appealId: to("appealId"),
  subject: { kind: to("subjectKind"), id: to("subjectId") },
});

/** Changing only the reason of a ban does not count as one. */
const banned =
  (type: "trader.banned" | "trader.unbanned"): Builder =>
  ({ userId, changed }) =>
    changed.has("banned") ? { type, data: { userId } } : undefined;

/**
 * The actions that are sent to webhooks. Triggers in the migrations capture exactly these, so a new action also
 * needs a migration.
 */
export const auditSources: Partial<Record<AuditAction, Builder>> = {
  "trader.registered": ({ userId }) => ({
    type: "trader.created",
    data: { userId, source: "registration" },
  }),
  "trader.created": ({ userId }) => ({
    type: "trader.created",
    data: { userId, source: "administrator" },
  }),
  "trader.banned": banned("trader.banned"),
  "trader.unbanned": banned("trader.unbanned"),
  "account.updated": ({ userId, changed }) => {
    const fields = openAccountFields.filter((field) => changed.has(field));
    if (fields.length === 0) return undefined;
    return { type: "account.updated", data: { userId, changed: fields } };
  },
  "payout.requested": ({ userId, payoutId, to }) => ({
    type: "payout.requested",
    data: {
      userId,
      payoutId,
      amount: to("amount"),
      // Earlier releases did not record it.
      currency: to("currency") ?? "USD",
      paymentMethod: to("paymentMethod"),
    },
  }),
  "payout.approved": decided,
  "payout.rejected": decided,
  "payout.reversed": decided,
  "payout.cancelled": ({ userId, payoutId }) => ({
    type: "payout.cancelled",
    data: { userId, payoutId },
  }),
  "payment.paid": payment("payout.paid"),
  "payment.reversed": payment("payout.reversed"),
  "review.opened": (read) => ({ type: "review.opened", data: ofReview(read) }),
  "review.confirmed": (read) => ({
    type: "review.decided",
    data: { ...ofReview(read), decision: "confirm" },
  }),
  "review.dismissed": (read) => ({
    type: "review.decided",
    data: { ...ofReview(read), decision: "dismiss" },
  }),
  "action.requested": ofAction("action.requested"),
  "action.approved": ofAction("action.requested"),
  "action.retried": ofAction("action.requested"),
  "action.done": ofAction("action.finished"),
  "action.failed": ofAction("action.finished"),
  "action.cancelled": ofAction("action.finished"),
  "appeal.created": (read) => ({ type: "appeal.created", data: ofAppeal(read) }),
  "appeal.granted": (read) => ({
    type: "appeal.decided",
    data: { ...ofAppeal(read), decision: "grant" },
  }),
  "appeal.denied": (read) => ({
    type: "appeal.decided",
    data: { ...ofAppeal(read), decision: "deny" },
  }),
  "stage.started": ({ userId, to }) => ({
    type: "stage.started",
    data: { userId, stageId: to("stageId"), phase: to("phase") },
  }),
  "stage.ended": ({ userId, changed, to }) => ({
    type: "stage.ended",
    data: {
      userId,
      stageId: to("stageId"),
      ...(changed.has("outcome") && { outcome: to("outcome") }),
    },
  }),
  "certificate.issued": ({ userId, to }) => ({
    type: "certificate.issued",
    data: { userId, certificateId: to("certificateId") },
  }),
  "certificate.withdrawn": ({ userId, to }) => ({
    type: "certificate.withdrawn",
    data: { userId, certificateId: to("certificateId") },
  }),
  "statement.imported": ({ userId, to }) => ({
    type: "statement.imported",
    data: {
      userId,
      stageId: to("stageId"),
      statementId: to("statementId"),
      status: to("status"),
    },
  }),
};
