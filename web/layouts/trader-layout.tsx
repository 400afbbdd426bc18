import type { ReactNode } from "react";
import styles from "./bar.module.css";
import { useLive } from "../live/use-live.ts";
import { lazyComponent } from "../components/lazy/lazy-component.tsx";
import { BarLinks } from "./bar-links.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

const VerifyBanner = lazyComponent(() => import("./verify-banner.tsx").then((m) => m.VerifyBanner));
const NoticesLink = lazyComponent(() => import("./notices-link.tsx").then((m) => m.NoticesLink));

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
