import Popover from "@mui/material/Popover";
import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { Icon } from "../components/icon/icon.tsx";
import styles from "./admin-layout.module.css";
import { morePages } from "./admin-pages.ts";
import { PageGroups } from "./page-groups.tsx";

const addresses = new Set<string>(morePages.flatMap(({ pages }) => pages.map(({ to }) => to)));

/** The pages that have no tab: links in a panel, not a menu of commands, so they open in new tabs, too. */
export function MoreMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isCurrent = useRouterState({
    select: ({ location }) => addresses.has(location.pathname.replace(/(?<=.)\/$/, "")),
  });
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className={styles.more}
        data-current={isCurrent ? "" : undefined}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        More
        <Icon name="chevronDown" size={16} />
      </button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        transitionDuration={160}
        slotProps={{
          paper: {
            role: "dialog",
            "aria-label": "More pages",
            className: styles.paper,
            sx: { mt: 0.5 },
          },
        }}
      >
        <nav aria-label="More" className={styles.panel}>
          <PageGroups showsHints onFollow={close} />
        </nav>
      </Popover>
    </>
  );
}
