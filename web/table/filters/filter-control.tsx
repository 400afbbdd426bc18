import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Choices, ShownFilter } from "../../../src/business/office/tables/filters.rule.ts";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";

/** A field of the dialog. */
export interface FilterControl {
  label: string;
  /** Empty for any. */
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** Controls by the name of the filter, for those whose values the server knows. */
export type FilterControls = Readonly<Record<string, (control: FilterControl) => ReactNode>>;

/** A filter that has one field. */
export type SingleFilter = Exclude<ShownFilter, Choices<string>>;

interface FilterFieldProps extends Omit<FilterControl, "label"> {
  filter: SingleFilter;
  /** Says that the value cannot be read. */
  error: string | undefined;
  /** Days: the first and the last that can be chosen. */
  limits: { min?: string | undefined; max?: string | undefined };
}

/** Chooses or enters the value of a filter. */
export function FilterField({ filter, error, limits, ...field }: FilterFieldProps) {
  const control = { ...field, label: labelOf(filter) };
  const options = optionsOf(filter);
  if (options) return <Select placeholder="Any" options={options} {...control} />;
  if (filter.kind === "day") return <TextField type="date" {...limits} {...control} />;
  if (filter.kind === "amount") {
    return <TextField inputMode="decimal" autoComplete="off" error={error} {...control} />;
  }
  return <TextField placeholder="Any" autoComplete="off" {...control} />;
}

/** Returns what a filter offers to choose from; `undefined` if its value is typed. */
function optionsOf(filter: SingleFilter): Readonly<Record<string, string>> | undefined {
  if (filter.kind === "choice") return filter.options;
  if (filter.kind === "flag") return filter.words;
  if (filter.kind !== "field") return undefined;
  const { field } = filter;
  if (field.kind === "flag") return field.words;
  return field.kind === "text" ? field.offered : undefined;
}

export const labelOf = (filter: SingleFilter): string =>
  filter.kind === "field" ? filter.field.label : filter.label;

interface FilterChoicesProps {
  filter: Choices<string>;
  /** Values separated by commas; `undefined` means any. */
  chosen: string | undefined;
  onChoose: (chosen: string | undefined) => void;
}

/** Chooses several values of a filter. */
export function FilterChoices({
  filter: { label, options },
  chosen,
  onChoose,
}: FilterChoicesProps) {
  const values = chosen ? chosen.split(",") : [];
  function toggle(value: string, isOn: boolean) {
    const toggled = Object.keys(options).filter((key) =>
      key === value ? isOn : values.includes(key),
    );
    onChoose(toggled.length > 0 ? toggled.join(",") : undefined);
  }
  return (
    <Box
      component="fieldset"
      sx={{
        display: "grid",
        gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
        gap: "0.5rem 0.75rem",
      }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1, p: 0 }}>
        {label}
      </Typography>
      {Object.entries(options).map(([value, text]) => (
        <Checkbox
          key={value}
          label={text}
          checked={values.includes(value)}
          onChange={({ target }) => toggle(value, target.checked)}
        />
      ))}
    </Box>
  );
}
