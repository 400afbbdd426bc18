import { formatDistanceToNow } from "date-fns";
import type { ActiveSession } from "../../../src/identity/sessions/session.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { useSingleFlight } from "../../components/forms/use-single-flight.ts";
import styles from "./settings.module.css";

interface SessionRowProps {
  session: ActiveSession;
  isPending: boolean;
  onEnd: () => Promise<void>;
}

export function SessionRow({ session, isPending, onEnd }: SessionRowProps) {
  const { device, address, lastSeenAt, isCurrent } = session;
  const end = useSingleFlight(onEnd);
  const seen = formatDistanceToNow(lastSeenAt, { addSuffix: true });
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>
          {device}
          {isCurrent ? <span className={styles.current}>This device</span> : null}
        </p>
        <p className={styles.where}>
          {[address, isCurrent ? "now" : `last seen ${seen}`].filter(Boolean).join(" · ")}
        </p>
      </div>
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
    </li>
  );
}
