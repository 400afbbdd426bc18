import { diffLines, diffWordsWithSpace } from "diff";

/** A part of two texts: in both, or only in one of them. */
export interface TextPart {
  change: "none" | "added" | "removed";
  text: string;
}

/** Milliseconds that a comparison may take before a coarser one is tried. */
const TIMEOUT = 300;

/** Compares two texts by words; by lines, or as a whole, if they differ so much that this would take long. */
export function compareTexts(from: string, to: string): TextPart[] {
  const changes =
    diffWordsWithSpace(from, to, { timeout: TIMEOUT }) ?? diffLines(from, to, { timeout: TIMEOUT });
  if (!changes) {
    return [
      { change: "removed", text: from },
      { change: "added", text: to },
    ];
  }
  return changes.map(({ added, removed, value }) => ({
    change: added ? "added" : removed ? "removed" : "none",
    text: value,
  }));
}
