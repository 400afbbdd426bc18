import Dialog from "@mui/material/Dialog";
import { useId } from "react";
import { IconButton } from "../../components/button/icon-button.tsx";
import { useCloseOnBack } from "../../components/dialog/use-close-on-back.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { PaletteOptions } from "./palette-options.tsx";
import styles from "./palette.module.css";
import type { PaletteAction, PaletteMode } from "./use-palette-results.ts";
import { usePalette } from "./use-palette.ts";

interface CommandPaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** Actions that are available on every page. */
  actions: readonly PaletteAction[];
}

const prompts: Readonly<Record<PaletteMode, string>> = {
  everything: "Find a trader, payout or page...",
  import: "Import a statement for which trader?",
};

/**
 * Finds traders, payouts, pages and actions by typing. It is a combobox: the focus stays in the input, and
 * `aria-activedescendant` refers to the option that Enter selects.
 */
export function CommandPalette({ isOpen, onClose, actions }: CommandPaletteProps) {
  const id = useId();
  const optionId = (index: number) => `${id}option${index}`;
  const palette = usePalette({ actions, optionId, onClose });
  const { mode, groups, active } = palette;
  useCloseOnBack(isOpen, onClose);

  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{
        container: { className: styles.container },
        paper: { className: styles.paper, "aria-label": "Command palette", inert: !isOpen },
      }}
    >
      <div className={styles.field}>
        <Icon name="search" size={18} />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has nothing else to focus
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}list`}
          aria-activedescendant={active < 0 ? undefined : optionId(active)}
          aria-label={prompts[mode]}
          placeholder={prompts[mode]}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={palette.text}
          onChange={({ target }) => palette.type(target.value)}
          onKeyDown={palette.onKey}
        />
        <kbd className={styles.key}>Esc</kbd>
        <span className={styles.close}>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </span>
      </div>
      <PaletteOptions
        listId={`${id}list`}
        groups={groups}
        active={active}
        optionId={optionId}
        onPoint={palette.point}
        onSelect={palette.select}
      />
      <p
        role="status"
        className={palette.count === 0 || palette.hasFailed ? styles.none : styles.unseen}
      >
        {describe(palette)}
      </p>
    </Dialog>
  );
}

interface Results {
  count: number;
  isSearching: boolean;
  hasFailed: boolean;
}

function describe({ count, isSearching, hasFailed }: Results): string {
  if (isSearching) return "Searching...";
  if (hasFailed) return "Failed to search traders and payouts";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 result" : `${count} results`;
}
