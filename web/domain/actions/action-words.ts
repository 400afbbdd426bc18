import {
  actionLabels,
  actionStatusLabels,
  type ActionKind,
  type ActionStatus,
} from "../../../src/business/record/actions/action.rule.ts";
import type { ActionView } from "../../../src/business/record/actions/action.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import { formatDuration } from "../format/dates.ts";

/** The statuses in the order in which an action passes through them, with the colours of their badges. */
export const actionStatuses: Readonly<Record<ActionStatus, { word: string; tone: BadgeTone }>> = {
  proposed: { word: actionStatusLabels.proposed, tone: "yellow" },
  pending: { word: actionStatusLabels.pending, tone: "orange" },
  delivered: { word: actionStatusLabels.delivered, tone: "yellow" },
  done: { word: actionStatusLabels.done, tone: "green" },
  failed: { word: actionStatusLabels.failed, tone: "red" },
  cancelled: { word: actionStatusLabels.cancelled, tone: "gray" },
};

interface Described {
  kind: ActionKind;
  amount: string | null;
}

/** `Close positions`, `Withdraw $142.86` */
export function nameAction({ kind, amount }: Described, currency: string): string {
  return amount === null
    ? actionLabels[kind]
    : `${actionLabels[kind]} ${formatMoney(amount, currency)}`;
}

type Timed = Pick<
  ActionView,
  "status" | "requestedAt" | "deliveredAt" | "finishedAt" | "attempts" | "cause"
>;

/**
 * Says how long an action took, or has been waiting for what: `Done 2 s after it was delivered`. The time at which it was
 * finished may come from the platform's clock, which need not agree with that of Propdesk.
 */
export function describeTimes(action: Timed, now: Date): string {
  const { status, requestedAt, deliveredAt, finishedAt, attempts } = action;
  const sinceRequest = formatBetween(requestedAt, finishedAt ?? now);
  if (status === "proposed") return `Waiting for approval for ${sinceRequest}`;
  if (status === "pending") return `Waiting for a bridge for ${sinceRequest}`;
  if (status === "delivered") {
    const times = attempts > 1 ? `, ${attempts} deliveries` : "";
    return `Waiting for an answer for ${formatBetween(deliveredAt ?? requestedAt, now)}${times}`;
  }
  if (status === "cancelled" || !deliveredAt) {
    return `${actionStatuses[status].word} after ${sinceRequest}`;
  }
  const delivered = isAtOnce(requestedAt, deliveredAt)
    ? "Delivered at once"
    : `Delivered after ${formatBetween(requestedAt, deliveredAt)}`;
  const end = finishedAt ?? now;
  const finished = isAtOnce(deliveredAt, end)
    ? "finished at once"
    : `finished ${formatBetween(deliveredAt, end)} later`;
  return `${delivered}, ${finished}`;
}

const isAtOnce = (from: Date, to: Date) => to.getTime() - from.getTime() < 1000;

/** `2 min 5 s`; `under 1 s` also if the second time is earlier, by another clock. */
export function formatBetween(from: Date, to: Date): string {
  const seconds = (to.getTime() - from.getTime()) / 1000;
  return seconds < 1 ? "under 1 s" : formatDuration(seconds);
}

const ownSentences: Readonly<Record<ActionKind, readonly [done: string, attempt: string]>> = {
  disable_trading: ["Trading was disabled", "disable trading"],
  enable_trading: ["Trading was enabled", "enable trading"],
  close_positions: ["Open positions were closed", "close open positions"],
  withdraw: ["was withdrawn from the account", "withdraw"],
  deposit: ["was deposited to the account", "deposit"],
  create_account: ["The account at the platform was created", "create the account"],
  reset_password: ["The password was set anew", "set the password anew"],
  change_account: ["The account at the platform was changed", "change the account"],
};

/** Says to the trader what was done with the account: `$142.86 was withdrawn from the account`. */
export function describeOwnAction(
  { kind, amount, status }: Described & { status: "done" | "failed" | "cancelled" },
  currency: string,
): string {
  const money = amount === null ? "" : formatMoney(amount, currency);
  const [done, attempt] = ownSentences[kind];
  if (status === "done") return `${money} ${done}`.trim();
  const what = `${attempt} ${money}`.trim();
  return status === "failed"
    ? `The platform could not ${what}`
    : `A request to ${what} was cancelled`;
}
