import { showApiError } from "../../app/api-client/show-api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { FieldSkeleton } from "../../components/field/field-skeleton.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import { trpc } from "../../trpc.ts";
import { SessionRow } from "./session-row.tsx";
import styles from "./settings.module.css";

/** Lists the sessions of this account, each with a button that ends it. */
export function SessionsPanel() {
  const utils = trpc.useUtils();
  const sessions = trpc.trader.sessions.list.useQuery(undefined, { staleTime: 0 });
  const outcome = {
    onSettled: () => utils.trader.sessions.list.invalidate(),
    onSuccess: ({ message }: { message: string }) => showSuccess("Session ended", message),
    onError: (error: unknown) => showApiError("Session not ended", error),
  };
  const end = trpc.trader.sessions.end.useMutation(outcome);
  const endOthers = trpc.trader.sessions.endOthers.useMutation(outcome);
  const signOutOthers = useSingleFlight(() => untilSettled(endOthers.mutateAsync()));
  const skeleton = (
    <LoadingRegion name="Loading your sessions">
      <FieldSkeleton />
    </LoadingRegion>
  );
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent);

  return (
    <Panel
      title="Signed-In Devices"
      subtitle="End any that you do not recognise, and change your password."
      aside={
        hasOthers ? (
          <Button size="small" onClick={() => void signOutOthers()} isPending={endOthers.isPending}>
            End Other Sessions
          </Button>
        ) : null
      }
    >
      <Loaded query={sessions} noun="your sessions" skeleton={skeleton}>
        {(all) => (
          <ul className={styles.sessions}>
            {all.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isPending={end.isPending && end.variables.id === session.id}
                onEnd={() => untilSettled(end.mutateAsync({ id: session.id }))}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
