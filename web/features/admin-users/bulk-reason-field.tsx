import { TextField } from "../../components/field/text-field.tsx";

interface BulkReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
}

export function BulkReasonField({ value, onChange }: BulkReasonFieldProps) {
  return (
    <TextField
      label="Reason (optional)"
      hint="For the audit log of each user."
      value={value}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
