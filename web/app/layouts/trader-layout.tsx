import type { ReactNode } from "react";
import styles from "./bar.module.css";
import { useLive } from "../live/use-live.ts";
import { BarLinks } from "./bar-links.tsx";
import { NoticesLink } from "./notices-link.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";
import { VerifyBanner } from "./verify-banner.tsx";

const links = [
  { to: "/", label: "Dashboard" },
  { to: "/settings", label: "Settings" },
  { to: "/payouts", label: "Payouts" },
  { to: "/certificates", label: "Certificates" },
] as const;

export function TraderLayout({ children }: { children: ReactNode }) {
  useLive();
  return (
    <SignedInLayout
      home="/"
      renderLinks={(onFollow) => <BarLinks links={links} onFollow={onFollow} />}
      banner={<VerifyBanner />}
      actions={
        <div className={styles.group}>
          <NoticesLink />
          <SignOutButton />
        </div>
      }
      menuActions={(onFollow) => (
        <>
          <NoticesLink isWide onFollow={onFollow} />
          <SignOutButton isWide />
        </>
      )}
      overlays={<SignInAgain />}
    >
      {children}
    </SignedInLayout>
  );
}
