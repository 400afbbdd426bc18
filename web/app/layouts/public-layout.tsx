import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { Mark } from "../../components/brand/mark.tsx";
import { ThemeSwitch } from "../../theme/theme-switch.tsx";
import { keepFocus } from "../document/keep-focus.ts";
import { firmName, privacyUrl, supportUrl, termsUrl } from "../document/page-meta.ts";
import { AccountRange } from "./account-range.tsx";
import styles from "./public-layout.module.css";

const legalLinks = Object.entries({
  Terms: termsUrl,
  Privacy: privacyUrl,
  Support: supportUrl,
}).filter(([, url]) => url);

/** The screens before sign-in: a form on the left, the firm's picture on the right. Keeps the focus as pages do. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const router = useRouter();

  useEffect(() => {
    if (!main.current) return undefined;
    // Each route has a layout of its own, so the link that led here is gone. The first page was opened without one.
    const isFirst = router.state.resolvedLocation === undefined;
    if (!isFirst && document.activeElement === document.body)
      main.current.focus({ preventScroll: true });
    return keepFocus(main.current);
  }, [router]);

  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        <header className={styles.header}>
          <ThemeSwitch />
        </header>
        <main ref={main} tabIndex={-1} className={styles.main}>
          <div className={styles.brand}>
            <Mark size={40} />
            <div>
              <h1>{firmName}</h1>
              <p>Proprietary Trading Firm</p>
            </div>
          </div>
          {children}
        </main>
        <footer className={styles.footer}>
          {legalLinks.map(([label, url]) => (
            <a key={label} href={url}>
              {label}
            </a>
          ))}
        </footer>
      </div>
      <div className={styles.picture}>
        <AccountRange />
      </div>
    </div>
  );
}
