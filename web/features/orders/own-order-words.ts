import type { HeldReason, QueueReason } from "../../../src/business/decisions/orders/order.rule.ts";

const decided = "The firm has to decide on it. You need not do anything.";

/** Why an item is held, as the trader reads it. */
export const heldWords: Readonly<Record<HeldReason, string>> = {
  no_email: decided,
  not_mapped: decided,
  banned: "It starts when your account is no longer banned.",
  archived: "This programme is no longer on offer. The firm has to decide on it.",
  currency: decided,
  addon: "The firm sees to it. You need not do anything.",
  under_review: "It starts after the decision on your review or appeal.",
  not_resettable: "Your current stage cannot be reset. The firm has to decide on it.",
};

/** What a queued item waits for, as the trader reads it. */
export const queueWords: Readonly<Record<QueueReason, string>> = {
  payment_disputed: "It waits until a disputed payment is settled.",
  open_stage: "It starts when your current stage has ended.",
  under_review: "It starts after the decision on your review or appeal.",
  waiting_step: "It waits, because the next step of your programme comes first.",
  appeal:
    "It starts when the last breach can no longer be appealed against. If you start it now, you can no longer continue the old stage.",
  gate: "It starts when your identity is approved and all agreements are accepted.",
  turn: "It starts within seconds.",
};
