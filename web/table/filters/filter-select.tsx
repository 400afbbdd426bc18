import { Select } from "../../components/field/select.tsx";
import { describeSet } from "./filter-values.ts";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";

interface FilterSelectProps<Value extends string> {
  /** Only screen readers announce it; the option for all rows says it to everyone else. */
  label: string;
  /** The label of the option without a filter, such as `All statuses`. */
  all: string;
  /** Labels by value, in the order shown. */
  options: Readonly<Record<Value, string>>;
  /** Titles of groups with their values, for many options. */
  groups?: Readonly<Record<string, readonly Value[]>>;
  /** Several values, separated by commas, get an option of their own: a link or the filter dialog may choose them. */
  value: Value | undefined;
  /** Receives `undefined` for the option without a filter. */
  onChange: (value: Value | undefined) => void;
}

/** Filters a list by one value, above it. */
export function FilterSelect<Value extends string>({
  label,
  all,
  options,
  groups = {},
  value,
  onChange,
}: FilterSelectProps<Value>) {
  const isSet = value !== undefined && value.includes(",") && !(value in options);
  const shown = isSet ? { ...options, [value]: describeSet(options, value) } : options;
  const grouped = new Set<string>(Object.values<readonly Value[]>(groups).flat());
  return (
    <Select
      layout="inline"
      isLabelHidden
      label={label}
      placeholder={all}
      options={Object.fromEntries(
        Object.entries<string>(shown).filter(([key]) => !grouped.has(key)),
      )}
      value={value ?? ""}
      onChange={({ target }) => onChange(keysOf(shown).find((key) => key === target.value))}
    >
      {Object.entries<readonly Value[]>(groups).map(([title, values]) => (
        <optgroup key={title} label={title}>
          {values.map((each) => (
            <option key={each} value={each}>
              {options[each]}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
