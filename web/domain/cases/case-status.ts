import { type CaseState, caseWords } from "../../../src/business/office/case-words.rule.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";

const tones: Readonly<Record<CaseState, BadgeTone>> = {
  open: "yellow",
  watched: "orange",
  confirmed: "red",
  dismissed: "gray",
  overturned: "green",
  granted: "green",
  denied: "red",
  waived: "green",
  merged: "gray",
};

/**
 * Returns the badge of a case.
 * @param subject what is decided, if the place does not say so: `Breach` gives `Breach confirmed`
 */
export function caseStatus(state: CaseState, subject?: string): { word: string; tone: BadgeTone } {
  const word = caseWords[state];
  return {
    word: subject === undefined ? word : `${subject} ${word.toLowerCase()}`,
    tone: tones[state],
  };
}
