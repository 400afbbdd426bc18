import type { PayoutDesk } from "../../../src/business/money/payouts/desk.schema.ts";
import type { PayoutFlag } from "../../../src/business/money/payouts/flags.rule.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { countFlags, FlagList } from "./flag-list.tsx";
import styles from "./desk.module.css";

/**
 * Shows the current flags of a request, and those that were recorded with its decision. Nothing is unusual about a
 * cancelled one.
 */
export function FlagsPanel({ desk: { payout, flags } }: { desk: PayoutDesk }) {
  const { decisionFlags, status } = payout;
  if (status === "cancelled") return null;
  const isPending = status === "pending";
  const atDecision = isPending ? null : decisionFlags;
  const isUnchanged = atDecision !== null && flags !== null && isSameFlags(atDecision, flags);
  return (
    <Panel
      title="Flags"
      subtitle={
        isPending
          ? describePending(flags)
          : decisionFlags === null
            ? unrecorded
            : `When the decision was made${isUnchanged ? ", and now" : ""}: ${decisionFlags.length === 0 ? "none" : countFlags(decisionFlags)}`
      }
    >
      {!isPending && flags === null ? <p>{unread}</p> : null}
      {isPending && flags && flags.length > 0 ? <FlagList name="Flags" flags={flags} /> : null}
      {atDecision && atDecision.length > 0 ? (
        <FlagList name="Flags when decided" flags={atDecision} />
      ) : null}
      {!isPending && !isUnchanged && flags && flags.length > 0 ? (
        <div className={styles.now}>
          <p>{`Now: ${countFlags(flags)}`}</p>
          <FlagList name="Flags now" flags={flags} />
        </div>
      ) : null}
    </Panel>
  );
}

const unread = "The flags could not be read. Reload the page to try again.";

/** The same is stored for both, and for decisions without a flag in the audit log. */
const unrecorded =
  "No flags are stored with the decision: they could not be read, or it was made before there were flags";

function describePending(flags: PayoutDesk["flags"]): string {
  if (flags === null) return unread;
  if (flags.length === 0) return "Nothing unusual about this request";
  return `${countFlags(flags)}. They do not block anything and are stored with the decision.`;
}

const isSameFlags = (some: readonly PayoutFlag[], others: readonly PayoutFlag[]) =>
  some.length === others.length && some.every(({ message }, i) => others[i]?.message === message);
