import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import type { FieldPath } from "react-hook-form";
import type {
  ChoiceField,
  FigureField,
} from "../../../../src/business/rulebook/kinds/parts/field.rule.ts";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import type { ChoicesField, FormField, FormFieldSet } from "./form-field.ts";
import { type FormTexts, isShown, NOTHING, unitOf } from "./rule-texts.ts";
import type { RulesFormApi } from "./rules-form-schema.ts";
import type { RulesForm } from "./rules-form.ts";

interface RuleControlsProps {
  form: RulesFormApi;
  /** Where the form contains the texts, such as `limits.0`. */
  path: string;
  fields: FormFieldSet;
  texts: FormTexts;
}

/** The controls of the fields that have an effect. The form keeps the texts of the others. */
export function RuleControls({ form, path, fields, texts }: RuleControlsProps) {
  return (
    <FormFields isWide>
      {Object.entries(fields)
        .filter(([, field]) => isShown(field, texts))
        .map(([name, field]) => (
          <RuleControl
            key={name}
            form={form}
            path={`${path}.${name}` as FieldPath<RulesForm>}
            field={field}
            unit={texts[unitOf(name)]}
          />
        ))}
    </FormFields>
  );
}

interface RuleControlProps {
  form: RulesFormApi;
  path: FieldPath<RulesForm>;
  field: FormField;
  /** The unit of a figure. */
  unit: FormTexts[string] | undefined;
}

/** The control for a field, by its shape. */
function RuleControl({ form, path, field, unit }: RuleControlProps) {
  const { label, hint } = field;
  switch (field.shape) {
    case "choice":
      return <Select label={label} options={optionsOf(field)} {...form.field(path)} />;
    case "choices":
      return <Choices form={form} path={path} field={field} />;
    case "switch":
      return <Checkbox label={label} hint={hint} {...form.field(path)} />;
    case "figure":
    case "sized":
      return (
        <>
          {unit === "sizes" ? (
            <TextArea
              label={label}
              hint="A line for each size, such as 50000.00: 1500.00."
              rows={3}
              {...form.field(path)}
            />
          ) : (
            <TextField label={label} hint={hint} {...form.amountField(path)} />
          )}
          <Select
            label={field.shape === "figure" ? field.unitLabel : `${label}, unit`}
            options={field.shape === "figure" ? unitsOf(field) : sizedUnits}
            {...form.field(unitOf(path) as FieldPath<RulesForm>)}
          />
        </>
      );
    case "lists":
      return (
        <TextArea label={label} hint={hint} rows={3} spellCheck={false} {...form.field(path)} />
      );
    case "level":
    case "percent":
      return <TextField label={label} hint={hint} {...form.amountField(path)} />;
    case "time":
      return <TextField label={label} hint={hint} type="time" {...form.field(path)} />;
    default:
      return (
        <TextField
          label={label}
          hint={hint}
          inputMode={inputModes[field.shape]}
          autoComplete="off"
          {...form.field(path)}
        />
      );
  }
}

const inputModes = { days: "numeric", count: "numeric", volume: "decimal", list: "text" } as const;

interface ChoicesProps extends Pick<RuleControlProps, "form" | "path"> {
  field: ChoicesField;
}

function Choices({ form, path, field: { label, options } }: ChoicesProps) {
  const { error, ...registration } = form.field(path);
  return (
    <Box component="fieldset" sx={{ display: "grid", alignContent: "start", gap: 0.75 }}>
      <FormLabel component="legend" sx={{ padding: 0, marginBlockEnd: 0.75 }}>
        {label}
      </FormLabel>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: "0.5rem 1.25rem" }}>
        {Object.entries(options).map(([value, name]) => (
          <Checkbox key={value} {...registration} label={name} value={value} />
        ))}
      </Box>
      {error ? <FormHelperText error>{error}</FormHelperText> : null}
    </Box>
  );
}

function optionsOf({ options, none }: ChoiceField): Record<string, string> {
  const labels = Object.entries(options).map(([option, { label }]) => [option, label]);
  return { ...Object.fromEntries(labels), ...(none !== undefined && { [NOTHING]: none }) };
}

const units = {
  initial: "% of the initial balance",
  reference: "% of the day's reference",
  peak: "% of the peak",
};

function unitsOf({ bases }: FigureField): Record<string, string> {
  const percentages = bases.map((base) => [base, units[base]]);
  return { ...Object.fromEntries(percentages), amount: "as an amount" };
}

const sizedUnits = {
  amount: "as an amount",
  initial: units.initial,
  sizes: "by account size",
};
