import Popover from "@mui/material/Popover";
import styles from "./admin-layout.module.css";
import { PageGroups } from "./page-groups.tsx";

interface MorePagesProps {
  /** Open if set. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

export function MorePages({ anchor, onClose }: MorePagesProps) {
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      transitionDuration={160}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-label": "More pages",
          className: styles.paper,
          // Inert while it fades out, so that the command palette can already be opened.
          inert: anchor === null,
          sx: { mt: 0.5 },
        },
      }}
    >
      <nav aria-label="More" className={styles.panel}>
        <PageGroups showsHints onFollow={onClose} />
      </nav>
    </Popover>
  );
}
