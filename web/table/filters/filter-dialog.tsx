import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { type FormEvent, useId, useState } from "react";
import {
  isAboveTable,
  type ShownFilter,
  shownFilters,
} from "../../../src/business/office/tables/filters.rule.ts";
import { plainAmount } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { DialogFrame } from "../../components/dialog/dialog-frame.tsx";
import { FormFields } from "../../components/forms/form-layout.tsx";
import type { FilterBarProps } from "./filter-bar.tsx";
import { FilterChoices, FilterField, labelOf, type SingleFilter } from "./filter-control.tsx";
import { type FilterValues, readFilter } from "./filter-values.ts";

interface FilterDialogProps extends FilterBarProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows the filters of a table, which are applied together. One with a single value above the table is not repeated. */
export function FilterDialog({ isOpen, onClose, onChange, ...bar }: FilterDialogProps) {
  const titleId = useId();
  const shown = shownFilters(bar.filters).filter(
    ([, filter]) => filter.kind === "choices" || !isAboveTable(filter),
  );
  const { draft, set, errors, applied } = useFilterDraft(shown, bar.values);

  function change(values: FilterValues) {
    onChange(values);
    onClose();
  }

  function apply(event: FormEvent) {
    event.preventDefault();
    if (errors.size === 0) change(applied);
  }

  /** The properties of the field of a filter. */
  const fieldOf = (name: string, filter: SingleFilter) => ({
    filter,
    value: draft[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    error: errors.get(name),
    limits: limitsOf(filter, shown, draft),
  });

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onClose}>
      <form noValidate onSubmit={apply}>
        <DialogTitle id={titleId}>Filters</DialogTitle>
        <DialogContent>
          {groupsOf(shown).map((group) =>
            Array.isArray(group) ? (
              <FormFields key={group.map(([name]) => name).join()}>
                {group.map(([name, filter]) => {
                  const Control = bar.controls?.[name];
                  const { value, onChange: enter, ...field } = fieldOf(name, filter);
                  return Control ? (
                    <Control key={name} label={labelOf(filter)} value={value} onChange={enter} />
                  ) : (
                    <FilterField key={name} {...field} value={value} onChange={enter} />
                  );
                })}
              </FormFields>
            ) : (
              <FilterChoices
                key={group.name}
                filter={group.filter}
                chosen={draft[group.name]}
                onChoose={(chosen) => set(group.name, chosen)}
              />
            ),
          )}
        </DialogContent>
        <DialogActions>
          <Button look="plain" onClick={() => change(clearedOf(shown))}>
            Clear All
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Apply
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

type Named<Filter> = [name: string, filter: Filter];

interface ChoicesGroup {
  name: string;
  filter: Extract<ShownFilter, { kind: "choices" }>;
}

/** What stands in a row of its own: the two days, and the two amounts. */
const pairs = new Set(["day", "amount"]);

/** Returns the filters as they stand below each other: the check boxes of one, or the fields of several. */
function groupsOf(shown: readonly Named<ShownFilter>[]): (Named<SingleFilter>[] | ChoicesGroup)[] {
  const groups: (Named<SingleFilter>[] | ChoicesGroup)[] = [];
  for (const [name, filter] of shown) {
    if (filter.kind === "choices") {
      groups.push({ name, filter });
      continue;
    }
    const last = groups.at(-1);
    const before = Array.isArray(last) ? last.at(-1)?.[1].kind : undefined;
    const row = (kind: ShownFilter["kind"]) => (pairs.has(kind) ? kind : "other");
    if (Array.isArray(last) && before && row(before) === row(filter.kind))
      last.push([name, filter]);
    else groups.push([[name, filter]]);
  }
  return groups;
}

/** Returns between which days a day can be chosen: not beyond that of the other bound. */
function limitsOf(filter: SingleFilter, shown: readonly Named<ShownFilter>[], draft: FilterValues) {
  if (filter.kind !== "day") return {};
  const [other] =
    shown.find(([, each]) => each.kind === "day" && each.bound !== filter.bound) ?? [];
  const day = other === undefined ? undefined : draft[other];
  return filter.bound === "first" ? { max: day } : { min: day };
}

const clearedOf = (shown: readonly Named<ShownFilter>[]): FilterValues =>
  Object.fromEntries(shown.map(([name]) => [name, undefined]));

/** The filters as they are being edited, before they are applied. */
function useFilterDraft(shown: readonly Named<ShownFilter>[], values: FilterValues) {
  const [draft, setDraft] = useState(values);
  const read = shown.map(([name, filter]) => {
    const typed = filter.kind === "amount" ? plainAmount(draft[name] ?? "") : draft[name];
    return {
      name,
      filter,
      typed,
      value: isAny(filter, typed) ? undefined : readFilter(filter, typed),
    };
  });
  const misread = read.filter(
    ({ filter, typed, value }) => filter.kind === "amount" && typed && value === undefined,
  );
  return {
    draft,
    set: (name: string, value: string | undefined) =>
      setDraft((before) => ({ ...before, [name]: value })),
    /** By filter: why it cannot be read. */
    errors: new Map(misread.map(({ name }) => [name, "Enter an amount such as 1000.00"])),
    /** The change to apply. */
    applied: Object.fromEntries(read.map(({ name, value }) => [name, value])),
  };
}

/** Whether all values of a filter above the table are chosen, which is no filter. */
function isAny(filter: ShownFilter, value: string | undefined): boolean {
  if (filter.kind !== "choices" || !isAboveTable(filter)) return false;
  return value?.split(",").length === Object.keys(filter.options).length;
}
