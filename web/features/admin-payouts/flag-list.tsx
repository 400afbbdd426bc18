import type { PayoutFlag } from "../../../src/business/payouts/flags.rule.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { formatCountOf } from "../../format/counts.ts";
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

/** Shows the flags apart from the facts, so that they are read before deciding; renders nothing without flags. */
export function FlagNotice({ name, flags }: FlagListProps) {
  if (flags.length === 0) return null;
  return (
    <div className={styles.callout}>
      <p>{`${countFlags(flags)} ${name}`}</p>
      <FlagList name={`Flags ${name}`} flags={flags} />
    </div>
  );
}
