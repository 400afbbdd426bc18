import { useState, type KeyboardEvent } from "react";
import { usePaletteResults, type PaletteAction, type PaletteMode } from "./use-palette-results.ts";

interface PaletteInput {
  actions: readonly PaletteAction[];
  /** Returns the id of the element of an option. */
  optionId: (index: number) => string;
  onClose: () => void;
}

/** The state of the command palette: what is typed, what is found, and which option is active. */
export function usePalette({ actions, optionId, onClose }: PaletteInput) {
  const [text, setText] = useState("");
  const [mode, setMode] = useState<PaletteMode>("everything");
  const [pointed, point] = useState(0);

  function type(next: string) {
    setText(next);
    point(0);
  }

  function enter(next: PaletteMode) {
    setMode(next);
    type("");
  }

  const { groups, isSearching, hasFailed } = usePaletteResults({
    text,
    mode,
    actions,
    onMode: enter,
  });
  const options = groups.flatMap((group) => group.options);
  const last = options.length - 1;
  const active = Math.min(pointed, last);

  function select(index: number) {
    const option = options[index];
    if (!option) return;
    if (!option.staysOpen) onClose();
    option.onSelect();
  }

  function moveTo(index: number) {
    point(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: "nearest" });
  }

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") moveTo(active >= last ? 0 : active + 1);
    else if (event.key === "ArrowUp") moveTo(active <= 0 ? last : active - 1);
    else if (event.key === "Enter") select(active);
    else if (event.key === "Backspace" && text === "" && mode !== "everything") enter("everything");
    else return;
    event.preventDefault();
  }

  return {
    text,
    mode,
    groups,
    isSearching,
    hasFailed,
    count: options.length,
    active,
    type,
    point,
    select,
    onKey,
  };
}
