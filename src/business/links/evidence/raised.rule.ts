import type { LinkEvidence } from "./evidence.schema.ts";
import type { DetectorSettings } from "./link-kind.rule.ts";

/** What decides whether a pair is raised. */
type Raising = Pick<LinkEvidence, "kind" | "matched" | "share" | "oneIn">;

/**
 * Whether the evidence about two accounts raises a case.
 * @param samePerson the longest time that two accounts of one person were opposed, in seconds; absent for any others
 */
export function isRaised(
  evidence: Raising,
  settings: DetectorSettings,
  samePerson?: { longestSeconds: number },
): boolean {
  if (samePerson) {
    const needed = settings.overlapSeconds ?? Number.POSITIVE_INFINITY;
    return evidence.kind === "opposite" && samePerson.longestSeconds >= needed;
  }
  const { matched, share, oneIn } = evidence;
  return (
    matched >= settings.matches && Number(share) >= settings.sharePercent && oneIn >= settings.oneIn
  );
}
