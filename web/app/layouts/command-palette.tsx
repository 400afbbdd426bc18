import Dialog from "@mui/material/Dialog";
import InputBase from "@mui/material/InputBase";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListSubheader from "@mui/material/ListSubheader";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useId, useState } from "react";
import { IconButton } from "../../components/button/icon-button.tsx";
import { showToScreenReaders } from "../../components/dialog/show-to-screen-readers.ts";
import { Icon } from "../../components/icon/icon.tsx";
import type { DialogProps } from "../dialogs.tsx";
import { isPaletteKey } from "./palette-words.ts";
import {
  type PaletteAction,
  type PaletteGroup,
  type PaletteMode,
  usePaletteResults,
} from "./use-palette-results.ts";

interface CommandPaletteProps extends DialogProps {
  /** Actions that are available on every page. */
  actions: readonly PaletteAction[];
}

const prompts: Readonly<Record<PaletteMode, string>> = {
  everything: "Find a user, payout or page...",
  import: "Import a statement for which user?",
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

  return (
    <Dialog
      ref={showToScreenReaders}
      open={isOpen}
      onClose={onClose}
      onKeyDown={(event) => {
        if (isPaletteKey(event)) onClose();
      }}
      fullWidth
      maxWidth="sm"
      slotProps={{
        container: { sx: { alignItems: "flex-start" } },
        paper: {
          "aria-label": "Command palette",
          inert: !isOpen,
          sx: { mt: "min(12vh, 7rem)", maxHeight: "min(32rem, 76vh)" },
        },
      }}
    >
      <InputBase
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has nothing else to focus
        autoFocus
        fullWidth
        startAdornment={<Icon name="search" size={18} />}
        endAdornment={<IconButton icon="close" label="Close" onClick={onClose} />}
        placeholder={prompts[mode]}
        autoComplete="off"
        value={palette.text}
        onChange={({ target }) => palette.type(target.value)}
        onKeyDown={palette.onKey}
        slotProps={{
          input: {
            role: "combobox",
            "aria-expanded": "true",
            "aria-autocomplete": "list",
            "aria-controls": `${id}list`,
            "aria-activedescendant": active < 0 ? undefined : optionId(active),
            "aria-label": prompts[mode],
            spellCheck: false,
            maxLength: 200,
          },
        }}
        sx={fieldLook}
      />
      <PaletteOptions
        listId={`${id}list`}
        groups={groups}
        active={active}
        optionId={optionId}
        onPoint={palette.point}
        onSelect={palette.select}
      />
      <Typography
        role="status"
        className={palette.count === 0 || palette.hasFailed ? undefined : "visually-hidden"}
        sx={{ px: 2, py: 2.5, color: "text.secondary" }}
      >
        {describe(palette)}
      </Typography>
    </Dialog>
  );
}

/** The field is the head of the dialog, so it has only a line below it. */
const fieldLook = {
  flex: "none",
  gap: 0.5,
  height: "3.25rem",
  pl: 2,
  pr: 1,
  border: 0,
  borderBottom: "1px solid var(--line)",
  borderRadius: 0,
  background: "none",
  fontSize: "1rem",
  color: "text.primary",
  "&.Mui-focused:focus-within": { boxShadow: "none", borderColor: "divider" },
  "& svg": { color: "text.disabled" },
};

interface Results {
  count: number;
  isSearching: boolean;
  hasFailed: boolean;
}

function describe({ count, isSearching, hasFailed }: Results): string {
  if (isSearching) return "Searching...";
  if (hasFailed) return "Failed to search users and payouts";
  if (count === 0) return "Nothing found";
  return count === 1 ? "1 result" : `${count} results`;
}

interface PaletteOptionsProps {
  listId: string;
  groups: readonly PaletteGroup[];
  /** The index of the option that Enter selects, counted across all groups. */
  active: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  onSelect: (index: number) => void;
}

/** Lists the options under the titles of their groups. */
function PaletteOptions(props: PaletteOptionsProps) {
  const { listId, groups, active, optionId, onPoint, onSelect } = props;
  const starts = groups.map((_, at) =>
    groups.slice(0, at).reduce((sum, { options }) => sum + options.length, 0),
  );
  return (
    <List
      component="div"
      role="listbox"
      id={listId}
      aria-label="Results"
      sx={{
        flex: 1,
        minHeight: 0,
        p: 1,
        overflowY: "auto",
        scrollPaddingBlock: 8,
        "&:empty": { display: "none" },
      }}
    >
      {groups.map(({ title, options }, at) => (
        <div key={title} role="group" aria-labelledby={`${listId}${at}`}>
          <ListSubheader component="div" id={`${listId}${at}`}>
            {title}
          </ListSubheader>
          {options.map(({ key, label, note }, inGroup) => {
            const index = starts[at]! + inGroup;
            return (
              <ListItemButton
                key={key}
                component="div"
                role="option"
                // The combobox has the focus and the keys.
                tabIndex={-1}
                id={optionId(index)}
                aria-selected={index === active}
                onPointerMove={() => onPoint(index)}
                onClick={() => onSelect(index)}
                sx={{ justifyContent: "space-between", alignItems: "baseline", gap: 2, py: 1 }}
              >
                <Typography component="span" noWrap sx={{ flex: "none", maxWidth: "60%" }}>
                  {label}
                </Typography>
                {note ? (
                  <Typography component="span" variant="body2" color="textSecondary" noWrap>
                    {note}
                  </Typography>
                ) : null}
              </ListItemButton>
            );
          })}
        </div>
      ))}
    </List>
  );
}

interface PaletteInput {
  actions: readonly PaletteAction[];
  /** Returns the id of the element of an option. */
  optionId: (index: number) => string;
  onClose: () => void;
}

/** The state of the command palette: what is typed, what is found, and which option is active. */
function usePalette({ actions, optionId, onClose }: PaletteInput) {
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
