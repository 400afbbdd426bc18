import InputBase from "@mui/material/InputBase";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Icon } from "../icon/icon.tsx";
import clear from "./clear.svg";

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
  const [known, setKnown] = useState(value);
  /** The box's own searches that have not been passed back yet, the latest last. */
  const [sent, setSent] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  useSlashKey(input);

  // A value from outside, for example after Back, replaces the text. The box's own search, passed back, does not.
  if (value !== known) {
    setKnown(value);
    const own = sent.indexOf(value);
    if (own < 0) setText(value);
    setSent(own < 0 ? [] : sent.slice(own + 1));
  }

  const search = useEffectEvent((wanted: string) => {
    setSent([...sent, wanted]);
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
      sx={look}
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

const look = {
  flex: { xs: "1 1 100%", md: "1 1 18rem" },
  minWidth: 0,
  maxWidth: { md: "24rem" },
  height: "2.25rem",
  minHeight: 0,
  pl: 1.25,
  borderColor: "var(--line-strong)",
  "&:hover": { borderColor: "var(--field-line)" },
  "& svg": { color: "text.disabled" },
  "& input": { pl: 0.75, pr: 1.25, textOverflow: "ellipsis" },
  "& input::-webkit-search-cancel-button": {
    appearance: "none",
    width: 24,
    height: 24,
    background: "var(--ink-faint)",
    cursor: "pointer",
    mask: `url(${clear}) center / 1rem no-repeat`,
  },
  // An empty box needs no cancel button, which would take room from the placeholder.
  "& input:placeholder-shown::-webkit-search-cancel-button": { display: "none" },
  "@media (width < 768px)": {
    height: "2.5rem",
    // Phones zoom in on focus if the text of a control is smaller.
    fontSize: "1rem",
    "& input::placeholder": { fontSize: "var(--text-md)" },
  },
};

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
