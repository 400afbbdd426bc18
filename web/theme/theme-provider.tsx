import createCache from "@emotion/cache";
import { CacheProvider, ThemeContext } from "@emotion/react";
import DefaultPropsProvider from "@mui/material/DefaultPropsProvider";
import type { ReactNode } from "react";
import { cspNonce } from "../app/document/page-meta.ts";
import { defaultProps, theme } from "./theme.ts";

/** Styles created at run time need the page's nonce; they come first, so that the style sheets can refine them. */
const emotionCache = createCache({ key: "css", nonce: cspNonce, prepend: true });
// Nothing is rendered on a server, whose style elements would be children, too.
emotionCache.compat = true;

for (const sheet of theme.generateStyleSheets()) {
  for (const [selector, variables] of Object.entries(sheet)) {
    const styles = Object.entries(variables).map(([name, value]) => `${name}:${String(value)};`);
    emotionCache.insert(
      selector,
      { name: `variables-${styles.length}`, styles: styles.join("") },
      emotionCache.sheet,
      true,
    );
  }
}

/**
 * Provides MUI's theme. MUI's own provider would also keep the colour scheme, in state and in the browser's storage; here,
 * the tokens switch it.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={emotionCache}>
      <ThemeContext value={theme}>
        <DefaultPropsProvider value={defaultProps}>{children}</DefaultPropsProvider>
      </ThemeContext>
    </CacheProvider>
  );
}
