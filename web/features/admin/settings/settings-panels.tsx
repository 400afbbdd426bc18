import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { PayoutSettings } from "../../../../src/business/money/payouts/payout.schema.ts";
import type { Ability } from "../../../../src/identity/roles/roles.rule.ts";
import type { TeamSettings } from "../../../../src/identity/team/team.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { describeZone } from "../../../../src/platform/time/local-time.rule.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import { settingsDialogs } from "./settings-dialogs.ts";

/** Shows the amount above which an approval needs two administrators. */
export function ApprovalPanel() {
  const query = trpc.admin.settings.payouts.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <SettingsPanel
      title="Payouts: Second Approval"
      subtitle="Payouts above a set amount need the approval of two administrators."
      query={query}
      lines={1}
      ability="payouts.settings"
      button={{ label: "Change", name: "Change the second approval" }}
      dialog="second-approval"
    >
      {(settings) => <ApprovalFacts settings={settings} />}
    </SettingsPanel>
  );
}

function ApprovalFacts({ settings }: { settings: PayoutSettings }) {
  const { secondApprovalAbove, secondApprovalCurrency, deciders } = settings;
  return (
    <>
      <Facts>
        <Fact name="Needed above">
          {secondApprovalAbove === null
            ? "Off: one administrator approves every amount"
            : formatMoney(secondApprovalAbove, secondApprovalCurrency)}
        </Fact>
        <Fact name="Administrators who may approve">{String(deciders)}</Fact>
        <ChangedFact settings={settings} />
      </Facts>
      {secondApprovalAbove !== null && deciders < 2 ? (
        <Typography sx={{ mt: 1.5, color: "var(--orange)" }}>
          Only one administrator may approve, so larger amounts cannot be approved. Add another one
          to the team.
        </Typography>
      ) : null}
    </>
  );
}

/** Shows whether administrators must set up a second factor. */
export function TeamPanel() {
  const query = trpc.admin.settings.team.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <SettingsPanel
      title="Team: Two-Step Sign-In"
      subtitle="If it is required, administrators must set up an app or a passkey before they can do anything else."
      query={query}
      noun="the team's settings"
      lines={1}
      ability="team.manage"
      button={{ label: query.data?.secondFactorRequired ? "Make Optional" : "Require" }}
      dialog="two-step"
    >
      {(settings) => <TeamFacts settings={settings} />}
    </SettingsPanel>
  );
}

function TeamFacts({ settings }: { settings: TeamSettings }) {
  const { secondFactorRequired, members, membersWithSecondFactor } = settings;
  return (
    <Facts>
      <Fact name="Two-step sign-in">{secondFactorRequired ? "Required" : "Optional"}</Fact>
      <Fact name="Administrators who have set it up">{`${membersWithSecondFactor} of ${members}`}</Fact>
      <ChangedFact settings={settings} />
    </Facts>
  );
}

/** Shows the firm's time zone. */
export function FirmPanel() {
  const query = trpc.admin.settings.firm.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <SettingsPanel
      title="Time Zone"
      subtitle="The zone of the firm's dates, and of a trader's first statement if no other is chosen."
      query={query}
      lines={1}
      ability="settings.write"
      button={{ label: "Change", name: "Change the time zone" }}
      dialog="time-zone"
    >
      {(settings) => (
        <Facts>
          <Fact name="Time zone">{describeZone(settings.timeZone)}</Fact>
          <ChangedFact settings={settings} />
        </Facts>
      )}
    </SettingsPanel>
  );
}

/** Shows at which percents of a loss limit traders are warned. */
export function WarningsPanel() {
  const query = trpc.admin.settings.warnings.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <SettingsPanel
      title="Warnings"
      subtitle="Sent to traders who have used much of a daily or maximum loss limit, before they breach it."
      query={query}
      lines={1}
      ability="settings.write"
      button={{ label: "Change", name: "Change the warnings" }}
      dialog="warnings"
    >
      {({ percents }) => (
        <Facts>
          <Fact name="Traders are warned at">
            {percents.length === 0
              ? "Off: no warnings are sent"
              : `${percents.join("%, ")}% of the limit`}
          </Fact>
        </Facts>
      )}
    </SettingsPanel>
  );
}

/** Shows how long traders can appeal, and who decides. */
export function AppealsPanel() {
  const query = trpc.admin.settings.appeals.get.useQuery(undefined, { refetchOnMount: "always" });
  return (
    <SettingsPanel
      title="Appeals"
      subtitle="Traders can appeal once against a confirmed breach or a rejected payout request."
      query={query}
      lines={2}
      ability="settings.write"
      button={{ label: "Change", name: "Change the appeals" }}
      dialog="appeals"
    >
      {({ days }) => (
        <Facts>
          <Fact name="Possible for">
            {days === 0
              ? "Off: the firm takes no appeals"
              : `${days} ${days === 1 ? "day" : "days"} after the decision`}
          </Fact>
          <Fact name="Decided by">
            An owner or risk manager other than the person who took the decision, if there is one
          </Fact>
        </Facts>
      )}
    </SettingsPanel>
  );
}

interface SettingsPanelProps<Settings> {
  title: string;
  subtitle: string;
  query: { data?: Settings | undefined; isLoadingError: boolean; refetch: () => Promise<unknown> };
  /** Names the settings, as in "Loading the settings". */
  noun?: string;
  /** How many lines the settings take. */
  lines: number;
  /** Required to change the settings. */
  ability: Ability;
  button: {
    label: string;
    /** The accessible name, if the label alone does not say what is changed. */
    name?: string;
  };
  /** The dialog in which they are changed. */
  dialog:
    | "second-approval"
    | "two-step"
    | "time-zone"
    | "warnings"
    | "appeals"
    | "gates"
    | "identity"
    | "links";
  children: (settings: Settings) => ReactNode;
}

/** Shows settings, with a button that opens the dialog in which they are changed. */
export function SettingsPanel<Settings>(props: SettingsPanelProps<Settings>) {
  const { title, subtitle, query, noun = "the settings", ability, button, dialog } = props;
  const open = useOpenDialog(settingsDialogs);
  return (
    <Panel
      title={title}
      subtitle={subtitle}
      aside={
        <PermittedButton
          ability={ability}
          size="small"
          aria-label={button.name}
          disabled={query.data === undefined}
          onClick={() => open(dialog)}
        >
          {button.label}
        </PermittedButton>
      }
    >
      <Loaded query={query} noun={noun} skeleton={props.lines}>
        {props.children}
      </Loaded>
    </Panel>
  );
}

interface ChangedFactProps {
  settings: { updatedAt: Date | null; updatedBy: string | null };
}

/** Shows the time and author of the last change of the settings; renders nothing before the first change. */
export function ChangedFact({ settings: { updatedAt, updatedBy } }: ChangedFactProps) {
  if (!updatedAt) return null;
  return <Fact name="Changed">{`${formatMoment(updatedAt)} · ${updatedBy}`}</Fact>;
}
