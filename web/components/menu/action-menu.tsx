import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { IconButton } from "../button/icon-button.tsx";
import type { IconName } from "../icon/icon-paths.ts";

export interface Action {
  label: string;
  onSelect: () => void;
  isDisabled?: boolean;
}

interface ActionMenuProps {
  /** Names the button, which shows only an icon: `Actions for Olivia Bennett`. */
  label: string;
  icon?: IconName;
  actions: readonly Action[];
}

/** A button that opens a list of actions, as at the end of a row. */
export function ActionMenu({ label, icon = "more", actions }: ActionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  function select(action: Action) {
    setAnchor(null);
    action.onSelect();
  }

  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
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
        {actions.map((action) => (
          <MenuItem key={action.label} disabled={action.isDisabled} onClick={() => select(action)}>
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
