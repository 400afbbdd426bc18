import { useState } from "react";
import { showApiError } from "../../api-client/show-api-error.ts";
import { TextButton } from "../../components/button/text-button.tsx";
import { untilSettled } from "../../forms/until-settled.ts";
import { useSingleFlight } from "../../forms/use-single-flight.ts";
import { trpc } from "../../trpc.ts";
import { notAssigned } from "./user-facts.tsx";

/** Shown on request only, because every view is recorded in the audit log. */
export function MasterPassword({ userId }: { userId: number }) {
  const [isShown, setShown] = useState(false);
  // Disabled, so that only the button fetches it.
  const { data, refetch } = trpc.admin.users.get.useQuery({ id: userId }, { enabled: false });
  const show = useSingleFlight(() =>
    untilSettled(
      refetch({ throwOnError: true })
        .then(() => setShown(true))
        .catch((error: unknown) => showApiError("Failed to load the master password", error)),
    ),
  );
  if (isShown && data) return data.tradingAccount.masterPassword ?? notAssigned;
  return (
    <TextButton onClick={() => void show()} data-tooltip="Viewing it is recorded in the history">
      Show
    </TextButton>
  );
}
