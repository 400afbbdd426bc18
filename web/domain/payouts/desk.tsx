import Box from "@mui/material/Box";
import { Fragment, useEffect, useRef } from "react";

interface ConclusionProps {
  /** Whether the conclusion speaks against what is asked. */
  isUnusual: boolean;
  children: string;
}

/** The sentence with which a screen about money begins, or that stands below its first figures. */
export function Conclusion({ isUnusual, children }: ConclusionProps) {
  return (
    <Box
      component="p"
      sx={{
        color: isUnusual ? "var(--red)" : "var(--ink)",
        fontSize: "var(--text-lg)",
        fontWeight: 600,
        overflowWrap: "anywhere",
      }}
    >
      {children}
    </Box>
  );
}

/** What a key does; `undefined` if it does nothing now. */
type Shortcuts = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

const typing = "input, textarea, select, [contenteditable], [role='dialog'], [role='menu']";

/** Calls a function for a key, unless a modifier is pressed, a field has the focus, or a dialog or menu is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = event;
      const run = latest.current[key];
      if (!run || altKey || ctrlKey || metaKey || defaultPrevented) return;
      if (target instanceof Element && target.closest(typing)) return;
      if (document.querySelector("[role='dialog']")) return;
      event.preventDefault();
      run(event);
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** Says what the keys do, on screens that have a keyboard rather than a touch screen. */
export function KeyHelp({ keys }: { keys: Readonly<Record<string, string>> }) {
  return (
    <Box
      component="p"
      sx={{
        color: "text.secondary",
        fontSize: "var(--text-sm)",
        "& kbd": { fontFamily: "inherit", fontWeight: 600, color: "text.primary" },
        "@media (pointer: coarse)": { display: "none" },
      }}
    >
      {"Keys: "}
      {Object.entries(keys).map(([key, words], index) => (
        <Fragment key={key}>
          {index > 0 ? " · " : null}
          <kbd>{key}</kbd> {words}
        </Fragment>
      ))}
    </Box>
  );
}
