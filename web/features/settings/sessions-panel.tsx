import List from "@mui/material/List";
import { showApiError } from "../../app/api-client/api-error.ts";
import { Button } from "../../components/button/button.tsx";
import { FieldSkeleton } from "../../components/field/field-skeleton.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import { trpc } from "../../trpc.ts";
import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import Typography from "@mui/material/Typography";
import { formatDistanceToNow } from "date-fns";
import type { ActiveSession } from "../../../src/identity/sessions/session.schema.ts";

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
          <List disablePadding>
            {all.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isPending={end.isPending && end.variables.id === session.id}
                onEnd={() => untilSettled(end.mutateAsync({ id: session.id }))}
              />
            ))}
          </List>
        )}
      </Loaded>
    </Panel>
  );
}

interface SessionRowProps {
  session: ActiveSession;
  isPending: boolean;
  onEnd: () => Promise<void>;
}

function SessionRow({ session, isPending, onEnd }: SessionRowProps) {
  const { device, address, lastSeenAt, isCurrent } = session;
  const end = useSingleFlight(onEnd);
  const seen = formatDistanceToNow(lastSeenAt, { addSuffix: true });
  return (
    <ListItem disableGutters divider sx={{ gap: 2, "&:last-of-type": { border: 0 } }}>
      <ListItemText
        primary={
          <>
            {device}
            {isCurrent ? (
              <Typography component="span" variant="caption" sx={thisDevice}>
                This device
              </Typography>
            ) : null}
          </>
        }
        secondary={[address, isCurrent ? "now" : `last seen ${seen}`].filter(Boolean).join(" · ")}
        slotProps={{ secondary: { component: "p" }, primary: { component: "p" } }}
        sx={{ overflowWrap: "anywhere" }}
      />
      {isCurrent ? null : (
        <Button
          size="small"
          aria-label={`End session: ${device}`}
          onClick={() => void end()}
          isPending={isPending}
        >
          End Session
        </Button>
      )}
    </ListItem>
  );
}

const thisDevice = { ml: 1, color: "primary.main", fontWeight: 600 };
