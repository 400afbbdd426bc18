import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { keepFocus } from "../../app/document/keep-focus.ts";
import styles from "./page.module.css";

/** The main part of a signed-in screen. After a navigation it takes the focus. */
export function Page({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  useEffect(() => (main.current ? keepFocus(main.current) : undefined), []);

  return (
    <main ref={main} id="content" tabIndex={-1} className={styles.page}>
      {children}
    </main>
  );
}
