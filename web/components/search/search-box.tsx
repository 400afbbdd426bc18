import InputBase from "@mui/material/InputBase";
import { useEffect, useEffectEvent, useState } from "react";
import { Icon } from "../icon/icon.tsx";
import styles from "./search-box.module.css";

/** Long enough to avoid a search per letter, short enough to feel immediate. */
const DEBOUNCE_MS = 300;

interface SearchBoxProps {
  /** Also the accessible name. */
  placeholder: string;
  /** The current search. */
  value: string;
  /** Called when the user pauses typing. */
  onSearch: (search: string) => void;
}

export function SearchBox({ placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);

  // A value from outside, for example after Back, replaces the text. The box's own search, passed back, does not.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) setText(value);
  }

  const search = useEffectEvent((wanted: string) => {
    setSent(wanted);
    onSearch(wanted);
  });

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === known) return undefined;
    const timer = setTimeout(() => search(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, known]);

  return (
    <InputBase
      className={styles.box}
      startAdornment={<Icon name="search" size={18} />}
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
      slotProps={{ input: { maxLength: 200, spellCheck: false } }}
    />
  );
}
