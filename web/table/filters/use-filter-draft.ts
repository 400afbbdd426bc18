import { useState } from "react";
import { plainAmount } from "../../../src/platform/money/money.ts";
import type { FilterBarProps, FilterChange } from "./filter-bar.tsx";
import { type FilterName, readFilters } from "./filter-search.ts";

/** The filters as they are being edited, before they are applied. */
export function useFilterDraft({ names, statuses, present }: FilterBarProps) {
  const [draft, setDraft] = useState(present);
  const set = (change: FilterChange) => setDraft((before) => ({ ...before, ...change }));

  const field = (name: FilterName, label: string) => ({
    label,
    value: draft[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });

  const { minAmount = "", maxAmount = "" } = draft;
  const typed = {
    ...draft,
    minAmount: plainAmount(minAmount),
    maxAmount: plainAmount(maxAmount),
  };
  const isMisread = (name: FilterName) => Boolean(typed[name]) && !readFilters(typed, [name])[name];

  const amount = (name: "minAmount" | "maxAmount", label: string) => ({
    ...field(name, label),
    inputMode: "decimal" as const,
    autoComplete: "off",
    error: isMisread(name) ? "Enter an amount such as 1000.00" : undefined,
  });

  const isAny = !draft.status || draft.status.split(",").length === Object.keys(statuses).length;
  const chosen = { ...readFilters(typed, names), status: isAny ? undefined : draft.status };
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  return {
    draft,
    set,
    /** The properties of a field. */
    field,
    /** The properties of a field for an amount. */
    amount,
    /** The change to apply; `undefined` if an amount cannot be read. */
    applied: isMisread("minAmount") || isMisread("maxAmount") ? undefined : chosen,
    /** The change that removes all filters. */
    cleared: { ...none, status: undefined },
  };
}
