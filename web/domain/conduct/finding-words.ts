import { findingStatusLabels } from "../../../src/business/record/conduct/finding.rule.ts";
import type { AccountFinding } from "../../../src/business/record/conduct/finding.schema.ts";
import { consequenceNames } from "../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { momentIn, sayTimes } from "../format/dates.ts";
import { formatCountOf } from "../format/figures.ts";

interface Context {
  currency: string;
  /** The zone of the rules. */
  timeZone: string | undefined;
}

type State = Pick<AccountFinding, "status" | "consequence">;

/** What a finding is at present: its consequence while it stands. */
export function findingState({ status, consequence }: State): { word: string; tone: BadgeTone } {
  if (status === "waived") return { word: findingStatusLabels.waived, tone: "green" };
  if (status === "gone") return { word: findingStatusLabels.gone, tone: "gray" };
  if (consequence === "note") return { word: "Noted", tone: "gray" };
  if (consequence === "warn") return { word: consequenceNames.warn, tone: "yellow" };
  return { word: consequenceNames[consequence], tone: consequence === "fail" ? "red" : "orange" };
}

/** Says what was found, and what it costs. */
export function findingSentence(finding: AccountFinding, { currency, timeZone }: Context): string {
  const { reason, status, deduction, strike } = finding;
  const costs = [
    ...(status === "stands" && deduction !== null
      ? [`${formatMoney(deduction, currency)} is deducted from the payable profit.`]
      : []),
    ...(status !== "stands" || strike === null ? [] : [`This is strike ${strike}.`]),
    ...(status === "gone" ? ["The records no longer lead to it."] : []),
  ];
  return [sayTimes(reason, timeZone), ...costs].join(" ");
}

/** Says what would have been no offence; `null` if nothing would have. */
export function exoneratingWords(
  { exonerating, kind }: AccountFinding,
  { currency, timeZone }: Context,
): string | null {
  if (exonerating === null) return null;
  const { outside, openedBy, closedBy, closedFrom, lossAtMost, openAtMost, openedFrom } =
    exonerating;
  const moment = (time: unknown) => momentIn(Date.parse(String(time)), timeZone);
  if (Array.isArray(outside)) {
    const [from, to] = outside;
    const earlier = openedBy ? ` So would a trade opened by ${moment(openedBy)}.` : "";
    return `Before ${moment(from)} or after ${moment(to)}, it would have been no offence.${earlier}`;
  }
  if (closedBy) return `Closed by ${moment(closedBy)}, it would have been no offence.`;
  if (closedFrom) return `Closed at ${moment(closedFrom)} or later, it would have been no offence.`;
  if (lossAtMost) {
    return `A loss of at most ${formatMoney(String(lossAtMost), currency)} would have been no offence.`;
  }
  if (openAtMost) {
    return `With at most ${formatCountOf(Number(openAtMost), "open trade")}, it would have been no offence.`;
  }
  if (kind !== "hedging") return null;
  return openedFrom
    ? `Opened at ${moment(openedFrom)} or later, when the other trade was closed, it would have been no offence.`
    : "Opened after the other trade was closed, it would have been no offence.";
}

export const evidenceWords: Readonly<Record<AccountFinding["grade"], string>> = {
  recorded: "Deals of the record",
  observed: "A snapshot of the account",
  contested: "Sources disagree about a deal",
};
