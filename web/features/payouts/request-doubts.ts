import type { PaymentMethod } from "../../../src/business/money/payouts/payout.rule.ts";
import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import { moneyIn, parseCents, storedCents } from "../../../src/platform/money/money.ts";
import { sayTimes } from "../../domain/format/dates.ts";
import { recipientField } from "./payment-details.tsx";

interface RequestFacts {
  amount: string;
  currency: string;
  method: PaymentMethod;
  /** By label. */
  details: Readonly<Record<string, string | undefined>>;
  /** `undefined` if it is not known. */
  readiness: Readiness | undefined;
}

/** Reasons that the server checks itself. */
const checked = new Set(["payouts_disabled", "banned"]);

/**
 * Returns why a request is likely to be rejected, one sentence each. They are asked about once and never prevent the
 * request, because the firm decides.
 */
export function doubtsAbout({ amount, currency, method, details, readiness }: RequestFacts) {
  const doubts: string[] = [];
  // Without rules for payouts, nothing says what the firm expects.
  const known = readiness?.share === null ? undefined : readiness;
  if (known) {
    const over = (parseCents(amount) ?? 0n) - storedCents(known.withdrawable);
    if (over > 0n) doubts.push(`It asks ${moneyIn(currency)(over)} more than can be withdrawn.`);
  }
  const label = recipientField(method);
  if (!details[label]?.trim()) doubts.push(`${label} is missing.`);
  for (const { code, message } of known?.reasons ?? []) {
    if (!checked.has(code)) doubts.push(sayTimes(message));
  }
  return doubts;
}
