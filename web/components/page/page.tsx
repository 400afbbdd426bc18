import Box from "@mui/material/Box";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { keepFocus } from "../../app/document/keep-focus.ts";

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
    <Box
      component="main"
      ref={main}
      id="content"
      tabIndex={-1}
      sx={{
        flex: 1,
        display: "flex",
        flexDirection: "column",
        width: "100%",
        maxWidth: "var(--page-width)",
        mx: "auto",
        p: "var(--page-top, clamp(1.5rem, 4vw, 2.5rem)) var(--page-gutter) 2rem",
      }}
    >
      {children}
    </Box>
  );
}
