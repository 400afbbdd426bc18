import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "../button/icon-button.tsx";
import { useOpenedOnce } from "../dialog/use-dialog.ts";
import type { IconName } from "../icon/icon-paths.ts";
import { MenuFrame } from "./menu-frame.tsx";

export interface Action {
  label: string;
  onSelect: () => void;
  isDisabled?: boolean;
  /** Why the action is disabled; shown below its label. */
  reason?: string | undefined;
  /** Shows a line above the action, which separates it from actions of another kind. */
  startsGroup?: boolean;
}

interface ActionMenuProps {
  /** The name of the button, which shows only an icon: `Actions for Olivia Bennett`. */
  label: string;
  icon?: IconName;
  actions: readonly Action[];
  /** One of the actions is in progress. */
  isPending?: boolean;
}

/** A button that opens a list of actions, as at the end of a row. */
export function ActionMenu({ label, icon = "more", actions, isPending }: ActionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpened = useOpenedOnce(anchor !== null);

  function select(action: Action) {
    // The second click of a double click arrives while the menu closes.
    if (!anchor) return;
    // The focus must return to the button before a dialog opens, because the dialog restores it there when it closes.
    flushSync(() => setAnchor(null));
    action.onSelect();
  }

  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        isPending={isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {wasOpened ? (
        <ActionList
          label={label}
          anchor={anchor}
          actions={actions}
          onSelect={select}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </>
  );
}

interface ActionListProps {
  label: string;
  /** Open if set. */
  anchor: HTMLElement | null;
  actions: readonly Action[];
  onSelect: (action: Action) => void;
  onClose: () => void;
}

function ActionList({ label, anchor, actions, onSelect, onClose }: ActionListProps) {
  return (
    <MenuFrame label={label} anchor={anchor} align="right" onClose={onClose}>
      {actions.flatMap((action) => [
        action.startsGroup ? <Divider key={`before ${action.label}`} component="li" /> : null,
        <MenuItem
          key={action.label}
          disableRipple
          disabled={action.isDisabled}
          onClick={() => onSelect(action)}
        >
          {action.reason ? (
            <Box component="span" sx={{ display: "grid", maxWidth: "16rem", whiteSpace: "normal" }}>
              {action.label}
              <Typography component="small" variant="body2">
                {action.reason}
              </Typography>
            </Box>
          ) : (
            action.label
          )}
        </MenuItem>,
      ])}
    </MenuFrame>
  );
}
