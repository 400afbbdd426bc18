import { judgeGroups } from "../../rulebook/engine/judge-records.rule.ts";
import { fromCaseCalendar } from "../../rulebook/calendar/case-calendar.rule.ts";
import type { Verdict, Waiver } from "../../rulebook/engine/verdict.schema.ts";
import { reviewSubject } from "../verdicts/review-subject.rule.ts";
import { firstDifference } from "./first-difference.rule.ts";
import type { CaseDifference, JudgedCase } from "./judged-case.rule.ts";

/** How many breaches may be missing in a file before the verdict is named instead. */
const MOST_MISSING = 20;

/**
 * Explains a verdict that the records, rules and waivers of a case do not give: by one waiver that was added, or by those
 * that were removed.
 * @param stated the verdict in the file
 */
export function findChangedWaiver(
  { file, groups }: Pick<JudgedCase, "file" | "groups">,
  stated: Verdict,
): CaseDifference | undefined {
  const { stage, rules, waivers = [] } = file;
  const calendar = file.calendar ? fromCaseCalendar(file.calendar) : null;
  const judge = (present: Waiver[]) =>
    judgeGroups(stage, rules, groups, Date.parse(stated.asOf), { waivers: present, calendar });
  const gives = (present: Waiver[]) => {
    const { calendar: _version, ...judgement } = judge(present);
    return firstDifference({ ...stated, ...judgement }, stated) === undefined;
  };
  for (const [index, added] of waivers.entries()) {
    if (!gives(waivers.toSpliced(index, 1))) continue;
    const message = `It was added after the case was made: the verdict was reached without setting ${added.key} aside.`;
    return { part: "waivers", path: `waivers[${index}]`, message };
  }
  const missing: string[] = [];
  while (missing.length < MOST_MISSING) {
    const present = [...waivers, ...missing.map((key) => ({ key, reason: "", at: stated.asOf }))];
    if (missing.length > 0 && gives(present)) {
      const message = `They were changed after the case was made: the verdict was reached with ${missing.join(", ")} set aside.`;
      return { part: "waivers", path: "waivers", message };
    }
    const subject = reviewSubject(judge(present), rules?.limits);
    if (subject?.kind !== "breach" || subject.keys.length === 0) return undefined;
    missing.push(...subject.keys);
  }
  return undefined;
}
