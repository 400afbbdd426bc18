import {
  type CaseKind,
  type LinkDecision,
  type LinkStatus,
  linkStatuses,
} from "../../../src/business/links/cases/link-case.rule.ts";
import type { LinkRow } from "../../../src/business/links/evidence/evidence.schema.ts";
import type { FactKind } from "../../../src/business/links/facts/fact.rule.ts";
import { recordOf } from "../../../src/platform/fields/pick.rule.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import { caseStatus } from "../cases/case-status.ts";
import { formatCount } from "../format/figures.ts";

export const detectorNames = {
  copied: "Same direction",
  opposite: "Opposite directions",
} as const;

export const factNames: Readonly<Record<FactKind, string>> = {
  payee: "Payee of requests",
  device: "Browser",
  network: "Network",
  person: "Name, with the address or birth date",
  household: "Postal address",
};

export const rowResults: Readonly<Record<LinkRow["result"], { word: string; tone: BadgeTone }>> = {
  matched: { word: "Matched", tone: "orange" },
  alone: { word: "Alone", tone: "gray" },
  public: { word: "Public", tone: "gray" },
};

/** Formats a lag such as `+4.1 s`: the second account entered later. */
export function sayLag(milliseconds: number): string {
  const sign = milliseconds < 0 ? "−" : milliseconds > 0 ? "+" : "";
  return sign + saySeconds(milliseconds);
}

/** Formats how long a lag is, such as `4.1 s`. */
export function saySeconds(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000;
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

export const sayOf = (part: number, all: number) => `${formatCount(part)} of ${formatCount(all)}`;

/** What was seen of the accounts of a case, in a list. */
export const caseKindNames: Readonly<Record<CaseKind, string>> = {
  copied: "Traded alike",
  opposite: "Traded against each other",
  ...factNames,
};

export const caseStatuses: Readonly<Record<LinkStatus, { word: string; tone: BadgeTone }>> =
  recordOf(linkStatuses, (status) => caseStatus(status));

export const decisionLabels: Readonly<Record<LinkDecision, string>> = {
  watch: "Watch: not enough to tell yet",
  confirm: "Confirm: the users are linked",
  dismiss: "Dismiss: nothing to act on",
};

/** What follows from a decision. None touches an account. */
export const decisionEffects: Readonly<Record<LinkDecision, string>> = {
  watch:
    "The case stays on the list, and payout requests of these users keep their flag. The users are not told.",
  confirm:
    "Each user gets a notice and a mail with what was seen and your reason, without the others' names, and can appeal. No account is changed or blocked.",
  dismiss:
    "The flag on their payout requests ends. The users are not told. The case opens again only if something new joins it, or new trades match.",
};

/** What applies most often, in the words that the users read if the case is confirmed. */
export const commonReasons: Readonly<Record<LinkDecision, readonly string[]>> = {
  watch: ["Too few trades match yet to tell."],
  confirm: [
    "The trades were copied from one account to the other.",
    "The accounts traded against each other, so that one had to win.",
    "The accounts belong to one person.",
  ],
  dismiss: [
    "Both followed a signal that is open to everyone.",
    "They live together, and trade on their own.",
    "The trades match by chance.",
  ],
};

/** Counts the lags of matches in at most eight ranges of equal length. */
export function lagRanges(
  rows: readonly Pick<LinkRow, "lagMs">[],
): { from: number; to: number; count: number }[] {
  const lags = rows.flatMap(({ lagMs }) => (lagMs === null ? [] : [lagMs]));
  if (lags.length === 0) return [];
  const [least, most] = [Math.min(...lags), Math.max(...lags)];
  const step = Math.max(1, Math.ceil((most - least + 1) / 8));
  const ranges = Math.floor((most - least) / step) + 1;
  return Array.from({ length: ranges }, (_, place) => {
    const from = least + place * step;
    const to = from + step - 1;
    return { from, to, count: lags.filter((lag) => lag >= from && lag <= to).length };
  });
}
