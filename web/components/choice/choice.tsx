import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";

interface ChoiceProps<Key extends string> {
  /** What the options choose, for screen readers. */
  name: string;
  /** Labels by key, in the order shown. */
  options: Readonly<Partial<Record<Key, string>>>;
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
    <ToggleButtonGroup
      exclusive
      aria-label={name}
      value={selected}
      // The selected option cannot be switched off.
      onChange={(_, key: Key | null) => key !== null && onSelect(key)}
    >
      {(Object.keys(options) as Key[]).map((key) => (
        <ToggleButton key={key} value={key}>
          {options[key]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
