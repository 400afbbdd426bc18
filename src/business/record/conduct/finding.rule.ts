import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { caseWords } from "../../office/case-words.rule.ts";
import {
  type ConductConsequence,
  conductConsequences,
} from "../../rulebook/kinds/conduct/conduct.schema.ts";

/** What has become of a finding; `gone` if the records, the rules or the calendar no longer lead to it. */
export const findingStatusLabels = {
  stands: "Stands",
  waived: caseWords.waived,
  gone: "Gone",
} as const;
export type FindingStatus = keyof typeof findingStatusLabels;
export const findingStatuses = keysOf(findingStatusLabels);

/** What a trader is notified of: a consequence, or the end of one. A failing finding has a review with notices of its own. */
export const notifiedStates = ["warn", "deduct", "strike", "waived", "gone"] as const;
export type Notified = (typeof notifiedStates)[number];

interface FindingState {
  status: FindingStatus;
  consequence: ConductConsequence;
}

type NotifiedConsequence = Extract<Notified, ConductConsequence>;

const isNotified = (consequence: ConductConsequence): consequence is NotifiedConsequence =>
  consequence !== "note" && consequence !== "fail";

/**
 * Returns what the trader has to be notified of about a finding; `null` if there is nothing new. A finding that became a note is
 * no longer held against them, as one that is gone.
 * @param notified what they were last notified of
 */
export function notificationOf(
  notified: Notified | null,
  { status, consequence }: FindingState,
): Notified | null {
  if (status === "stands" && isNotified(consequence))
    return notified === consequence ? null : consequence;
  if (status === "stands" && consequence === "fail") return null;
  if (notified === null || notified === "waived" || notified === "gone") return null;
  return status === "waived" ? "waived" : "gone";
}

const weightOf = (consequence: ConductConsequence) => conductConsequences.indexOf(consequence);

/**
 * Returns whether the time for an appeal begins: with a new finding, one that comes back, and one that weighs more than
 * before, because until then there was nothing to appeal against.
 */
export function isFoundAnew(before: FindingState | undefined, after: FindingState): boolean {
  if (!before || before.status === "gone") return true;
  return weightOf(after.consequence) > weightOf(before.consequence);
}

/** Returns whether a trader can appeal against a finding. One that ended the evaluation has a review of its own. */
export function isAppealable({
  status,
  consequence,
  hasEnded,
}: FindingState & { hasEnded: boolean }): boolean {
  return status === "stands" && !hasEnded && (consequence === "deduct" || consequence === "strike");
}
