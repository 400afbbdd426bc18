import InputBase from "@mui/material/InputBase";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
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

/** A search field. The key `/` moves the focus to it, on a page with several to the first. */
export function SearchBox({ placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useSlashKey(input);

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
      inputRef={input}
      slotProps={{ input: { maxLength: 200, spellCheck: false, "aria-keyshortcuts": "/" } }}
    />
  );
}

/** Controls into which a slash can be typed, and layers above the page; those that are fading out are inert. */
const typed = "input, textarea, select, [contenteditable]";
const openLayers = ':is([role="dialog"], [role="menu"]):not([inert], [inert] *)';

function useSlashKey(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function focus(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey || defaultPrevented) return;
      if (target instanceof Element && target.matches(typed)) return;
      if (document.querySelector(openLayers)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [input]);
}
