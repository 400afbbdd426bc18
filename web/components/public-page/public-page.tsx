import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Toolbar from "@mui/material/Toolbar";
import type { ReactNode } from "react";
import { ThemeSwitch } from "../../theme/theme-switch.tsx";
import { BrandLink } from "../brand/brand-link.tsx";

/** A page without navigation that does not require sign-in. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <Stack sx={{ flex: 1, "--page-width": "56rem" }}>
      <Toolbar component="header" sx={{ justifyContent: "space-between" }}>
        <BrandLink to="/" reloads />
        <ThemeSwitch />
      </Toolbar>
      <Box
        component="main"
        sx={{
          width: "100%",
          maxWidth: "var(--page-width)",
          mx: "auto",
          p: "clamp(1rem, 3vw, 2rem) var(--page-gutter) 4rem",
        }}
      >
        {children}
      </Box>
    </Stack>
  );
}
