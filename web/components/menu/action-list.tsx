import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { MuiProvider } from "../mui/mui-provider.tsx";
import styles from "./action-list.module.css";
import type { Action } from "./action-menu.tsx";

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
    <MuiProvider>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={onClose}
        // The default grows with the height of the content.
        transitionDuration={160}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ list: { "aria-label": label } }}
      >
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
      </Menu>
    </MuiProvider>
  );
}
