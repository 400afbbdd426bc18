import styles from "./choice.module.css";

interface ChoiceProps<Key extends string> {
  /** What the options choose, for screen readers. */
  name: string;
  /** Labels by key, in the order shown. */
  options: Readonly<Record<Key, string>>;
  selected: Key;
  onSelect: (key: Key) => void;
}

/** A few short options side by side, exactly one of which is selected. */
export function Choice<Key extends string>({
  name,
  options,
  selected,
  onSelect,
}: ChoiceProps<Key>) {
  return (
    <div role="group" aria-label={name} className={styles.choice}>
      {(Object.keys(options) as Key[]).map((key) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === selected}
          className={styles.option}
          onClick={() => onSelect(key)}
        >
          {options[key]}
        </button>
      ))}
    </div>
  );
}
