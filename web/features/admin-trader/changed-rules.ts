import type { Verdict } from "../../../src/business/verdict-engine/verdict.schema.ts";

type Rule = Verdict["rules"][number];

const statusWords: Readonly<Record<Rule["status"], string>> = {
  kept: "kept",
  breached: "breached",
  undetermined: "undetermined",
  met: "met",
  not_met: "not met",
};

export interface ChangedRule {
  kind: Rule["kind"];
  index: number;
  /** `kept, then breached`, or the status alone if there is none to compare with. */
  words: string;
}

/**
 * The rules whose status differs from the verdict before; without one, those that are not as they begin.
 * Versions of the rules are compared by kind and place.
 */
export function changedRules(before: Verdict | undefined, after: Verdict): ChangedRule[] {
  return after.rules.flatMap(({ kind, index, status }): ChangedRule[] => {
    const previous = before?.rules.find((rule) => rule.kind === kind && rule.index === index);
    if (!previous) {
      const isUsual = status === "kept" || status === "not_met";
      return isUsual ? [] : [{ kind, index, words: statusWords[status] }];
    }
    if (previous.status === status) return [];
    return [{ kind, index, words: `${statusWords[previous.status]}, then ${statusWords[status]}` }];
  });
}
