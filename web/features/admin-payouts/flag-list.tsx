import type { PayoutFlag } from "../../../src/business/payouts/flags.rule.ts";
import { Icon } from "../../components/icon/icon.tsx";
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
export const countFlags = ({ length }: readonly unknown[]) =>
  length === 1 ? "1 flag" : `${length} flags`;

/** Shows the flags in a single line that expands, for dialogs; renders nothing without flags. */
export function CollapsedFlags({ name, flags }: FlagListProps) {
  if (flags.length === 0) return null;
  return (
    <details className={styles.collapsed}>
      <summary>
        <Icon name="alert" size={16} />
        {`${countFlags(flags)}: ${name.toLowerCase()}`}
      </summary>
      <FlagList name={name} flags={flags} />
    </details>
  );
}
