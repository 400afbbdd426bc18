import { Checkbox } from "../../components/field/checkbox.tsx";
import styles from "./filters.module.css";

interface ChoicesProps {
  legend: string;
  options: Readonly<Record<string, string>>;
  /** Values separated by commas; `undefined` means any. */
  chosen: string | undefined;
  onChoose: (chosen: string | undefined) => void;
}

/** Chooses several values of a filter. */
export function Choices({ legend, options, chosen, onChoose }: ChoicesProps) {
  const values = chosen ? chosen.split(",") : [];
  function toggle(value: string, isOn: boolean) {
    const toggled = Object.keys(options).filter((key) =>
      key === value ? isOn : values.includes(key),
    );
    onChoose(toggled.length > 0 ? toggled.join(",") : undefined);
  }
  return (
    <fieldset className={styles.set}>
      <legend>{legend}</legend>
      {Object.entries(options).map(([value, label]) => (
        <Checkbox
          key={value}
          label={label}
          checked={values.includes(value)}
          onChange={({ target }) => toggle(value, target.checked)}
        />
      ))}
    </fieldset>
  );
}
