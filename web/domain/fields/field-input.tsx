import type { UseFormRegisterReturn } from "react-hook-form";
import type { TextField as DeclaredText } from "../../../src/platform/declared/field.rule.ts";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";

interface FieldInputProps {
  declared: Omit<DeclaredText, "column" | "example">;
  /** What the form returns for the field. */
  control: UseFormRegisterReturn & { error: string | undefined };
  /** The stored value, which stays on offer. */
  stored?: string | null;
  /** Browsers fill in what they know about their user, unless the form is about another person. */
  isAboutUser?: boolean;
  autoFocus?: boolean;
}

/** The control of a declared text: a choice if values are offered. */
export function FieldInput({
  declared: { label, placeholder, autoComplete, offered },
  control,
  stored = null,
  isAboutUser = false,
  autoFocus = false,
}: FieldInputProps) {
  const shared = {
    label,
    placeholder,
    autoFocus,
    autoComplete: isAboutUser ? autoComplete : "off",
    ...control,
  };
  return offered ? (
    <Select {...shared} options={withStored(offered, stored)} />
  ) : (
    <TextField {...shared} />
  );
}

/** Adds the stored value if it is not offered, because the API accepts any. */
function withStored(offered: Readonly<Record<string, string>>, stored: string | null) {
  return stored && !(stored in offered) ? { ...offered, [stored]: stored } : offered;
}
