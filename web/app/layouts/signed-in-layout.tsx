import AppBar from "@mui/material/AppBar";
import Box from "@mui/material/Box";
import Toolbar from "@mui/material/Toolbar";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { BrandLink } from "../../components/brand/brand-link.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { Page } from "../../components/page/page.tsx";
import { viewerZone } from "../../domain/format/dates.ts";
import { ThemeSwitch } from "../../theme/theme-switch.tsx";
import { dialog, Dialogs, useOpenDialog } from "../dialogs.tsx";
import { OutdatedNotice } from "./outdated-notice.tsx";

const menu = { menu: dialog(() => import("./side-menu.tsx").then((m) => m.SideMenu)) };

interface SignedInLayoutProps {
  home: "/" | "/admin/dashboard";
  /** The width in pixels from which the bar has room for the links; below, they are in the slide-out menu. */
  linksFrom: 768 | 1024 | 1080;
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
  const { home, linksFrom, renderLinks, banner, actions, menuActions, overlays, children } = props;
  const open = useOpenDialog(menu);
  const wide = `@media (width >= ${linksFrom}px)`;
  const onWide = { display: "none", [wide]: { display: "flex" } };
  return (
    <>
      <Box component="a" href="#content" sx={skipLink}>
        Skip to content
      </Box>
      <AppBar position="sticky">
        <Toolbar disableGutters>
          <BrandLink to={home} />
          <Box component="nav" aria-label="Main" sx={{ ...onWide, alignSelf: "stretch", ml: 1.5 }}>
            {renderLinks()}
          </Box>
          {/* The icon or the text of the last button is aligned with the page. */}
          <Box sx={{ display: "flex", alignItems: "center", gap: 0.5, ml: "auto", mr: -1 }}>
            <ThemeSwitch />
            <Box sx={{ ...onWide, gap: 0.5 }}>{actions}</Box>
            <Box sx={{ [wide]: { display: "none" } }}>
              <IconButton
                icon="menu"
                label="Open menu"
                aria-haspopup="dialog"
                onClick={() => open("menu")}
              />
            </Box>
          </Box>
        </Toolbar>
      </AppBar>
      <OutdatedNotice />
      {banner}
      <Page>{children}</Page>
      <Typography component="footer" variant="caption" sx={zoneLook}>
        {`Times are in your time zone, ${viewerZone()}.`}
      </Typography>
      <Dialogs of={menu} with={{ renderLinks, renderFoot: menuActions }} />
      {overlays}
    </>
  );
}

const zoneLook = {
  width: "100%",
  maxWidth: "var(--page-width)",
  mx: "auto",
  px: "var(--page-gutter)",
  pb: 2,
  color: "text.disabled",
};

/** Appears at the top when it has the focus. */
const skipLink = {
  position: "fixed",
  inset: "0.5rem auto auto 0.5rem",
  zIndex: "tooltip",
  px: 1.5,
  py: 1,
  borderRadius: 1,
  bgcolor: "background.paper",
  translate: "0 -200%",
  "&:focus": { translate: 0 },
  "@media print": { display: "none" },
};
