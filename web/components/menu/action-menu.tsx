import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "../button/icon-button.tsx";
import type { IconName } from "../icon/icon-paths.ts";

export interface Action {
  label: string;
  onSelect: () => void;
  isDisabled?: boolean;
  /** A line above sets it apart from what is different in kind. */
  startsGroup?: boolean;
}

interface ActionMenuProps {
  /** Names the button, which shows only an icon: `Actions for Olivia Bennett`. */
  label: string;
  icon?: IconName;
  actions: readonly Action[];
  /** One of the actions is being carried out. */
  isPending?: boolean;
}

/** A button that opens a list of actions, as at the end of a row. */
export function ActionMenu({ label, icon = "more", actions, isPending }: ActionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  function select(action: Action) {
    // The second click of a double click arrives while the menu closes.
    if (!anchor) return;
    // The focus must be back on the button before a dialog opens, which later restores it there.
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
        tabIndex={0}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ list: { "aria-label": label } }}
      >
        {actions.flatMap((action) => [
          action.startsGroup ? <Divider key={`before ${action.label}`} component="li" /> : null,
          <MenuItem key={action.label} disabled={action.isDisabled} onClick={() => select(action)}>
            {action.label}
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
}
