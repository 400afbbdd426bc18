import { formatDistanceToNow } from "date-fns";
import type { ActiveSession } from "../../../src/identity/sessions/session.schema.ts";
import type { Member } from "../../../src/identity/team/team.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { Button } from "../../components/button/button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { FieldSkeleton } from "../../components/field/field-skeleton.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { untilSettled } from "../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import { shorten } from "../../domain/format/shorten.ts";
import { trpc } from "../../trpc.ts";
import styles from "./team.module.css";

interface MemberSessionsDialogProps {
  member: Member;
  isOpen: boolean;
  onClose: () => void;
}

/** Lists an administrator's sessions, with buttons to end them. */
export function MemberSessionsDialog({ member, isOpen, onClose }: MemberSessionsDialogProps) {
  const { id } = member;
  const sessions = trpc.admin.team.sessions.useQuery({ id }, { staleTime: 0 });
  const { succeeded, failed } = useAdminOutcome();
  const end = trpc.admin.team.endSessions.useMutation({
    onSuccess: ({ message }) => succeeded("Signed out", message),
    onError: (error) => failed("Session not ended", error),
  });
  const endAll = useSingleFlight(() => untilSettled(end.mutateAsync({ id })));
  const skeleton = (
    <LoadingRegion name="Loading the sessions">
      <FieldSkeleton />
    </LoadingRegion>
  );
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <ViewDialog
      title="Open Sessions"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {others.length > 0 ? (
            <Button look="danger" isPending={end.isPending} onClick={() => void endAll()}>
              {member.isYou ? "End Other Sessions" : "End All Sessions"}
            </Button>
          ) : null}
        </>
      }
    >
      <p>
        <strong>{shorten(member.name)}</strong>. The access key stays valid.
      </p>
      <Loaded query={sessions} noun="the sessions" skeleton={skeleton}>
        {(all) =>
          all.length === 0 ? (
            <p className={styles.soft}>Not signed in anywhere.</p>
          ) : (
            <ul className={styles.sessions}>
              {all.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isPending={end.isPending && end.variables.sessionId === session.id}
                  onEnd={() => untilSettled(end.mutateAsync({ id, sessionId: session.id }))}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </ViewDialog>
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
  const seen = isCurrent ? "this session" : `last seen ${formatDistanceToNow(lastSeenAt)} ago`;
  return (
    <li>
      <div>
        <p>{device}</p>
        <p className={styles.soft}>{[address, seen].filter(Boolean).join(" · ")}</p>
      </div>
      {isCurrent ? null : (
        <Button
          size="small"
          aria-label={`End session: ${device}`}
          isPending={isPending}
          onClick={() => void end()}
        >
          End
        </Button>
      )}
    </li>
  );
}
