import { useState } from "react";
import { showApiError } from "../../api-client/show-api-error.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { untilSettled } from "../../forms/until-settled.ts";
import { useSingleFlight } from "../../forms/use-single-flight.ts";
import { trpc } from "../../trpc.ts";
import { notAssigned } from "./user-facts.tsx";

/** Shown on request only, because every view is recorded in the audit log. */
export function MasterPassword({ userId }: { userId: number }) {
  const utils = trpc.useUtils();
  const [password, setPassword] = useState<string | null>();
  const show = useSingleFlight(() =>
    untilSettled(
      utils.admin.users.get
        .fetch({ id: userId })
        .then(({ tradingAccount }) => setPassword(tradingAccount.masterPassword))
        .catch((error: unknown) => showApiError("Failed to load the master password", error)),
    ),
  );
  if (password === null) return notAssigned;
  if (password !== undefined) return password;
  return (
    <TextButton onClick={() => void show()} data-tooltip="Viewing it is recorded in the history">
      Show
    </TextButton>
  );
}
