import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../components/button/button.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { ActionMenu } from "../../components/menu/action-menu.tsx";
import { chooseColorScheme, colorScheme } from "../../theme/color-scheme.ts";
import { useAdminSignOut } from "../session/use-admin-sign-out.ts";
import { AdminSignInAgain } from "./admin-sign-in-again.tsx";
import areaStyles from "./admin-layout.module.css";
import { mainPages } from "./admin-pages.ts";
import styles from "./bar.module.css";
import { BarLinks } from "./bar-links.tsx";
import { LazyReasonDialog } from "./lazy-reason-dialog.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { PageGroups } from "./page-groups.tsx";
import { LazyPalette, PaletteButton, usePalette } from "./palette-button.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";
import { useMay } from "../session/use-may.ts";
import { useStore } from "../store.ts";

const reload = () => window.location.reload();

interface AdminLayoutProps {
  /** Opens the dialog that adds a trader. */
  onCreateAccount: () => void;
  children: ReactNode;
}

export function AdminLayout({ onCreateAccount, children }: AdminLayoutProps) {
  // Loads the role before a screen needs it, so that no screen shows controls and then disables them.
  const mayCreate = useMay("traders.write");
  const navigate = useNavigate();
  const isDark = useStore(colorScheme) === "dark";
  const palette = usePalette();
  const { isPending, signOut } = useAdminSignOut();
  const signOutLabel = isPending ? "Signing out..." : "Sign out";
  return (
    <div className={areaStyles.area}>
      <SignedInLayout
        home="/admin/dashboard"
        hasManyLinks
        renderLinks={(onFollow) => (
          <>
            {onFollow ? (
              <PaletteButton
                onOpen={() => {
                  onFollow();
                  palette.open(null);
                }}
              />
            ) : null}
            <BarLinks links={mainPages} onFollow={onFollow} />
            {onFollow ? <PageGroups onFollow={onFollow} /> : <MoreMenu />}
          </>
        )}
        actions={
          <div className={styles.group}>
            <PaletteButton onOpen={() => palette.open(null)} />
            <IconButton icon="refresh" hint="Refresh data" label="Refresh data" onClick={reload} />
            <ActionMenu
              icon="user"
              label="Account menu"
              actions={[
                { label: "Your Account", onSelect: () => void navigate({ to: "/admin/account" }) },
                { label: "Refresh Data", onSelect: reload },
                {
                  label: signOutLabel,
                  onSelect: signOut,
                  isDisabled: isPending,
                },
              ]}
            />
          </div>
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
            <LazyPalette
              palette={palette}
              actions={[
                ...(mayCreate
                  ? [
                      {
                        label: "Create account",
                        note: "Add a user or trader",
                        keywords: "new register",
                        onSelect: onCreateAccount,
                      },
                    ]
                  : []),
                {
                  label: isDark ? "Switch to light theme" : "Switch to dark theme",
                  keywords: "dark light night mode appearance",
                  onSelect: () => chooseColorScheme(isDark ? "light" : "dark"),
                },
                { label: "Sign out", keywords: "log out logout", onSelect: signOut },
              ]}
            />
          </>
        }
      >
        {children}
      </SignedInLayout>
    </div>
  );
}
