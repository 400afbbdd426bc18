import type { AuditAction } from "../../../identity/audit/audit-event.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { DAY, MINUTE, SECOND } from "../../../platform/time/durations.rule.ts";

/** What the firm can ask its trading platform to do, with labels. */
export const actionLabels = {
  disable_trading: "Disable trading",
  enable_trading: "Enable trading",
  close_positions: "Close positions",
  withdraw: "Withdraw",
  deposit: "Deposit",
  create_account: "Create account",
  reset_password: "Reset password",
  change_account: "Change account",
} as const;

export type ActionKind = keyof typeof actionLabels;
export const actionKinds = keysOf(actionLabels);

export const kindMessage = `kind must be one of ${actionKinds.join(", ")}`;

export function hasAmount(kind: ActionKind): boolean {
  return kind === "withdraw" || kind === "deposit";
}

/** Whether an action says what the account at the platform is to be like. */
export function hasAccount(kind: ActionKind): boolean {
  return kind === "create_account" || kind === "change_account";
}

/** `proposed` waits for a person, `pending` for a bridge, and `delivered` for the bridge's answer. */
export const actionStatusLabels = {
  proposed: "Proposed",
  pending: "Pending",
  delivered: "Delivered",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
} as const;

export type ActionStatus = keyof typeof actionStatusLabels;
export const actionStatuses = keysOf(actionStatusLabels);

export const finishedStatuses = ["done", "failed", "cancelled"] as const;

/** A bridge that was heard within the last day has fallen silent after this time. */
export const SILENT_AFTER = 5 * MINUTE;
export const FORGOTTEN_AFTER = DAY;

/** @param silentSeconds since the bridge was last heard; `null` if it never was */
export function hasFallenSilent(silentSeconds: number | null): boolean {
  if (silentSeconds === null) return false;
  const silence = silentSeconds * SECOND;
  return silence >= SILENT_AFTER && silence < FORGOTTEN_AFTER;
}

/** What decides whether a connector that is heard counts as silent. Times are milliseconds since 1970 UTC. */
interface Behind {
  lagSeconds: number | null;
  /** Since when the platform has been away. */
  awaySince: number | null;
  now: number;
}

/**
 * Returns for how long a connector has brought nothing new, in milliseconds: 0 for up to five minutes, and never so long
 * that it would be forgotten, because it is heard.
 */
export function timeBehind({ lagSeconds, awaySince, now }: Behind): number {
  const lag = (lagSeconds ?? 0) * SECOND;
  const away = awaySince === null ? 0 : now - awaySince;
  const behind = Math.max(lag > SILENT_AFTER ? lag : 0, away >= SILENT_AFTER ? away : 0);
  return Math.min(behind, FORGOTTEN_AFTER - SECOND);
}

export const causeKinds = ["review", "payment", "stage", "order", "person", "gate"] as const;

/** How long a bridge has to answer before an action is delivered again. */
export const LEASE = MINUTE;

/** The largest number of actions in one response to a bridge. */
export const MAX_DELIVERED = 100;

/** The events that can ask for actions, with the words of the settings. */
export const enforcementEvents = {
  breachOpened: "A breach opens a review",
  breachConfirmed: "A breach is confirmed",
  breachDismissed: "A breach is dismissed, or an appeal is granted",
  passConfirmed: "A pass is confirmed",
  payoutPaid: "A payout is marked as paid",
} as const;

export type EnforcementEvent = keyof typeof enforcementEvents;
export const enforcementEventNames = keysOf(enforcementEvents);

/** `propose` asks a person first, and `automatic` the platform at once. */
export const enforcementModes = ["none", "propose", "automatic"] as const;
export type EnforcementMode = (typeof enforcementModes)[number];
export type Enforcement = Record<EnforcementEvent, EnforcementMode>;

export const steps = ["approve", "cancel", "retry", "fail"] as const;
export type Step = (typeof steps)[number];

/** What can happen to an action, by its event in the audit log. */
export const historyLabels = {
  "action.requested": "Requested",
  "action.proposed": "Proposed",
  "action.approved": "Approved",
  "action.retried": "Requested again",
  "action.cancelled": "Cancelled",
  "action.done": "Done",
  "action.failed": "Failed",
} as const satisfies Partial<Record<AuditAction, string>>;

export type HistoryStep = keyof typeof historyLabels;
export const historySteps = keysOf(historyLabels);

/** From which statuses a person can take each step. */
const stepsFrom: Record<Step, readonly ActionStatus[]> = {
  approve: ["proposed"],
  cancel: ["proposed", "pending", "failed"],
  retry: ["failed"],
  fail: ["delivered"],
};

const stepVerbs: Record<Step, string> = {
  approve: "approved",
  cancel: "cancelled",
  retry: "requested again",
  fail: "marked as failed",
};

/** What decides which steps a person can take. */
export interface SteppedAction {
  status: ActionStatus;
  retryRefusal: string | null;
  /** Since when a bridge has had it; `null` unless one has. */
  unansweredSince: Date | null;
}

/** Returns why a person cannot take this step; `undefined` if they can. */
export function stepRefusal(
  step: Step,
  { status, retryRefusal, unansweredSince }: SteppedAction,
  now: Date,
): string | undefined {
  const allowed = stepsFrom[step];
  if (!allowed.includes(status)) {
    return `Only an action that is ${allowed.join(" or ")} can be ${stepVerbs[step]}; this one is ${status}`;
  }
  if (step === "retry" && retryRefusal !== null) {
    return `This action can no longer be requested again. ${retryRefusal}.`;
  }
  const isAwaited = now.getTime() - (unansweredSince?.getTime() ?? 0) < LEASE;
  if (step === "fail" && isAwaited) {
    return "A bridge has 60 seconds to answer before an action can be marked as failed";
  }
  return undefined;
}

/** The caller who approves an action. */
interface Approver {
  isToken: boolean;
  /** Whether this person, or a token of theirs, asked for the action. */
  hasAsked: boolean;
  /** Whether another active administrator may approve actions. */
  canOtherApprove: boolean;
}

/** Returns why the caller cannot approve an action: money that a person or a tool asks for needs another person. */
export function approvalRefusal(
  { kind, cause }: { kind: ActionKind; cause: { kind: (typeof causeKinds)[number] } },
  { isToken, hasAsked, canOtherApprove }: Approver,
): string | undefined {
  if (cause.kind !== "person" || !hasAmount(kind)) return undefined;
  if (isToken) return "An API token cannot approve money that was asked for by hand";
  if (!hasAsked || !canOtherApprove) return undefined;
  return "You, or an API token that you created, asked for this, so another administrator must approve it";
}

/** Returns why a bridge cannot begin an action; `undefined` if it can. */
export function startRefusal(status: ActionStatus): string | undefined {
  if (status === "delivered") return undefined;
  if (status === "proposed" || status === "pending") {
    return "This action has not been delivered yet";
  }
  return status === "cancelled" ? "This action was cancelled" : `This action is already ${status}`;
}

/** `none` if the action already has this outcome, so that a bridge can repeat its answer. */
export type AnswerEffect = "change" | "none" | { refusal: string };

/**
 * Determines the effect of a bridge's answer. After a retry, the action is pending again, and an answer to the earlier
 * delivery counts as well as one to the next.
 * @param attempts how often the action was delivered
 */
export function answerEffect(
  { status, attempts }: { status: ActionStatus; attempts: number },
  answer: "done" | "failed",
): AnswerEffect {
  if (status === answer) return "none";
  if (status === "delivered" || (status === "pending" && attempts > 0)) return "change";
  if (status === "cancelled") return { refusal: "This action was cancelled" };
  if (status === "proposed" || status === "pending") {
    return { refusal: "This action has not been delivered yet" };
  }
  return { refusal: `This action is already ${status}` };
}
