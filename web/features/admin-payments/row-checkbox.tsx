import { BareCheckbox } from "../../components/field/bare-checkbox.tsx";
import styles from "./payments.module.css";

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox that selects a row; its label is only for screen readers. */
export function RowCheckbox({ label, isChecked, onChange }: RowCheckboxProps) {
  return (
    <label className={styles.check}>
      <BareCheckbox checked={isChecked} onChange={(event) => onChange(event.target.checked)} />
      <span className="visually-hidden">{label}</span>
    </label>
  );
}
