import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useOpenedOnce } from "../components/dialog/use-opened-once.ts";
import { Icon } from "../components/icon/icon.tsx";
import styles from "./admin-layout.module.css";
import { morePages } from "./admin-pages.ts";
import { preload } from "../document/preload.ts";

const loadPages = () => import("./more-pages.tsx");
const MorePages = lazy(() => loadPages().then((m) => ({ default: m.MorePages })));
const preloadPages = () => preload(loadPages);

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
        onPointerEnter={preloadPages}
        onFocus={preloadPages}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        More
        <Icon name="chevronDown" size={16} />
      </button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <MorePages anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
