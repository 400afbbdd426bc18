import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import {
  type Enforcement,
  type EnforcementEvent,
  enforcementEventNames,
  enforcementEvents,
  type EnforcementMode,
} from "../../../src/business/firm/actions/action.rule.ts";
import type { EnforcementOutlook } from "../../../src/business/firm/overview/overview.schema.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { useRefusal } from "../../app/session/use-may.ts";
import { Choice } from "../../components/choice/choice.tsx";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCount, formatCountOf } from "../../domain/format/counts.ts";
import { trpc } from "../../trpc.ts";

const modes = { none: "None", propose: "Propose", automatic: "Automatic" } as const;

/** What each setting of an event means. */
const effects: Readonly<Record<EnforcementEvent, Readonly<Record<EnforcementMode, string>>>> = {
  breachOpened: {
    none: "The platform is asked for nothing until the review is decided.",
    propose: "Disabling trading is proposed, and waits for approval.",
    automatic:
      "Trading is disabled at once if the breach was observed and nothing contradicts the records; otherwise, it is proposed.",
  },
  breachConfirmed: {
    none: "Positions and the login stay as they are.",
    propose: "Closing all positions and disabling trading are proposed, and wait for approval.",
    automatic: "All positions are closed, then trading is disabled.",
  },
  breachDismissed: {
    none: "Trading that was disabled stays disabled; what no bridge has received is cancelled.",
    propose:
      "Enabling trading is proposed if it was disabled; what no bridge has received is cancelled.",
    automatic: "Trading is enabled if it was disabled; what no bridge has received is cancelled.",
  },
  passConfirmed: {
    none: "The login of the passed stage stays as it is.",
    propose:
      "Closing all positions and disabling the login are proposed; a next stage that keeps the login adds enabling it.",
    automatic:
      "All positions are closed and the login is disabled; it is enabled again if the next stage keeps it.",
  },
  payoutPaid: {
    none: "The profit stays in the account at the platform.",
    propose: "Withdrawing the profit that the payment settles is proposed.",
    automatic: "The profit that the payment settles is withdrawn from the account.",
  },
};

/** Says what an event would be about today: `3 breaches are open, 1 without a login.` */
export function describeOutlook(event: EnforcementEvent, outlook: EnforcementOutlook): string {
  const { breaches, breachesDisabled, breachesCancellable, passes, payouts, exceedsTotal } =
    outlook;
  const most = exceedsTotal ? "+" : "";
  const are = (count: number) => (count === 1 ? "is" : "are");
  const open = `${formatCount(breaches)}${most} ${breaches === 1 ? "breach is" : "breaches are"} open`;
  const sentences: Readonly<Record<EnforcementEvent, string>> = {
    breachOpened: `Today: ${formatCountOf(outlook.active, "account")} ${are(outlook.active)} active. Open reviews are not affected.`,
    breachConfirmed: `Today: ${open}${without(outlook.breachesWithoutLogin)}.`,
    breachDismissed:
      breaches === 0
        ? `Today: ${open}.`
        : `Today: ${open}. Trading is disabled for ${formatCount(breachesDisabled)}; dismissing cancels what ${formatCount(breachesCancellable)} ${breachesCancellable === 1 ? "waits" : "wait"} for.`,
    passConfirmed: `Today: ${formatCount(passes)}${most} ${passes === 1 ? "pass waits" : "passes wait"} for a decision${without(outlook.passesWithoutLogin)}.`,
    payoutPaid: `Today: ${formatCount(payouts)}${most} approved ${payouts === 1 ? "payout is" : "payouts are"} unpaid${without(outlook.payoutsWithoutLogin)}.`,
  };
  return sentences[event];
}

/** An account without a login is asked for nothing. */
const without = (count: number) =>
  count === 0 ? "" : `, ${formatCount(count)} without a login and therefore without actions`;

interface Change {
  event: EnforcementEvent;
  mode: EnforcementMode;
}

/** Shows which events ask the trading platform for actions, what follows, and how many accounts each is about today. */
export function EnforcementPanel() {
  const query = trpc.admin.settings.enforcement.get.useQuery(undefined, {
    refetchOnMount: "always",
  });
  const { data: outlook } = trpc.admin.overview.enforcement.useQuery(undefined, {
    refetchOnMount: "always",
  });
  const dialog = useDialog<Change>();
  return (
    <Panel
      title="Enforcement"
      subtitle="What the trading platform is asked to do when something happens. Changes apply to later events."
    >
      <Loaded query={query} noun="the enforcement" skeleton={5}>
        {(settings) => (
          <Stack component="ul" divider={<Box component="li" aria-hidden sx={line} />} sx={list}>
            {enforcementEventNames.map((event) => (
              <EventRow
                key={event}
                event={event}
                settings={settings}
                outlook={outlook}
                onChange={(mode) => dialog.open({ event, mode })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, change) => <ChangeDialog {...frame} change={change} outlook={outlook} />}
      </Opened>
    </Panel>
  );
}

const list = { m: 0, p: 0, listStyle: "none" };
const line = { borderBlockStart: "1px solid var(--line)" };
const soft = { color: "text.secondary", fontSize: "var(--text-sm)" };

interface EventRowProps {
  event: EnforcementEvent;
  settings: Enforcement;
  outlook: EnforcementOutlook | undefined;
  onChange: (mode: EnforcementMode) => void;
}

function EventRow({ event, settings, outlook, onChange }: EventRowProps) {
  const refusal = useRefusal("settings.write");
  const mode = settings[event];
  return (
    <Stack
      component="li"
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1.5, py: 1.5, justifyContent: "space-between" }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 550 }}>{enforcementEvents[event]}</Box>
        <Box>{effects[event][mode]}</Box>
        <Typography sx={soft}>{outlook ? describeOutlook(event, outlook) : " "}</Typography>
      </Box>
      <Box sx={{ flexShrink: 0 }} title={refusal}>
        {refusal === undefined ? (
          <Choice
            name={enforcementEvents[event]}
            options={modes}
            selected={mode}
            onSelect={onChange}
          />
        ) : (
          modes[mode]
        )}
      </Box>
    </Stack>
  );
}

interface ChangeDialogProps {
  change: Change;
  outlook: EnforcementOutlook | undefined;
  isOpen: boolean;
  onClose: () => void;
}

function ChangeDialog({ change: { event, mode }, outlook, isOpen, onClose }: ChangeDialogProps) {
  const set = trpc.admin.settings.enforcement.set.useMutation(
    useDialogOutcome({ onClose, done: "Enforcement saved", failed: "Update failed" }),
  );
  return (
    <ConfirmDialog
      title={`${enforcementEvents[event]}: ${modes[mode]}`}
      question={effects[event][mode]}
      confirmLabel={`Set to ${modes[mode]}`}
      pendingLabel="Saving..."
      confirmLook="primary"
      isOpen={isOpen}
      isPending={set.isPending}
      onConfirm={() => set.mutateAsync({ [event]: mode })}
      onCancel={onClose}
    >
      {outlook ? <p>{describeOutlook(event, outlook)}</p> : null}
    </ConfirmDialog>
  );
}
