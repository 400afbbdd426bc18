import type { PayoutDesk } from "../../../src/business/money/payouts/desk.schema.ts";
import { Button, LinkButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import styles from "./desk.module.css";

/** Links to the previous and the next pending request in the queue. */
export function QueueLinks({ queue }: Pick<PayoutDesk, "queue">) {
  return (
    <nav aria-label="Pending requests" className={styles.queue}>
      <span className={styles.soft}>{`${formatCount(queue.waiting)} pending`}</span>
      <QueueLink id={queue.previous} label="Previous" name="Previous pending request" />
      <QueueLink id={queue.next} label="Next" name="Next pending request" />
    </nav>
  );
}

interface QueueLinkProps {
  id: number | null;
  label: string;
  name: string;
}

function QueueLink({ id, label, name }: QueueLinkProps) {
  const text = (
    <>
      {label === "Previous" ? <Icon name="chevronLeft" size={16} /> : null}
      {label}
      {label === "Next" ? <Icon name="chevronRight" size={16} /> : null}
    </>
  );
  if (id === null) {
    return (
      <Button size="small" disabled>
        {text}
      </Button>
    );
  }
  return (
    <LinkButton
      to="/admin/payouts/$id"
      params={{ id: String(id) }}
      aria-label={`${name}, #${id}`}
      size="small"
    >
      {text}
    </LinkButton>
  );
}
