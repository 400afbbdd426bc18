import createCache from "@emotion/cache";
import { CacheProvider, ThemeContext } from "@emotion/react";
import type { ReactNode } from "react";
import { cspNonce } from "../app/document/page-meta.ts";
import { muiTheme } from "./mui-theme.ts";

/** Styles created at run time need the page's nonce. */
const emotionCache = createCache({ key: "css", nonce: cspNonce });

// Writes the variables once; MUI's own provider would write them for each of its instances.
for (const sheet of muiTheme.generateStyleSheets()) {
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
 * Wraps each part that is built with MUI, so that MUI loads with that part and screens are painted without it. It only
 * provides contexts; nesting it costs nothing.
 */
export function MuiProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={emotionCache}>
      <ThemeContext value={muiTheme}>{children}</ThemeContext>
    </CacheProvider>
  );
}
