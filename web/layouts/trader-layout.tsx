import { lazy, Suspense, useState, type ReactNode } from "react";
import { BrandLink } from "../components/brand/brand-link.tsx";
import { IconButton } from "../components/button/icon-button.tsx";
import { MuiProvider } from "../components/mui/mui-provider.tsx";
import { Page } from "../components/page/page.tsx";
import { ThemeSwitch } from "../components/theme/theme-switch.tsx";
import styles from "./bar.module.css";
import { SignOutButton } from "./sign-out-button.tsx";
import { TraderLinks } from "./trader-links.tsx";

const SideMenu = lazy(() => import("./side-menu.tsx").then((m) => ({ default: m.SideMenu })));
const SignInAgain = lazy(() =>
  import("./sign-in-again.tsx").then((m) => ({ default: m.SignInAgain })),
);

export function TraderLayout({ children }: { children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = () => setMenuOpen(false);
  return (
    <MuiProvider>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <BrandLink to="/" />
          <nav aria-label="Main" className={styles.links}>
            <TraderLinks />
          </nav>
          <div className={styles.actions}>
            <ThemeSwitch />
            <div className={styles.wide}>
              <SignOutButton />
            </div>
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
      <Page>{children}</Page>
      <Suspense fallback={null}>
        <SideMenu isOpen={isMenuOpen} onClose={closeMenu} footer={<SignOutButton isWide />}>
          <TraderLinks onFollow={closeMenu} />
        </SideMenu>
        <SignInAgain />
      </Suspense>
    </MuiProvider>
  );
}
