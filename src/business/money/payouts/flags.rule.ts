import { formatDecimal, formatMoney } from "../../../platform/money/money.ts";
import { type PaymentMethod, paymentMethods } from "./payout.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** Labels for what can be unusual about a request. Flags are informational and block no decision: what
 * `made_after_takeover` marks is held by the request itself. */
export const flagLabels = {
  other_currency: "Other currency than the account",
  above_balance: "Above the balance",
  above_share: "Above the trader's share",
  account_breached: "Account breached",
  account_under_review: "Account under review",
  account_banned: "Trader banned",
  details_missing: "No payment details",
  details_changed: "Changed payment details",
  details_shared: "Payment details of another trader",
  made_after_takeover: "Made after a takeover",
  name_differs: "Other name than the identity",
  linked: "Linked to other users",
  withhold: "Withheld because of a link",
  allocation_exceeded: "Above the allocation of a person",
} as const;

/** Recorded with a decision, instead of codes, if the flags could not be read. */
export const UNREAD_FLAGS = "unread";

export type FlagCode = keyof typeof flagLabels;

export const flagCodes = keysOf(flagLabels);

/** The maximum number of requests whose flags can be read at once, which is one page of a table. */
export const MAX_FLAGGED = 100;

export interface PayoutFlag {
  code: FlagCode;
  /** A sentence for administrators, without names: it is kept after a trader is deleted. */
  message: string;
  /** Of flags about links between traders: the case, or `null` if there is none. */
  linkId?: number | null | undefined;
}

/**
 * The facts that determine the flags of a request. `amount` and `share` are in cents of `currency`; balance and
 * outstanding are in cents of `accountCurrency`, which differs if the request was made in an earlier stage.
 */
export interface FlagFacts {
  amount: bigint;
  currency: string;
  accountCurrency: string;
  balance: bigint;
  /** Pending requests and approved ones that have not been paid, including this one. Those in other currencies are left out. */
  outstanding: { total: bigint; count: number };
  /**
   * The trader's share of the profit of the stage to which the request belongs, and the sum of that stage's pending and
   * approved requests; or, under terms, what is left of it for the pending ones. `null` without rules for payouts, or if
   * the stage is in another currency than the request.
   */
  share: { allowed: bigint; requested: bigint; isLeft?: true } | null;
  /** Whether the account or the verdict on its current stage is breached. */
  isBreached: boolean;
  isOwnStageBreached: boolean;
  isUnderReview: boolean;
  isBanned: boolean;
  hasDetails: boolean;
  /** The request that was approved before this one, if the money went elsewhere. */
  paidElsewhere: { id: number; from: PaymentMethod; to: PaymentMethod } | null;
  isHeld: boolean;
  /** A request of another trader with the same payment details. */
  sharedWith: { id: number; userId: number } | null;
  /** Whether the trader's identity has another name than who is paid; both are known. */
  isOtherName: boolean;
  /** The case about the trader that is to be decided, or by which payouts are withheld. */
  link: { id: number; isConfirmed: boolean } | null;
  /** Whether the open accounts of the trader's person have more than the caps allow. */
  isAllocationExceeded: boolean;
}

/** Returns the flags in the order of `flagLabels`. */
export function flagsOf(facts: FlagFacts): PayoutFlag[] {
  const { hasDetails } = facts;
  const flags: (PayoutFlag | false)[] = [
    // Amounts in different currencies cannot be compared.
    facts.currency === facts.accountCurrency ? aboveBalance(facts) : otherCurrency(facts),
    aboveShare(facts),
    accountBreached(facts),
    facts.isUnderReview && flag("account_under_review", "The account is under review."),
    facts.isBanned && flag("account_banned", "The trader is banned."),
    !hasDetails && flag("details_missing", "The request has no payment details."),
    detailsChanged(facts),
    detailsShared(facts),
    facts.isHeld &&
      flag(
        "made_after_takeover",
        "Another person had changed how the trader signs in. The request is held until it is released.",
      ),
    facts.isOtherName &&
      flag("name_differs", "The name of the trader's identity is not that of the payee."),
    linked(facts),
    facts.isAllocationExceeded && {
      ...flag("allocation_exceeded", "The open accounts of the person are above the allocation."),
      linkId: null,
    },
  ];
  return flags.filter((each) => each !== false);
}

const flag = (code: FlagCode, message: string): PayoutFlag => ({ code, message });

const words = (cents: bigint, currency: string) => formatMoney(formatDecimal(cents), currency);

function otherCurrency({ currency, accountCurrency }: FlagFacts): PayoutFlag {
  return flag(
    "other_currency",
    `The request is in ${currency}, but the account is now in ${accountCurrency}.`,
  );
}

function aboveBalance({ amount, balance, currency, outstanding }: FlagFacts): PayoutFlag | false {
  if (outstanding.total <= balance) return false;
  const has = words(balance, currency);
  if (outstanding.count <= 1) {
    return flag(
      "above_balance",
      `The amount of ${words(amount, currency)} is above the balance of ${has}.`,
    );
  }
  return flag(
    "above_balance",
    `${outstanding.count} pending and unpaid requests sum to ${words(outstanding.total, currency)}, above the balance of ${has}.`,
  );
}

function aboveShare({ currency, share }: FlagFacts): PayoutFlag | false {
  if (share === null || share.requested <= share.allowed) return false;
  const [requested, allowed] = [share.requested, share.allowed].map((cents) =>
    words(cents, currency),
  );
  return flag(
    "above_share",
    share.isLeft
      ? `The pending requests of this stage sum to ${requested}, above the ${allowed} that can be withdrawn.`
      : `The pending and approved requests of this stage sum to ${requested}, above the trader's share of ${allowed}.`,
  );
}

function accountBreached({ isBreached, isOwnStageBreached }: FlagFacts): PayoutFlag | false {
  if (isBreached) return flag("account_breached", "A limit of the account has been breached.");
  if (!isOwnStageBreached) return false;
  return flag("account_breached", "A limit was breached in the stage of this request.");
}

function detailsChanged({ hasDetails, paidElsewhere }: FlagFacts): PayoutFlag | false {
  if (!hasDetails || paidElsewhere === null) return false;
  const { id, from, to } = paidElsewhere;
  return flag(
    "details_changed",
    from === to
      ? `The payment details differ from those of request #${id}, the last one approved before it.`
      : `The payment method is ${paymentMethods[to]}; it was ${paymentMethods[from]} in request #${id}, the last one approved before it.`,
  );
}

function detailsShared({ sharedWith }: FlagFacts): PayoutFlag | false {
  if (sharedWith === null) return false;
  const { id, userId } = sharedWith;
  return flag(
    "details_shared",
    `Trader #${userId} uses the same payment details in request #${id}.`,
  );
}

/** Names no other trader. */
function linked({ link }: FlagFacts): PayoutFlag | false {
  if (link === null) return false;
  const { id: linkId, isConfirmed } = link;
  return isConfirmed
    ? {
        ...flag("withhold", "Payouts of the trader are to be withheld by a confirmed case."),
        linkId,
      }
    : { ...flag("linked", "The trader is linked to others by a case that is not closed."), linkId };
}
