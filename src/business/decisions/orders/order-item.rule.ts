import type { HeldReason, ProductKind, QueueReason } from "./order.rule.ts";

/** Everything that decides what becomes of an item that has not started. */
export interface ItemFacts {
  /** Whether its money has come back in full. */
  isRefunded: boolean;
  hasEmail: boolean;
  /** What its product means; `null` if it is not mapped. */
  kind: ProductKind | null;
  isBanned: boolean;
  /** Of the programme that it starts. */
  isArchived: boolean;
  /** Of the order; `null` if it has none. */
  currency: string | null;
  isCurrencyReleased: boolean;
  /** Of the programme that it starts, or of the stage that it resets; `null` if it does neither. */
  programmeCurrency: string | null;
  account: AccountState;
  /** Whether the trader asked for the start, although a breach can still be appealed against. */
  isRequested: boolean;
  /** Whether a person starts it, whatever it waits for. */
  isReleased: boolean;
}

/** The account on which an item starts. */
export interface AccountState {
  hasOpenStage: boolean;
  /** Whether a review or an appeal is undecided. */
  isUnderReview: boolean;
  /** Whether a step of a programme waits for the trader. */
  hasWaitingStep: boolean;
  isFrozen: boolean;
  /** Whether a confirmed breach of the last stage can still be appealed against. */
  isAppealable: boolean;
  /** Whether the last stage can be started again. */
  isResettable: boolean;
}

/** A buyer without an account, whose first stage is free to start. */
export const freshAccount: AccountState = {
  hasOpenStage: false,
  isUnderReview: false,
  hasWaitingStep: false,
  isFrozen: false,
  isAppealable: false,
  isResettable: false,
};

/** What an item becomes if it does not start. */
export type ItemRest =
  { status: "held"; reason: HeldReason } | { status: "cancelled" | "done" | "queued" };

type ItemFate = ItemRest | { status: "start" };

/** Returns what becomes of an item. The first reason that applies holds it. */
export function fateOf(facts: ItemFacts): ItemFate {
  const { kind } = facts;
  if (facts.isRefunded) return { status: "cancelled" };
  if (kind === "ignore") return { status: "done" };
  const reason = heldReason(facts);
  if (reason) return { status: "held", reason };
  if (kind === "addon") return { status: "done" };
  return queueReason(facts) && !facts.isReleased ? { status: "queued" } : { status: "start" };
}

function heldReason(facts: ItemFacts): HeldReason | undefined {
  const { kind, account, currency, programmeCurrency } = facts;
  if (!facts.hasEmail) return "no_email";
  if (kind === null) return "not_mapped";
  if (facts.isBanned) return "banned";
  if (facts.isArchived) return "archived";
  const isOther = programmeCurrency !== null && currency !== programmeCurrency;
  if (isOther && !facts.isCurrencyReleased) return "currency";
  if (kind === "addon" && !facts.isReleased) return "addon";
  if (kind !== "reset") return undefined;
  if (account.isUnderReview) return "under_review";
  return account.isResettable ? undefined : "not_resettable";
}

/** Returns what of the account an item waits for. The first reason that applies is named. */
export function queueReason({
  kind,
  account,
  isRequested,
}: Pick<ItemFacts, "kind" | "account" | "isRequested">): QueueReason | undefined {
  if (account.isFrozen) return "payment_disputed";
  if (kind === "reset") return undefined;
  if (account.hasOpenStage) return "open_stage";
  if (account.isUnderReview) return "under_review";
  if (account.hasWaitingStep) return "waiting_step";
  return account.isAppealable && !isRequested ? "appeal" : undefined;
}
