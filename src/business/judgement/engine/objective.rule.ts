import type { ObjectiveRule } from "../rules/rules.schema.ts";
import { PlayedRule } from "./played-rule.rule.ts";
import type { ObjectiveVerdict } from "./verdict.schema.ts";

/**
 * An objective while the records of a stage are played. Only instants with deals are played, because nothing else
 * counts.
 */
export abstract class Objective<
  Rule extends ObjectiveRule = ObjectiveRule,
  State extends object = object,
> extends PlayedRule<Rule, State> {
  abstract report(): Omit<ObjectiveVerdict, "kind" | "index">;
}
