import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { Button } from "../../components/button/button.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { sayMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import { staleTimes } from "../api-client/query-client.ts";
import { showApiError } from "../api-client/api-error.ts";
import { useLive } from "../live/use-live.ts";
import { useSession } from "../session/session.ts";
import { useSignOut } from "../session/use-sign-out.ts";
import { BarLink, CountChip, MenuLink, NavLinks } from "./nav-links.tsx";
import { SignInAgain } from "./sign-in-again.tsx";
import { SignedInLayout } from "./signed-in-layout.tsx";

const links = [
  { to: "/", label: "Dashboard" },
  { to: "/settings", label: "Settings" },
  { to: "/payouts", label: "Payouts" },
  { to: "/certificates", label: "Certificates" },
] as const;

/** The four pages that every trader has, and those on which this one has something to do or to see. */
function useLinks() {
  const { data: asked } = trpc.trader.gates.asked.useQuery(undefined, {
    staleTime: staleTimes.traderData,
  });
  return [
    ...links,
    ...(asked?.orders ? [{ to: "/orders", label: "Orders" } as const] : []),
    ...(asked?.conduct ? [{ to: "/conduct", label: "Conduct" } as const] : []),
    ...(asked?.links ? [{ to: "/links", label: "Links" } as const] : []),
    ...(asked?.identity ? [{ to: "/identity", label: "Identity" } as const] : []),
    ...(asked?.agreements ? [{ to: "/agreements", label: "Agreements" } as const] : []),
  ];
}

export function TraderLayout({ children }: { children: ReactNode }) {
  const shown = useLinks();
  useLive();
  return (
    <SignedInLayout
      home="/"
      linksFrom={shown.length > links.length ? 1080 : 768}
      renderLinks={(onFollow) => <NavLinks links={shown} onFollow={onFollow} />}
      banner={
        <>
          <RecoveryBanner />
          <VerifyBanner />
        </>
      }
      actions={
        <>
          <NoticesLink />
          <SignOutButton />
        </>
      }
      menuActions={(onFollow) => (
        <>
          <NoticesLink onFollow={onFollow} />
          <SignOutButton isWide />
        </>
      )}
      overlays={<SignInAgain />}
    >
      {children}
    </SignedInLayout>
  );
}

/** Fetches how many notices are unread, and whether the email still has to be verified. */
function useNoticeStatus() {
  return trpc.trader.notices.status.useQuery(undefined, { staleTime: staleTimes.traderData });
}

/** Links to the notices, with the number of unread ones. */
function NoticesLink({ onFollow }: { onFollow?: () => void }) {
  const unread = useNoticeStatus().data?.unread ?? 0;
  const NoticesAnchor = onFollow ? MenuLink : BarLink;
  return (
    <NoticesAnchor to="/notices" onClick={onFollow}>
      Notices
      {unread > 0 ? (
        <CountChip color="primary" count={unread > 99 ? "99+" : String(unread)} word="unread" />
      ) : null}
    </NoticesAnchor>
  );
}

function SignOutButton({ isWide = false }: { isWide?: boolean }) {
  const { isPending, signOut } = useSignOut();
  return (
    <Button
      look={isWide ? "secondary" : "plain"}
      size={isWide ? "medium" : "small"}
      isWide={isWide}
      isPending={isPending}
      pendingLabel="Signing out..."
      onClick={signOut}
    >
      Sign out
    </Button>
  );
}

/** Says that the second factor is being removed, and how to stop it. Only a mailed link does: a thief may be signed in. */
function RecoveryBanner() {
  const recovery = useNoticeStatus().data?.recovery;
  if (!recovery) return null;
  return (
    <Alert
      component="section"
      role="region"
      aria-label="Recovery"
      severity="warning"
      icon={false}
      sx={{ borderRadius: 0, px: "var(--page-gutter)" }}
    >
      <span>
        {`We received a request to remove your second factor, because it is lost. It is removed at ${sayMoment(recovery.endsAt)}, and you then set a new password by mail. Until then, no payout is approved. If you did not ask for this, open “Stop the removal” in our mail.`}
      </span>
    </Alert>
  );
}

/** Asks the trader to verify their email; nothing is blocked without it. */
function VerifyBanner() {
  const { data: status } = useNoticeStatus();
  const { data: trader } = useSession();
  const send = trpc.trader.sendVerification.useMutation({
    onSuccess: () => showSuccess("Verification email sent", `Please check ${trader?.email}.`),
    onError: (error) => showApiError("Request failed", error),
  });
  if (!status?.asksToVerify || !trader) return null;
  return (
    // "Email" is the name of a field on the settings page.
    <Alert
      component="section"
      role="region"
      aria-label="Verification"
      severity="warning"
      icon={false}
      action={
        <TextButton disabled={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? "Sending..." : "Send again"}
        </TextButton>
      }
      sx={{ borderRadius: 0, px: "var(--page-gutter)" }}
    >
      <span>
        Please verify your email: open the link that we sent to <strong>{trader.email}</strong>.
      </span>
    </Alert>
  );
}
