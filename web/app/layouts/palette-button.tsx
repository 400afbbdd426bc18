import { useEffect, useEffectEvent } from "react";
import { Opened } from "../../components/dialog/opened.tsx";
import { type Dialog, useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import styles from "./admin-layout.module.css";
import type { PaletteAction } from "./use-palette-results.ts";

const CommandPalette = lazyComponent(() =>
  import("./command-palette.tsx").then((m) => m.CommandPalette),
);

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Layers that are open above the page; layers that are fading out are inert. */
const openLayers = ':is([role="dialog"], [role="menu"]):not([inert], [inert] *)';

/** Manages the state of the command palette, which Ctrl+K or Cmd+K opens unless another layer is open. */
export function usePalette() {
  const palette = useDialog<null>();
  const openByKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isShortcut || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    if (palette.isOpen) palette.close();
    else if (!document.querySelector(openLayers)) palette.open(null);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => openByKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return palette;
}

/** A button that opens the palette and shows its shortcut. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className={styles.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <Icon name="search" size={16} />
      <span className={styles.searchLabel}>Search</span>
      <kbd className={styles.key} aria-hidden="true">
        {isApple ? "⌘K" : "Ctrl K"}
      </kbd>
    </button>
  );
}

interface LazyPaletteProps {
  palette: Dialog<null>;
  actions: readonly PaletteAction[];
}

/** Loads the code of the palette with its first use. */
export function LazyPalette({ palette, actions }: LazyPaletteProps) {
  return (
    <Opened dialog={palette}>{(frame) => <CommandPalette {...frame} actions={actions} />}</Opened>
  );
}
