import { z } from "zod";
import { idFilter } from "../../../platform/fields/fields.schema.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";
import { exportQuery, pageQuery, search, setFilter } from "../../../platform/lists/list.schema.ts";
import type { Sorts } from "./define-table.rule.ts";
import type { Choice, Choices, TableFilter, TableFilters } from "./filters.rule.ts";

const choiceInput = <Value extends string>({ options, error, about }: Choice<Value>) => {
  const input = z.enum(keysOf(options), { error }).optional();
  return about === undefined ? input : input.meta({ description: about });
};

const choicesInput = <Value extends string>({ options, error }: Choices<Value>) =>
  setFilter(keysOf(options), error);

type FilterInput<Of extends TableFilter> =
  Of extends Choice<infer Value>
    ? ReturnType<typeof choiceInput<Value>>
    : Of extends Choices<infer Value>
      ? ReturnType<typeof choicesInput<Value>>
      : ReturnType<typeof idFilter>;

export type FilterInputs<Of extends TableFilters> = {
  [Name in keyof Of]: FilterInput<Of[Name]>;
};

function filterInput(name: string, filter: TableFilter): z.ZodType {
  if (filter.kind === "choice") return choiceInput(filter);
  if (filter.kind === "choices") return choicesInput(filter);
  return idFilter(name);
}

/** Returns the inputs of a table's filters, for all of its calls. */
export function filterInputs<Of extends TableFilters>(filters: Of): FilterInputs<Of> {
  const inputs = Object.entries(filters).map(([name, filter]) => [name, filterInput(name, filter)]);
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
