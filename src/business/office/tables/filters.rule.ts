import { type Field, type Fields, shownValue } from "../../../platform/declared/field.rule.ts";
import { recordOf } from "../../../platform/fields/pick.rule.ts";

/** A filter by one of several values. */
export interface Choice<Value extends string> {
  kind: "choice";
  /** For screen readers; the option for all rows says it to everyone else. */
  label: string;
  /** The option without a filter, such as "All kinds". */
  all: string;
  /** Labels by value, in the order shown. */
  options: Readonly<Record<Value, string>>;
  /** The message about any other value. */
  error: string;
  /** A description for the documentation. */
  about?: string;
  /** Shown in the dialog of all filters alone; above the table if absent. */
  isInDialog?: true;
}

/** A filter by one or more of several values, separated by commas. */
export interface Choices<Value extends string> extends Omit<Choice<Value>, "kind"> {
  kind: "choices";
  /** Labels of combinations that are often needed, such as `pending,held`. */
  sets?: Readonly<Record<string, string>>;
  /** Other spellings of values in calls. */
  aliases?: Readonly<Record<string, Value>>;
}

/** A filter by whether something holds, in the dialog. */
export interface Flag {
  kind: "flag";
  label: string;
  words: Readonly<Record<"true" | "false", string>>;
  about: string;
}

/** A filter by a declared field: one that declares `filter`. In the dialog. */
export interface FieldFilter<Of extends Field = Field> {
  kind: "field";
  field: Of;
}

/** A filter by the first or the last of some days, in the dialog. Calls have its midnight in the viewer's time zone. */
export interface Day {
  kind: "day";
  /** As in "Registered from". */
  label: string;
  bound: "first" | "last";
  about: string;
}

/** A filter by the lowest or the highest amount, in the dialog. */
export interface Amount {
  kind: "amount";
  /** As in "Amount at least". */
  label: string;
  /** As in "At least $1,000.00". */
  short: string;
}

/** A filter by a text, in the dialog. The schema of its input is not declared with the table. */
export interface Text {
  kind: "text";
  label: string;
  longest: number;
  /** Whether the server accepts a text that is neither blank nor too long; it accepts all of them if absent. */
  accepts?(text: string): boolean;
}

/** A filter by an id that only calls have: no screen shows it. */
export interface IdOfCall {
  kind: "id-of-call";
}

/** A filter that the screen shows. */
export type ShownFilter =
  Choice<string> | Choices<string> | Flag | FieldFilter | Day | Amount | Text;

export type TableFilter = ShownFilter | IdOfCall;

export type TableFilters = Readonly<Record<string, TableFilter>>;

export function choice<const Value extends string>(
  filter: Omit<Choice<Value>, "kind">,
): Choice<Value> {
  return { kind: "choice", ...filter };
}

export function choices<const Value extends string>(
  filter: Omit<Choices<Value>, "kind">,
): Choices<Value> {
  return { kind: "choices", ...filter };
}

export const flag = (filter: Omit<Flag, "kind">): Flag => ({ kind: "flag", ...filter });

export const text = (filter: Omit<Text, "kind">): Text => ({ kind: "text", ...filter });

/** Returns the filters of declared fields. */
export function filtersOf<Of extends Fields, Name extends keyof Of & string>(
  fields: Of,
  names: readonly Name[],
) {
  return recordOf(names, (name) => ({ kind: "field", field: fields[name]! })) as {
    [Each in Name]: FieldFilter<Of[Each]>;
  };
}

/**
 * Returns the filters by days.
 * @param word what happened on them, such as "Registered"
 */
export function days(word: string): Record<"from" | "to", Day> {
  return {
    from: {
      kind: "day",
      label: `${word} from`,
      bound: "first",
      about: `${word} at this time or later`,
    },
    to: { kind: "day", label: `${word} until`, bound: "last", about: `${word} before this time` },
  };
}

/** The filters by an amount. */
export const amounts: Record<"minAmount" | "maxAmount", Amount> = {
  minAmount: { kind: "amount", label: "Amount at least", short: "At least" },
  maxAmount: { kind: "amount", label: "Amount at most", short: "At most" },
};

export const idOfCall: IdOfCall = { kind: "id-of-call" };

/** Returns the filters that the screen shows, by name. */
export function shownFilters(filters: TableFilters): [name: string, filter: ShownFilter][] {
  return Object.entries(filters).flatMap(([name, filter]) =>
    filter.kind === "id-of-call" ? [] : [[name, filter] as [string, ShownFilter]],
  );
}

/** Whether a filter is shown above the table. */
export function isAboveTable(filter: ShownFilter): filter is Choice<string> | Choices<string> {
  return (filter.kind === "choice" || filter.kind === "choices") && !filter.isInDialog;
}

/** Describes the filter of a declared field, such as `Payouts enabled`. */
export function describeFieldFilter(field: Field, value: string): string {
  if (field.kind === "flag") {
    return `${field.label} ${shownValue(field, value === "true").toLowerCase()}`;
  }
  const isOffered = field.kind === "text" && field.offered !== undefined;
  return isOffered ? shownValue(field, value) : `${field.label} ${value}`;
}
