/**
 * `open` until the money has left, then `paid`; `removed` payments were taken out of their run, and
 * `reversed` ones came back. Both leave the request approved and unpaid.
 */
export const paymentStatuses = ["open", "paid", "removed", "reversed"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The files in which a run is exported for the bank. */
export const exportKinds = ["csv", "sepa"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The maximum number of payouts in a run, because all of its rows are locked, paid and mailed at once. */
export const MAX_RUN_SIZE = 500;

/**
 * Why an approved request is left out when a run is composed: it is `held` after a takeover, or the payment of an order
 * of its trader is `disputed`, which a run refuses; or it has no payment details.
 */
export const payObstacles = ["held", "disputed", "no_details"] as const;
export type PayObstacle = (typeof payObstacles)[number];

interface PayablePayout {
  status: string;
  /** The payment run that pays, or has paid, the request; `null` if there is none. */
  runId: number | null;
  isPaid: boolean;
}

/** Returns why a request cannot be added to a run, after its number; `undefined` if it can. */
export function addRefusal({ status, runId, isPaid }: PayablePayout): string | undefined {
  if (status !== "approved") return `is ${status}, not approved`;
  if (runId === null) return undefined;
  return `${isPaid ? "has been paid in" : "is already in"} payment run #${runId}`;
}

/** `none` if the payment already is what the call makes it, so that a call can be repeated. */
export type PaymentEffect = "change" | "none" | { refusal: string };

interface PaymentState {
  status: PaymentStatus;
  reference: string | null;
}

/** Determines the effect of marking a payment as paid with a reference. */
export function payEffect(payment: PaymentState, reference: string): PaymentEffect {
  const { status } = payment;
  if (status === "open") return "change";
  if (status === "removed") return { refusal: "was removed from the run" };
  if (status === "reversed") return { refusal: "was reversed" };
  if (payment.reference === reference) return "none";
  return { refusal: `has already been paid, with the reference ${payment.reference ?? "removed"}` };
}

/** The open payments of a run by whether its last export contains them. */
export interface OpenPayments<Of> {
  exported: Of[];
  leftOut: Of[];
}

/** @param exports of the run, newest first. Before the first one, every open payment is left out. */
export function splitOpen<Of extends { id: number; status: PaymentStatus }>(
  payments: readonly Of[],
  exports: readonly { paymentIds: readonly number[] }[],
): OpenPayments<Of> {
  const open = payments.filter(({ status }) => status === "open");
  const ids = new Set(exports[0]?.paymentIds);
  return {
    exported: open.filter(({ id }) => ids.has(id)),
    leftOut: open.filter(({ id }) => !ids.has(id)),
  };
}

const removeEffects: Record<PaymentStatus, PaymentEffect> = {
  open: "change",
  removed: "none",
  paid: { refusal: "has been paid: reverse the payment" },
  reversed: { refusal: "was paid and reversed, and stays in the run" },
};

/** Determines the effect of removing a payment from its run. */
export function removeEffect({ status }: PaymentState): PaymentEffect {
  return removeEffects[status];
}

/** Determines the effect of recording that the money of a payment was returned. */
export function reverseEffect({ status }: PaymentState): PaymentEffect {
  return status === "paid" ? "change" : { refusal: "is not paid" };
}

/** Returns why a run cannot be closed: a bank may have the file, and a next run would pay its requests again. */
export function closeRefusal(openPayments: number): string | undefined {
  if (openPayments === 0) return undefined;
  return openPayments === 1
    ? "1 payment is still open: mark it as paid or remove it from the run"
    : `${openPayments} payments are still open: mark them as paid or remove them from the run`;
}
