import type {
  EnforcementEvent,
  EnforcementMode,
} from "../../../../src/business/record/actions/action.rule.ts";
import type { EnforcementOutlook } from "../../../../src/business/watch/overview/overview.schema.ts";
import { formatCount, formatCountOf } from "../../../domain/format/figures.ts";

/** A change of a setting, and how many accounts it is about today. */
export interface EnforcementChange {
  event: EnforcementEvent;
  mode: EnforcementMode;
  outlook: EnforcementOutlook;
}

export const modeLabels = { none: "None", propose: "Propose", automatic: "Automatic" } as const;

/** What each setting of an event means. */
export const modeEffects: Readonly<
  Record<EnforcementEvent, Readonly<Record<EnforcementMode, string>>>
> = {
  breachOpened: {
    none: "The platform is asked for nothing until the review is decided.",
    propose: "Disabling trading is proposed, and waits for approval.",
    automatic:
      "Trading is disabled at once if the breach was observed and nothing contradicts the records; otherwise, it is proposed.",
  },
  breachConfirmed: {
    none: "Nothing more is asked for.",
    propose: "Closing all positions and disabling trading are proposed, and wait for approval.",
    automatic:
      "All positions of the stage's login are closed, then its trading is disabled; if a later stage uses the login, both are proposed.",
  },
  breachDismissed: {
    none: "Whatever the breach has asked for and no bridge has received is cancelled. Trading that was disabled stays disabled.",
    propose:
      "Whatever the breach has asked for and no bridge has received is cancelled. If trading was disabled, enabling it is proposed.",
    automatic:
      "Whatever the breach has asked for and no bridge has received is cancelled. If trading was disabled, it is enabled.",
  },
  passConfirmed: {
    none: "The login of the passed stage stays as it is.",
    propose:
      "Closing all positions and disabling the login are proposed. If the next stage keeps the login, so are bringing its balance to the initial one and enabling it.",
    automatic:
      "All positions are closed and the login is disabled. If the next stage keeps the login, its balance is brought to the initial one, and it is enabled.",
  },
  payoutPaid: {
    none: "The profit stays in the account at the platform.",
    propose: "Withdrawing the profit that the payment settles is proposed, once a request.",
    automatic:
      "The profit that the payment settles is withdrawn, once a request; it is proposed if less than the initial balance would be left.",
  },
};

/** Says what an event would be about today: `3 breaches are open, 1 without a login.` */
export function describeOutlook(event: EnforcementEvent, outlook: EnforcementOutlook): string {
  const { breaches, breachesDisabled, breachesCancellable, passes, payouts, exceedsTotal } =
    outlook;
  const most = exceedsTotal ? "+" : "";
  const are = (count: number) => (count === 1 ? "is" : "are");
  const open = `${formatCount(breaches)}${most} ${breaches === 1 ? "breach is" : "breaches are"} open`;
  const sentences: Readonly<Record<EnforcementEvent, string>> = {
    breachOpened: `Today: ${formatCountOf(outlook.active, "account")} ${are(outlook.active)} active. Open reviews are not affected.`,
    breachConfirmed: `Today: ${open}${without(outlook.breachesWithoutLogin)}.`,
    breachDismissed:
      `Today: ${open}.` +
      (breachesDisabled === 0
        ? ""
        : ` Trading is disabled for ${formatCountOf(breachesDisabled, "account")}.`) +
      (breachesCancellable === 0
        ? ""
        : ` Dismissing would cancel actions of ${formatCountOf(breachesCancellable, "account")}.`),
    passConfirmed: `Today: ${formatCount(passes)}${most} ${passes === 1 ? "pass waits" : "passes wait"} for a decision${without(outlook.passesWithoutLogin)}.`,
    payoutPaid: `Today: ${formatCount(payouts)}${most} approved ${payouts === 1 ? "payout is" : "payouts are"} unpaid${without(outlook.payoutsWithoutLogin)}.`,
  };
  return sentences[event];
}

/** An account without a login is asked for nothing. */
const without = (count: number) =>
  count === 0 ? "" : `, ${formatCount(count)} without a login and therefore without actions`;
