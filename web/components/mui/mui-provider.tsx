import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";
import { cspNonce } from "../../document/page-meta.ts";
import { muiTheme } from "../../theme.ts";

/** Styles made at run time need the page's nonce. */
const emotionCache = createCache({ key: "css", nonce: cspNonce });

/** Stands around the signed-in screens; those before sign-in do without MUI, and load faster. */
export function MuiProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={emotionCache}>
      <ThemeProvider theme={muiTheme}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
