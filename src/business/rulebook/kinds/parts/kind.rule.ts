import type { consequence, Field, Fields, InputOf, Omittable, ValueOf } from "./field.rule.ts";
import type { MoneyWords } from "./figures.rule.ts";

/** The names of the fields that rules may lack. */
type OmittableIn<Declared extends Fields> = {
  [Name in keyof Declared]: Declared[Name] extends Omittable ? Name : never;
}[keyof Declared];

/** A rule of a kind, as a version of the rules contains it. */
export type RuleWith<Kind extends string, Declared extends Fields> = {
  [Name in "kind" | keyof Declared]: Name extends "kind"
    ? Kind
    : Declared[Name] extends Field
      ? ValueOf<Declared[Name]>
      : never;
};

/** A rule as a call may send it. */
type InputWith<Kind extends string, Declared extends Fields> = {
  [Name in "kind" | keyof Declared]: Name extends "kind"
    ? Kind
    : Declared[Name] extends Field
      ? InputOf<Declared[Name]>
      : never;
};

/** What a call may send as the rule that a declaration describes. */
export type InputOfKind<Declaration> = Declaration extends {
  kind: infer Kind extends string;
  fields: infer Declared extends Fields;
}
  ? [OmittableIn<Declared>] extends [never]
    ? InputWith<Kind, Declared>
    : InputWith<Kind, Omit<Declared, OmittableIn<Declared>>> & {
        [Name in OmittableIn<Declared>]?: InputOf<Declared[Name]> | undefined;
      }
  : never;

/** The rule that a declaration describes: `RuleOfKind<typeof inactivity>`. */
export type RuleOfKind<Declaration> = Declaration extends {
  kind: infer Kind extends string;
  fields: infer Declared extends Fields;
}
  ? [OmittableIn<Declared>] extends [never]
    ? RuleWith<Kind, Declared>
    : RuleWith<Kind, Omit<Declared, OmittableIn<Declared>>> & {
        [Name in OmittableIn<Declared>]?: ValueOf<Declared[Name]> | undefined;
      }
  : never;

/** The stage for which a rule is described. */
export interface DescribedStage {
  /** Cents. */
  initialBalance: bigint;
  money: MoneyWords;
  day: { timeZone: string; startsAt: string };
}

/** Everything about a kind of rule, except how it is judged. */
export interface RuleKind<Kind extends string = string, Declared extends Fields = Fields> {
  kind: Kind;
  name: string;
  /** In the order of forms and of descriptions of changes; the first is the main figure. */
  fields: Declared;
  /** Describes what a rule demands, in one to three sentences. The consequence of a breach is added. */
  words(rule: RuleWith<Kind, Declared>, stage: DescribedStage): string;
  /** Describes a rule in a list, such as `5% daily`. Kinds without it are only in the full words. */
  brief?(figure: string, rule: RuleWith<Kind, Declared>): string;
  /** Describes what an administrator may not have intended. Such a rule is accepted and judged as entered. */
  warnings?(
    rule: RuleWith<Kind, Declared>,
    stage: Pick<DescribedStage, "initialBalance" | "money">,
  ): string[];
}

type LimitFields = Fields & { consequence: typeof consequence };

/** A kind of rule that must not be broken. */
export type LimitKind<
  Kind extends string = string,
  Declared extends LimitFields = LimitFields,
> = RuleKind<Kind, Declared>;

/** A kind of rule that must be met to pass. */
export interface ObjectiveKind<
  Kind extends string = string,
  Declared extends Fields = Fields,
> extends RuleKind<Kind, Declared> {
  /** What value, target and missing are in a verdict: money, whole days, or a percentage of the profit. */
  unit: "money" | "days" | "share";
}

/** Declares a limit, and infers its rule from the fields. */
export function limitKind<const Kind extends string, Declared extends LimitFields>(
  declaration: LimitKind<Kind, Declared>,
): LimitKind<Kind, Declared> {
  return declaration;
}

/** Declares an objective, and infers its rule from the fields. */
export function objectiveKind<const Kind extends string, Declared extends Fields>(
  declaration: ObjectiveKind<Kind, Declared>,
): ObjectiveKind<Kind, Declared> {
  return declaration;
}
