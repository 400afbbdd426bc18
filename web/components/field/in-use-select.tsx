import { Select } from "./select.tsx";

interface InUseSelectProps {
  label: string;
  /** Empty for any. */
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  /** The values in use with their labels. */
  known: readonly (readonly [value: string, label: string])[];
}

/** Chooses one of the values in use, or the chosen one, which may no longer be in use. */
export function InUseSelect({ known, ...control }: InUseSelectProps) {
  const { value } = control;
  const isMissing = value !== "" && !known.some(([each]) => each === value);
  const options = Object.fromEntries([...known, ...(isMissing ? [[value, value] as const] : [])]);
  return <Select {...control} placeholder="Any" options={options} />;
}
