import Dialog from "@mui/material/Dialog";
import { useId, useState, type KeyboardEvent } from "react";
import { IconButton } from "../components/button/icon-button.tsx";
import { useCloseOnBack } from "../components/dialog/use-close-on-back.ts";
import { Icon } from "../components/icon/icon.tsx";
import { MuiProvider } from "../components/mui/mui-provider.tsx";
import { PaletteOptions } from "./palette-options.tsx";
import styles from "./palette.module.css";
import { usePaletteResults, type PaletteAction, type PaletteMode } from "./use-palette-results.ts";

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
  const [text, setText] = useState("");
  const [mode, setMode] = useState<PaletteMode>("everything");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  useCloseOnBack(isOpen, onClose);

  function enter(next: PaletteMode) {
    setMode(next);
    setText("");
    setChosen(0);
  }

  const { groups, isSearching } = usePaletteResults({ text, mode, actions, onMode: enter });
  const options = groups.flatMap((group) => group.options);
  const active = Math.min(chosen, options.length - 1);
  const optionId = (index: number) => `${id}option${index}`;

  function select(index: number) {
    const option = options[index];
    if (!option) return;
    if (!option.staysOpen) onClose();
    option.onSelect();
  }

  function moveTo(index: number) {
    setChosen(index);
    document.getElementById(optionId(index))?.scrollIntoView({ block: "nearest" });
  }

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const last = options.length - 1;
    if (event.key === "ArrowDown") moveTo(active >= last ? 0 : active + 1);
    else if (event.key === "ArrowUp") moveTo(active <= 0 ? last : active - 1);
    else if (event.key === "Enter") select(active);
    else if (event.key === "Backspace" && text === "" && mode !== "everything") enter("everything");
    else return;
    event.preventDefault();
  }

  return (
    <MuiProvider>
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
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setChosen(0);
            }}
            onKeyDown={onKey}
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
          onPoint={setChosen}
          onSelect={select}
        />
        <p role="status" className={options.length === 0 ? styles.none : styles.unseen}>
          {describe(options.length, isSearching)}
        </p>
      </Dialog>
    </MuiProvider>
  );
}

function describe(count: number, isSearching: boolean): string {
  if (isSearching) return "Searching...";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 result" : `${count} results`;
}
