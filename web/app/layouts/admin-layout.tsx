import Box from "@mui/material/Box";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../components/button/button.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { chooseColorScheme, colorScheme } from "../../theme/color-scheme.ts";
import { useAdminSignOut } from "../session/use-sign-out.ts";
import { Dialogs } from "../dialogs.tsx";
import { AdminSignInAgain } from "./admin-sign-in-again.tsx";
import { AdminLinks } from "./admin-links.tsx";
import { LazyReasonDialog } from "./reason-request.tsx";
import { adminDialogs, PaletteButton, useOpenPalette } from "./palette-button.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";
import { useMay } from "../session/use-may.ts";
import { useStore } from "../store.ts";

const reload = () => window.location.reload();

interface AdminLayoutProps {
  /** Opens the dialog that adds a trader. */
  onAddUser?: () => void;
  children: ReactNode;
}

export function AdminLayout({ onAddUser, children }: AdminLayoutProps) {
  // Loads the role before a screen needs it, so that no screen shows controls and then disables them.
  const mayAdd = useMay("traders.write");
  const navigate = useNavigate();
  const isDark = useStore(colorScheme) === "dark";
  const openPalette = useOpenPalette();
  const { isPending, signOut } = useAdminSignOut();
  const signOutLabel = isPending ? "Signing out..." : "Sign out";
  return (
    <Box sx={wideArea}>
      <SignedInLayout
        home="/admin/dashboard"
        linksFrom={1024}
        renderLinks={(onFollow) => (
          <>
            {onFollow ? (
              <PaletteButton
                isWide
                onOpen={() => {
                  onFollow();
                  openPalette();
                }}
              />
            ) : null}
            <AdminLinks onFollow={onFollow} />
          </>
        )}
        actions={
          <>
            <PaletteButton onOpen={openPalette} />
            <IconButton icon="refresh" hint="Refresh data" label="Refresh data" onClick={reload} />
            <ActionMenu
              icon="user"
              label="Account menu"
              actions={[
                { label: "Your Profile", onSelect: () => void navigate({ to: "/admin/account" }) },
                { label: "Refresh Data", onSelect: reload },
                {
                  label: signOutLabel,
                  onSelect: signOut,
                  isDisabled: isPending,
                },
              ]}
            />
          </>
        }
        menuActions={() => (
          <>
            <Button isWide onClick={reload}>
              Refresh Data
            </Button>
            <Button isWide isPending={isPending} onClick={signOut}>
              {signOutLabel}
            </Button>
          </>
        )}
        overlays={
          <>
            <AdminSignInAgain />
            <LazyReasonDialog />
            <Dialogs
              of={adminDialogs}
              with={{
                actions: [
                  ...(mayAdd && onAddUser
                    ? [
                        {
                          label: "Add User",
                          note: "With a trading account",
                          keywords: "new register create account trader",
                          onSelect: onAddUser,
                        },
                      ]
                    : []),
                  {
                    label: isDark ? "Switch to light theme" : "Switch to dark theme",
                    keywords: "dark light night mode appearance",
                    onSelect: () => chooseColorScheme(isDark ? "light" : "dark"),
                  },
                  { label: "Sign out", keywords: "log out logout", onSelect: signOut },
                ],
              }}
            />
          </>
        }
      >
        {children}
      </SignedInLayout>
    </Box>
  );
}

/**
 * Administrators' tables have many columns, and their first row is high on the screen. Parts that contain text limit the
 * length of the lines themselves.
 */
const wideArea = {
  display: "contents",
  "--page-width": "120rem",
  "--page-top": "1.25rem",
  "--page-gap": "1rem",
};
