import { useQueryClient } from "@tanstack/react-query";
import { closeSession } from "../../app/session/session.ts";
import { trpc } from "../../trpc.ts";
import { MailedLink } from "./mailed-link.tsx";

/** Undoes what another person has changed about how the trader signs in. */
export function NotMe() {
  const queryClient = useQueryClient();
  // It ends all sessions of the trader, including one in this browser.
  const undo = trpc.auth.notMe.useMutation({ onSuccess: () => closeSession(queryClient) });
  return (
    <MailedLink
      mutation={undo}
      title="Was this change not yours?"
      verb="Undo It and Sign Everybody Out"
      pendingLabel="Undoing..."
      look="danger"
      done={{
        title: "Everything since was undone",
        text: "Everybody is signed out, and your password no longer works. We have mailed you a link to set a new one.",
      }}
      failed={{
        title: "Nothing was undone",
        text: "Each link works once, within seven days. If another person can still sign in, contact us.",
      }}
    >
      <p>
        This removes every app, passkey and recovery code that was added since this change, puts
        back those that were removed, signs everybody out and makes your password invalid. Payouts
        that were requested since are held until we have checked them.
      </p>
      <p>
        We then mail you a link to set a new password. If the change was yours, close this page.
      </p>
    </MailedLink>
  );
}
