import { useId } from "react";
import { Icon } from "../icon/icon.tsx";
import styles from "./quiet-select.module.css";

interface QuietSelectProps {
  label: string;
  /** Otherwise the label is for screen readers, and the options speak for themselves. */
  isLabelShown?: boolean;
  /** Value to words. */
  options: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
}

/** A choice beside a table, where a form's field would be too loud. */
export function QuietSelect({
  label,
  isLabelShown = false,
  options,
  value,
  onChange,
}: QuietSelectProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={isLabelShown ? styles.label : "visually-hidden"}>
        {label}
      </label>
      <span className={styles.select}>
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          {Object.entries(options).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={14} />
      </span>
    </div>
  );
}
