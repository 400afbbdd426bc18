import type {
  Field,
  FieldWords,
  OptionWords,
} from "../../../../src/business/rulebook/kinds/parts/field.rule.ts";

/** Fields of a form for rules: those that limits and objectives declare, and those of conduct and payout terms. */

/** Some of several options, each with its label. */
export interface ChoicesField extends FieldWords {
  shape: "choices";
  options: Readonly<Record<string, string>>;
}

/** Texts such as symbols, separated by commas or lines. */
interface ListField extends FieldWords {
  shape: "list";
}

/** Lists of texts by name, a line each: `US30*: USD, EUR`. */
interface ListsField extends FieldWords {
  shape: "lists";
}

/** A whole number. */
interface CountField extends FieldWords {
  shape: "count";
}

/** An amount, a percentage of the initial balance, or amounts by initial balance, a line each: `50000.00: 1500.00`. */
interface SizedField extends FieldWords {
  shape: "sized";
}

/** True or false. */
interface SwitchField extends FieldWords {
  shape: "switch";
}

export type FormField =
  | Field
  | ((ChoicesField | ListField | ListsField | CountField | SizedField | SwitchField) & {
      isOptional?: true;
      isOmittable?: never;
    });

export type FormFieldSet = Readonly<Record<string, FormField>>;

/** An option of a field whose changes are not described by it. */
export const option = (label: string): OptionWords => ({ label, changed: label });
