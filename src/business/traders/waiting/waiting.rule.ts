import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** What an account waits for, with labels. */
export const waitingKinds = {
  payment: "Payment",
  review: "Review",
  identity: "Identity",
  agreement: "Agreement",
  platform: "Platform",
  nothing: "Nothing",
} as const;

export type WaitingKind = keyof typeof waitingKinds;
export const waitingKindNames = keysOf(waitingKinds);

/** All but `nothing`. */
export const waitedKinds = waitingKindNames.filter((kind) => kind !== "nothing");

/** Who acts next, with labels. */
export const waitingActors = {
  firm: "Firm",
  trader: "Trader",
  checker: "Identity checker",
  platform: "Trading platform",
  nobody: "Nobody",
} as const;

export type WaitingActor = keyof typeof waitingActors;
export const waitingActorNames = keysOf(waitingActors);

/** What a wait is about. */
export const waitingSubjects = [
  "order",
  "review",
  "appeal",
  "identity",
  "agreement",
  "payout",
  "stage",
  "action",
] as const;

interface Reason {
  kind: WaitingKind;
  actor: WaitingActor;
  /** For the trader as well as for the firm. */
  sentence: string;
}

/** Why an account waits. The first that applies counts; those with the same `rank` count by their age. */
export const waitingReasons = {
  dispute: {
    rank: 1,
    kind: "payment",
    actor: "firm",
    sentence: "A disputed payment has to be settled",
  },
  review: {
    rank: 2,
    kind: "review",
    actor: "firm",
    sentence: "A review needs the firm's decision",
  },
  appeal: {
    rank: 2,
    kind: "review",
    actor: "firm",
    sentence: "An appeal needs the firm's decision",
  },
  identity: {
    rank: 3,
    kind: "identity",
    actor: "trader",
    sentence: "The identity has to be proved",
  },
  identity_submitted: {
    rank: 3,
    kind: "identity",
    actor: "firm",
    sentence: "The identity is being checked by the firm",
  },
  identity_checked: {
    rank: 3,
    kind: "identity",
    actor: "checker",
    sentence: "The identity is being checked outside of the firm",
  },
  agreement: {
    rank: 4,
    kind: "agreement",
    actor: "trader",
    sentence: "An agreement has to be accepted",
  },
  payout: {
    rank: 5,
    kind: "review",
    actor: "firm",
    sentence: "A payout request needs the firm's decision",
  },
  order: {
    rank: 5,
    kind: "review",
    actor: "firm",
    sentence: "An order needs the firm's decision",
  },
  unpaid: {
    rank: 6,
    kind: "payment",
    actor: "firm",
    sentence: "An approved payout has to be paid",
  },
  login: {
    rank: 7,
    kind: "platform",
    actor: "firm",
    sentence: "The login at the trading platform has to be set up",
  },
  action: {
    rank: 8,
    kind: "platform",
    actor: "platform",
    sentence: "The trading platform has an action to carry out",
  },
  failed_action: {
    rank: 8,
    kind: "platform",
    actor: "platform",
    sentence: "An action at the trading platform has failed",
  },
  nothing: {
    rank: 9,
    kind: "nothing",
    actor: "nobody",
    sentence: "Nothing has to be done",
  },
} as const satisfies Record<string, Reason & { rank: number }>;

export type WaitingReason = keyof typeof waitingReasons;
export const waitingReasonNames = keysOf(waitingReasons);

/** Whether the trader hears about it: they have to do something. */
export const isTold = ({ kind, actor }: { kind: WaitingKind; actor: WaitingActor }): boolean =>
  actor === "trader" && (kind === "identity" || kind === "agreement");
