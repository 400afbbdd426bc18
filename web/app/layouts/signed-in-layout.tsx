import { useState, type ReactNode } from "react";
import { BrandLink } from "../../components/brand/brand-link.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { useOpenedOnce } from "../../components/dialog/use-opened-once.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Page } from "../../components/page/page.tsx";
import { ThemeSwitch } from "../../theme/theme-switch.tsx";
import styles from "./bar.module.css";

const SideMenu = lazyComponent(() => import("./side-menu.tsx").then((m) => m.SideMenu));

interface SignedInLayoutProps {
  home: "/" | "/admin/dashboard";
  /** The links need a wide screen: below 1,120 px, they are in the slide-out menu. */
  hasManyLinks?: boolean;
  /** The links of the bar and of the slide-out menu, which calls `onFollow` to close itself. */
  renderLinks: (onFollow?: () => void) => ReactNode;
  /** Shown between the bar and the page. */
  banner?: ReactNode;
  /** Shown at the end of the bar on wide screens. */
  actions: ReactNode;
  /** The same actions at the foot of the slide-out menu; links call `onFollow` to close the menu. */
  menuActions: (onFollow: () => void) => ReactNode;
  /** Dialogs that may open over any of the area's screens. */
  overlays: ReactNode;
  children: ReactNode;
}

/** The frame of both signed-in areas: a bar at the top and, on narrow screens, a menu that slides out. */
export function SignedInLayout(props: SignedInLayoutProps) {
  const { home, hasManyLinks, renderLinks, banner, actions, menuActions, overlays, children } =
    props;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const wasMenuOpened = useOpenedOnce(isMenuOpen);
  const closeMenu = () => setMenuOpen(false);
  return (
    <>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.bar} data-many={hasManyLinks ? "" : undefined}>
        <div className={styles.inner}>
          <BrandLink to={home} />
          <nav aria-label="Main" className={styles.links}>
            {renderLinks()}
          </nav>
          <div className={styles.actions}>
            <ThemeSwitch />
            <div className={styles.wide}>{actions}</div>
            <div className={styles.narrow}>
              <IconButton
                icon="menu"
                label="Open menu"
                aria-haspopup="dialog"
                onClick={() => setMenuOpen(true)}
              />
            </div>
          </div>
        </div>
      </header>
      {banner}
      <Page>{children}</Page>
      {wasMenuOpened ? (
        <SideMenu isOpen={isMenuOpen} onClose={closeMenu} footer={menuActions(closeMenu)}>
          {renderLinks(closeMenu)}
        </SideMenu>
      ) : null}
      {overlays}
    </>
  );
}
