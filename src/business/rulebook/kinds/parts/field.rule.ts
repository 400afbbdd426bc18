import type { Figure, FigureBase } from "./figures.rule.ts";

/**
 * The fields that rules consist of. A field is declared once: the schema (`field.schema.ts`), the form and the
 * descriptions of changes follow from it.
 */

/** What a form contains, by the name of the field: mostly texts. */
export type FieldTexts = Readonly<Record<string, string | readonly string[] | boolean>>;

export interface FieldWords {
  /** The label in a form. */
  label: string;
  hint?: string;
  /** The name in a description of changes. The first field of a kind is its main figure, which needs none. */
  changed?: string;
  /** A field without effect is hidden from the form. By default, a field always has one. */
  appliesTo?: (texts: FieldTexts) => boolean;
}

/** An option as a form offers it, and in a description of changes. */
export interface OptionWords {
  label: string;
  changed: string;
}

export interface ChoiceField<Option extends string = string> extends FieldWords {
  shape: "choice";
  /** The first option is preselected. */
  options: Readonly<Record<Option, OptionWords>>;
  /** The label of `null`, if the field is optional. */
  none?: string;
}

/** An amount, or a percentage of one of several bases. */
export interface FigureField<Base extends FigureBase = FigureBase> extends FieldWords {
  shape: "figure";
  bases: readonly Base[];
  /** The label of the choice between an amount and percentages. */
  unitLabel: string;
}

/** A level as an amount, which the rule contains as an object: `{ amount: "100.00" }`. */
export interface LevelField extends FieldWords {
  shape: "level";
}

/** A decimal as text: a percentage, or a volume in lots. */
export interface DecimalField extends FieldWords {
  shape: "percent" | "volume";
}

/** A local time of the day, such as `15:10`. */
export interface TimeField extends FieldWords {
  shape: "time";
  initial: string;
}

/** A number of days. */
export interface DaysField extends FieldWords {
  shape: "days";
}

/** May be `null`. */
interface Optional {
  isOptional: true;
}

/** May be absent, as in rules that are older than the field and keep their hash. */
export interface Omittable {
  isOmittable: true;
}

export type Field = (
  ChoiceField | FigureField | LevelField | DecimalField | TimeField | DaysField
) &
  Partial<Optional & Omittable>;

export type Fields = Readonly<Record<string, Field>>;

/** What a rule contains in a field. */
export type ValueOf<Declared extends Field> =
  | (Declared extends ChoiceField<infer Option>
      ? Option
      : Declared extends FigureField<infer Base>
        ? Figure<Base>
        : Declared extends LevelField
          ? { amount: string }
          : Declared extends DaysField
            ? number
            : string)
  | (Declared extends Optional ? null : never);

/** What a call may send for a field: decimals may also be numbers. */
export type InputOf<Declared extends Field> = Declared extends ChoiceField
  ? ValueOf<Declared>
  : | (Declared extends FigureField<infer Base>
        ? { amount: string | number } | { percent: string | number; of: Base }
        : Declared extends LevelField
          ? { amount: string | number }
          : Declared extends DecimalField
            ? string | number
            : Exclude<ValueOf<Declared>, null>)
    | (Declared extends Optional ? null : never);

/** What any rule contains in any field. */
export type FieldValue = ValueOf<Field> | null;

export function choice<Option extends string>(
  words: FieldWords & { none?: string },
  options: Record<Option, OptionWords>,
): ChoiceField<Option> {
  return { shape: "choice", ...words, options };
}

/** @param bases what a percentage may refer to, besides the initial balance */
export function figure(words: FieldWords & { unitLabel?: string }): FigureField<"initial">;
export function figure<Base extends FigureBase>(
  words: FieldWords & { unitLabel?: string },
  ...bases: [Base, ...Base[]]
): FigureField<Base | "initial">;
export function figure(
  words: FieldWords & { unitLabel?: string },
  ...bases: FigureBase[]
): FigureField {
  return { shape: "figure", unitLabel: "Unit", ...words, bases: ["initial", ...bases] };
}

export const level = (words: FieldWords): LevelField => ({ shape: "level", ...words });
export const percent = (words: FieldWords): DecimalField => ({ shape: "percent", ...words });
export const volume = (words: FieldWords): DecimalField => ({ shape: "volume", ...words });
export const days = (words: FieldWords): DaysField => ({ shape: "days", ...words });

export function timeOfDay(words: FieldWords & Pick<TimeField, "initial">): TimeField {
  return { shape: "time", ...words };
}

export function optional<Declared extends Field>(field: Declared): Declared & Optional {
  return { ...field, isOptional: true };
}

/** Makes a field one that rules may lack. */
export function omittable<Declared extends Field>(field: Declared): Declared & Omittable {
  return { ...field, isOmittable: true };
}

/** Fields that several kinds have. */

/** `fail` ends the evaluation of the stage; `pause` is only reported, and the evaluation continues. */
export const consequence = choice(
  { label: "A breach", changed: "a breach" },
  {
    fail: { label: "Ends the evaluation", changed: "ends the evaluation" },
    pause: { label: "Is reported; the evaluation continues", changed: "is reported" },
  },
);

/** What a limit measures: observed equity, the balance after each booking, or the balance at the end of each day. */
export const measured = choice(
  { label: "Measured", changed: "measured by" },
  {
    equity: { label: "Equity", changed: "equity" },
    balance: { label: "Balance after each booking", changed: "balance" },
    day_end_balance: {
      label: "Balance at the end of each day",
      changed: "balance at the end of the day",
    },
  },
);

export const breachedWhen = choice(
  { label: "Breached", changed: "breached" },
  {
    below: { label: "Below the floor", changed: "below the floor" },
    at_or_below: { label: "At or below the floor", changed: "at or below the floor" },
  },
);
