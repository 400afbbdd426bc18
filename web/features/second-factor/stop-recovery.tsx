import { trpc } from "../../trpc.ts";
import { MailedLink } from "./mailed-link.tsx";

/** Stops the removal of a second factor that was not lost. */
export function StopRecovery() {
  return (
    <MailedLink
      mutation={trpc.auth.stopRecovery.useMutation()}
      title="Keep your second factor?"
      verb="Stop the Removal"
      pendingLabel="Stopping..."
      done={{
        title: "Your second factor stays",
        text: "The removal was stopped, and you sign in as before.",
      }}
      failed={{
        title: "Nothing was stopped",
        text: "Each link works once, until the removal. If your second factor was removed against your will, open “This was not me” in the mail about it.",
      }}
    >
      <p>
        We received a request to remove your second factor, because it is lost. Stop this if you did
        not ask for it, or have found it again.
      </p>
    </MailedLink>
  );
}
