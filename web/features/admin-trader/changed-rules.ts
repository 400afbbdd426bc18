import type { Verdict } from "../../../src/business/judgement/engine/verdict.schema.ts";

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
  /** `kept, then breached`, or only the status if there is no previous one. */
  words: string;
}

/**
 * Returns the rules whose status differs from the previous verdict; without one, those that no longer have their
 * initial status. Rules of different versions are matched by kind and position.
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
