import InputBase from "@mui/material/InputBase";
import NativeSelect from "@mui/material/NativeSelect";
import type { ComponentProps } from "react";
import { Icon } from "../icon/icon.tsx";
import { Field, splitFieldProps, type FieldText } from "./field.tsx";

interface SelectProps extends FieldText, Omit<ComponentProps<"select">, "className" | "id"> {
  /** Labels by value, in the order shown. */
  options: Readonly<Record<string, string>>;
  /** The label of an empty first option; without it, the first of `options` is selected. */
  placeholder?: string;
}

/** The native select, which phones, keyboards and screen readers support best. `children` are further options, in groups. */
export function Select({ options, placeholder, children, ...props }: SelectProps) {
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
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {children}
        </NativeSelect>
      )}
    </Field>
  );
}

function SelectIcon({ className }: { className?: string }) {
  return (
    <span className={className}>
      <Icon name="chevronDown" size={16} />
    </span>
  );
}
