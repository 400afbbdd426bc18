import Divider from "@mui/material/Divider";
import MenuItem from "@mui/material/MenuItem";
import styles from "./action-list.module.css";
import type { Action } from "./action-menu.tsx";
import { MenuFrame } from "./menu-frame.tsx";

interface ActionListProps {
  label: string;
  /** Open if set. */
  anchor: HTMLElement | null;
  actions: readonly Action[];
  onSelect: (action: Action) => void;
  onClose: () => void;
}

export function ActionList({ label, anchor, actions, onSelect, onClose }: ActionListProps) {
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
            <span className={styles.refused}>
              {action.label}
              <small>{action.reason}</small>
            </span>
          ) : (
            action.label
          )}
        </MenuItem>,
      ])}
    </MenuFrame>
  );
}
