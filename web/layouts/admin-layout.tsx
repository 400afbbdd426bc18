import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../components/button/button.tsx";
import { HintedIconButton } from "../components/button/hinted-icon-button.tsx";
import { ActionMenu } from "../components/menu/action-menu.tsx";
import { useAdminSignOut } from "../session/use-admin-sign-out.ts";
import { AdminSignInAgain } from "./admin-sign-in-again.tsx";
import styles from "./bar.module.css";
import { BarLinks } from "./bar-links.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";
import { useWaitingReviews, WaitingReviews } from "./waiting-reviews.tsx";

const links = [
  { to: "/admin/dashboard", label: "Dashboard" },
  { to: "/admin/users", label: "Users" },
  { to: "/admin/payouts", label: "Payouts" },
] as const;

const accountLinks = [
  { to: "/admin/audit", label: "Audit log" },
  { to: "/admin/rules", label: "Rules" },
  { to: "/admin/tokens", label: "API tokens" },
] as const;

/** Those of the avatar menu, which the slide-out menu holds, too. */
function useAccountLinks() {
  const waiting = useWaitingReviews();
  const reviews = waiting === undefined ? "Reviews" : `Reviews (${waiting})`;
  return [{ to: "/admin/reviews", label: reviews } as const, ...accountLinks];
}

const reload = () => window.location.reload();

export function AdminLayout({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const otherLinks = useAccountLinks();
  const { isPending, signOut } = useAdminSignOut();
  const signOutLabel = isPending ? "Signing out..." : "Sign out";
  return (
    <SignedInLayout
      home="/admin/dashboard"
      renderLinks={(onFollow) => (
        <BarLinks links={onFollow ? [...links, ...otherLinks] : links} onFollow={onFollow} />
      )}
      actions={
        <div className={styles.group}>
          <WaitingReviews />
          <HintedIconButton
            icon="refresh"
            hint="Refresh data"
            label="Refresh data"
            onClick={reload}
          />
          <ActionMenu
            icon="user"
            label="Account menu"
            actions={[
              ...otherLinks.map(({ to, label }) => ({
                label,
                onSelect: () => void navigate({ to }),
              })),
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
      menuActions={
        <>
          <Button isWide onClick={reload}>
            Refresh Data
          </Button>
          <Button isWide isPending={isPending} onClick={signOut}>
            {signOutLabel}
          </Button>
        </>
      }
      overlays={<AdminSignInAgain />}
    >
      {children}
    </SignedInLayout>
  );
}
