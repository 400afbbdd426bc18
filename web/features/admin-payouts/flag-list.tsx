import type { PayoutFlag } from "../../../src/business/money/payouts/flags.rule.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { formatCountOf } from "../../domain/format/counts.ts";
import type { FlagState } from "../../domain/payouts/use-payout-flags.ts";
import styles from "./desk.module.css";

interface FlagListProps {
  /** The accessible name of the list. */
  name: string;
  flags: readonly PayoutFlag[];
}

/** Lists what is unusual about a request, one sentence per line. */
export function FlagList({ name, flags }: FlagListProps) {
  return (
    <ul aria-label={name} className={styles.flags}>
      {flags.map(({ code, message }) => (
        <li key={code}>
          <Icon name="alert" size={16} />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}

/** `1 flag`, `3 flags` */
export const countFlags = ({ length }: readonly unknown[]) => formatCountOf(length, "flag");

interface FlagNoticeProps {
  /** As in "2 flags on this request". */
  name: string;
  /** `unrecorded` if no flags are stored with a decision, which may be older than flags. */
  flags: FlagState | "unrecorded";
}

/** Shows the flags apart from the facts, so that they are read before deciding. */
export function FlagNotice({ name, flags }: FlagNoticeProps) {
  if (flags === "checking") {
    return (
      <p role="status" className={styles.soft}>
        Checking for flags…
      </p>
    );
  }
  if (flags === "unread" || flags === "unrecorded") {
    return (
      <div role="status" className={styles.callout}>
        <p>
          {flags === "unread"
            ? `The flags ${name} could not be read`
            : `No flags are stored ${name}: they could not be read, or there were none yet`}
        </p>
      </div>
    );
  }
  if (flags.length === 0) return <p className={styles.soft}>{`No flags ${name}`}</p>;
  return (
    <div className={styles.callout}>
      <p>{`${countFlags(flags)} ${name}`}</p>
      <FlagList name={`Flags ${name}`} flags={flags} />
    </div>
  );
}
