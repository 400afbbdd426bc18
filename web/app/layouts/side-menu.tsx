import Drawer from "@mui/material/Drawer";
import List from "@mui/material/List";
import Stack from "@mui/material/Stack";
import Toolbar from "@mui/material/Toolbar";
import type { ReactNode } from "react";
import { IconButton } from "../../components/button/icon-button.tsx";
import { showToScreenReaders } from "../../components/dialog/show-to-screen-readers.ts";
import type { DialogProps } from "../dialogs.tsx";

interface SideMenuProps extends DialogProps {
  /** Both call `onFollow` to close the menu. */
  renderLinks: (onFollow: () => void) => ReactNode;
  renderFoot: (onFollow: () => void) => ReactNode;
}

/** The navigation of narrow screens. */
export function SideMenu({ isOpen, onClose, renderLinks, renderFoot }: SideMenuProps) {
  return (
    <Drawer
      ref={showToScreenReaders}
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: { "aria-label": "Menu", inert: !isOpen, sx: { width: "min(20rem, 85vw)" } },
      }}
    >
      <Toolbar sx={{ justifyContent: "space-between", borderBottom: 1, borderColor: "divider" }}>
        <strong>Menu</strong>
        <IconButton icon="close" label="Close menu" onClick={onClose} />
      </Toolbar>
      <List component="nav" aria-label="Main" sx={{ p: 1.5, "& > button": { mb: 1 } }}>
        {renderLinks(onClose)}
      </List>
      <Stack sx={{ gap: 1, mt: "auto", p: 2.5 }}>{renderFoot(onClose)}</Stack>
    </Drawer>
  );
}
