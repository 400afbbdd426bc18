import InputBase from "@mui/material/InputBase";
import NativeSelect from "@mui/material/NativeSelect";
import type { ComponentProps } from "react";
import { Icon } from "../icon/icon.tsx";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";

interface SelectProps extends FieldText, Omit<ComponentProps<"select">, "className" | "id"> {
  /** Labels by value, in the order shown. */
  options: Readonly<Record<string, string>>;
  /** Titles of groups with the values of their options; options without a group come first. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** The label of an empty first option; without it, the first of `options` is selected. */
  placeholder?: string;
}

/** The native select, which phones, keyboards and screen readers support best. */
export function Select({ options, groups = {}, placeholder, ...props }: SelectProps) {
  const grouped = new Set(Object.values(groups).flat());
  const ungrouped = Object.keys(options).filter((value) => !grouped.has(value));
  const { frame, element } = splitFieldProps(props);
  return (
    <Field {...frame}>
      {(attributes) => (
        <NativeSelect
          input={<InputBase />}
          IconComponent={SelectIcon}
          disabled={element.disabled}
          inputProps={{ ...element, ...attributes }}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          <Options values={ungrouped} labels={options} />
          {Object.entries(groups).map(([title, values]) => (
            <optgroup key={title} label={title}>
              <Options values={values.filter((value) => value in options)} labels={options} />
            </optgroup>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

interface OptionsProps {
  values: readonly string[];
  labels: Readonly<Record<string, string>>;
}

const Options = ({ values, labels }: OptionsProps) =>
  values.map((value) => (
    <option key={value} value={value}>
      {labels[value]}
    </option>
  ));

function SelectIcon({ className }: { className?: string }) {
  return (
    <span className={className}>
      <Icon name="chevronDown" size={16} />
    </span>
  );
}
