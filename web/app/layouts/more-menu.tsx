import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useOpenedOnce } from "../../components/dialog/use-opened-once.ts";
import { Icon } from "../../components/icon/icon.tsx";
import styles from "./admin-layout.module.css";
import { morePages } from "./admin-pages.ts";
import { MorePages } from "./more-pages.tsx";

const addresses = new Set<string>(morePages.flatMap(({ pages }) => pages.map(({ to }) => to)));

/**
 * The pages that are not in the bar. A panel of links instead of a menu, so that they can also be opened in new tabs.
 */
export function MoreMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpened = useOpenedOnce(anchor !== null);
  const isCurrent = useRouterState({
    select: ({ location }) => addresses.has(location.pathname.replace(/(?<=.)\/$/, "")),
  });
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
      {wasOpened ? <MorePages anchor={anchor} onClose={() => setAnchor(null)} /> : null}
    </>
  );
}
