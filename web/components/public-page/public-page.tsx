import type { ReactNode } from "react";
import { firmName } from "../../app/document/page-meta.ts";
import { Mark } from "../brand/mark.tsx";
import { ThemeSwitch } from "../../theme/theme-switch.tsx";
import styles from "./public-page.module.css";

/** A page without navigation that does not require sign-in. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <header className={styles.bar}>
        <a href="/" className={styles.brand}>
          <Mark size={26} />
          {firmName}
        </a>
        <ThemeSwitch />
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
