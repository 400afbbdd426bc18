import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { flagLabels, type PayoutFlag } from "../../../../src/business/money/payouts/flags.rule.ts";
import { Icon } from "../../../components/icon/icon.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import type { FlagState } from "../../../domain/payouts/payout-flags.tsx";

interface FlagListProps {
  /** The accessible name of the list. */
  name: string;
  flags: readonly PayoutFlag[];
}

/** Lists what is unusual about a request, one sentence per line. */
export function FlagList({ name, flags }: FlagListProps) {
  return (
    <Box
      component="ul"
      aria-label={name}
      sx={{ display: "grid", gap: 0.5, p: 0, listStyle: "none" }}
    >
      {flags.map(({ code, message }) => (
        <Box component="li" key={code} sx={{ overflowWrap: "anywhere" }}>
          {message}
        </Box>
      ))}
    </Box>
  );
}

/** `1 flag`, `3 flags` */
export const countFlags = ({ length }: readonly unknown[]) => formatCountOf(length, "flag");

/** Names what a decision would disregard, below the flags and next to its button. */
export function describeDisregarded(flags: FlagState): string | undefined {
  if (flags === "unread") return "Approving without knowing the flags";
  if (typeof flags === "string" || flags.length === 0) return undefined;
  return `Approving despite: ${flags.map(({ code }) => flagLabels[code]).join(" · ")}`;
}

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
      <Box component="p" role="status" sx={{ color: "text.secondary" }}>
        Checking for flags…
      </Box>
    );
  }
  if (flags === "unread" || flags === "unrecorded") {
    return (
      <Alert role="status" severity="warning" icon={<Icon name="info" />}>
        <p>
          {flags === "unread"
            ? `The flags ${name} could not be read`
            : `No flags are stored ${name}: they could not be read, or there were none yet`}
        </p>
      </Alert>
    );
  }
  if (flags.length === 0) {
    return <Box component="p" sx={{ color: "text.secondary" }}>{`No flags ${name}`}</Box>;
  }
  return (
    <Alert
      role="group"
      aria-label={`Flags ${name}`}
      severity="warning"
      icon={<Icon name="alert" />}
    >
      <Box
        component="p"
        sx={{ color: "text.primary", fontWeight: 600 }}
      >{`${countFlags(flags)} ${name}`}</Box>
      <FlagList name={`Flags ${name}`} flags={flags} />
    </Alert>
  );
}
