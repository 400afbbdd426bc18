import { trpc } from "../../trpc.ts";
import { MailedLink } from "./mailed-link.tsx";

/** Confirms a first factor. */
export function ConfirmFactor() {
  return (
    <MailedLink
      mutation={trpc.auth.confirmSecondFactor.useMutation()}
      title="Turn on two-step sign-in?"
      verb="Turn On"
      pendingLabel="Confirming..."
      done={{
        title: "Two-step sign-in is on",
        text: "From now on, a password alone no longer signs in. Your other sessions were signed out.",
      }}
      failed={{
        title: "Nothing was confirmed",
        text: "Each link works once, within an hour, and only the newest one is valid: send another one under Settings.",
      }}
    >
      <p>
        Confirm only if you have just set up an app or a passkey yourself. If you have not, close
        this page and set a new password.
      </p>
    </MailedLink>
  );
}
