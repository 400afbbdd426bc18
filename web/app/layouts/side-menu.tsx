import Drawer from "@mui/material/Drawer";
import type { ReactNode } from "react";
import { IconButton } from "../../components/button/icon-button.tsx";
import { useCloseOnBack } from "../../components/dialog/use-close-on-back.ts";
import styles from "./bar.module.css";

interface SideMenuProps {
  isOpen: boolean;
  onClose: () => void;
  /** Links. */
  children: ReactNode;
  footer: ReactNode;
}

/** The navigation of narrow screens. */
export function SideMenu({ isOpen, onClose, children, footer }: SideMenuProps) {
  useCloseOnBack(isOpen, onClose);
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: {
          "aria-label": "Menu",
          inert: !isOpen,
          sx: { inlineSize: "min(20rem, 85vw)" },
        },
      }}
    >
      <div className={styles.menuHead}>
        <strong>Menu</strong>
        <IconButton icon="close" label="Close menu" onClick={onClose} />
      </div>
      <nav aria-label="Main" className={styles.menuLinks}>
        {children}
      </nav>
      <div className={styles.menuFoot}>{footer}</div>
    </Drawer>
  );
}
