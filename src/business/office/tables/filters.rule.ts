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
}

/** A filter by one or more of several values, separated by commas. */
export interface Choices<Value extends string> extends Omit<Choice<Value>, "kind"> {
  kind: "choices";
  /** Labels of combinations that are often needed, such as `pending,held`. */
  sets?: Readonly<Record<string, string>>;
}

/** A filter by an id that only calls have: no screen shows it. */
export interface IdOfCall {
  kind: "id-of-call";
}

export type TableFilter = Choice<string> | Choices<string> | IdOfCall;

export type TableFilters = Readonly<Record<string, TableFilter>>;

/** A filter that the screen shows. */
export type ShownFilter = Exclude<TableFilter, IdOfCall>;

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

export const idOfCall: IdOfCall = { kind: "id-of-call" };

/** Returns the filters that the screen shows, by name. */
export function shownFilters(filters: TableFilters): [name: string, filter: ShownFilter][] {
  return Object.entries(filters).flatMap(([name, filter]) =>
    filter.kind === "id-of-call" ? [] : [[name, filter] as [string, ShownFilter]],
  );
}
