import type { DescribedStage } from "../../parts/kind.rule.ts";
import type { ConductKind, ConductRuleOf } from "../conduct.schema.ts";

/** Everything about a kind of rule of conduct, except its fields (`conduct.schema.ts`) and how it is judged. */
export interface ConductKindDeclaration<Kind extends ConductKind = ConductKind> {
  kind: Kind;
  /** Describes what a rule demands, in one or two sentences. Exceptions and the consequence are added. */
  words(rule: ConductRuleOf<Kind>, stage: DescribedStage): string;
  /** Describes what an administrator may not have intended, without the name of the kind. */
  warnings?(
    rule: ConductRuleOf<Kind>,
    stage: Pick<DescribedStage, "initialBalance" | "money">,
  ): string[];
}

/** Declares a kind, and infers its rule from its name. */
export function conductKind<const Kind extends ConductKind>(
  declaration: ConductKindDeclaration<Kind>,
): ConductKindDeclaration<Kind> {
  return declaration;
}
