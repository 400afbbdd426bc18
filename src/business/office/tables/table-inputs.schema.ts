import { z } from "zod";
import {
  type FieldFilterInput,
  fieldFilterInput,
} from "../../../platform/declared/field.schema.ts";
import { idFilter } from "../../../platform/fields/fields.schema.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import {
  exportQuery,
  flagFilter,
  pageQuery,
  search,
  setFilter,
  timeFilter,
} from "../../../platform/lists/list.schema.ts";
import { moneyInput } from "../../../platform/money/money.schema.ts";
import type { Sorts } from "./define-table.rule.ts";
import type {
  Amount,
  Choice,
  Choices,
  Day,
  FieldFilter,
  Flag,
  TableFilter,
  TableFilters,
  Text,
} from "./filters.rule.ts";

const choiceInput = <Value extends string>({ options, error, about }: Choice<Value>) => {
  const input = z.enum(keysOf(options), { error }).optional();
  return about === undefined ? input : input.meta({ description: about });
};

const choicesInput = <Value extends string>({ options, error, about, aliases }: Choices<Value>) => {
  const input = setFilter(keysOf(options), error, aliases);
  return about === undefined ? input : input.meta({ description: about });
};

const amountInput = (name: string) => moneyInput(`${name} must be an amount`).optional();

/** The input of a filter. Those by a text have schemas of their own. */
type FilterInput<Of extends TableFilter> =
  Of extends Choice<infer Value>
    ? ReturnType<typeof choiceInput<Value>>
    : Of extends Choices<infer Value>
      ? ReturnType<typeof choicesInput<Value>>
      : Of extends FieldFilter<infer Declared>
        ? FieldFilterInput<Declared>
        : Of extends Flag
          ? ReturnType<typeof flagFilter>
          : Of extends Day
            ? ReturnType<typeof timeFilter>
            : Of extends Amount
              ? ReturnType<typeof amountInput>
              : ReturnType<typeof idFilter>;

export type FilterInputs<Of extends TableFilters> = {
  [Name in keyof Of as Of[Name] extends Text ? never : Name]: FilterInput<Of[Name]>;
};

function filterInput(name: string, filter: Exclude<TableFilter, Text>): z.ZodType {
  if (filter.kind === "choice") return choiceInput(filter);
  if (filter.kind === "choices") return choicesInput(filter);
  if (filter.kind === "field") return fieldFilterInput(name, filter.field);
  if (filter.kind === "flag") return flagFilter(name).meta({ description: filter.about });
  if (filter.kind === "day") return timeFilter(name).meta({ description: filter.about });
  return filter.kind === "amount" ? amountInput(name) : idFilter(name);
}

/** Returns the inputs of a table's filters, for all of its calls, except those by a text. */
export function filterInputs<Of extends TableFilters>(filters: Of): FilterInputs<Of> {
  const inputs = Object.entries(filters).flatMap(([name, filter]) =>
    filter.kind === "text" ? [] : [[name, filterInput(name, filter)]],
  );
  return Object.fromEntries(inputs) as FilterInputs<Of>;
}

interface Filtered<Of extends Sorts, Filters extends TableFilters> {
  sorts: Of;
  filters: Filters;
}

/** Returns the input of the call that reads a page of a table. */
export function tablePageInput<Of extends Sorts, Filters extends TableFilters>({
  sorts,
  filters,
}: Filtered<Of, Filters>) {
  return pageQuery(sorts, filterInputs(filters));
}

/** Returns the input of the export of a table. @param matches what the search matches */
export function tableExportInput<Of extends Sorts, Filters extends TableFilters>(
  { sorts, filters }: Filtered<Of, Filters>,
  columns: Readonly<Record<string, unknown>>,
  matches: string | undefined,
) {
  const inputs = filterInputs(filters);
  return exportQuery(sorts, keysOf(columns), {
    ...inputs,
    ...(matches !== undefined && { search: search.meta({ description: matches }) }),
  });
}
