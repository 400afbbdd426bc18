import type { TeamSettings } from "../../../src/identity/team/team.schema.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { trpc } from "../../trpc.ts";
import { ChangedFact } from "./changed-fact.tsx";

/** Shows whether administrators must set up a second factor. */
export function TeamPanel() {
  const query = trpc.admin.settings.team.get.useQuery(undefined, { refetchOnMount: "always" });
  const settings = query.data;
  const dialog = useDialog<TeamSettings>();
  return (
    <Panel
      title="Team: Two-Step Sign-In"
      subtitle="If it is required, administrators must set up an app or a passkey before they can do anything else."
      aside={
        <PermittedButton
          ability="team.manage"
          size="small"
          disabled={!settings}
          onClick={() => settings && dialog.open(settings)}
        >
          {settings?.secondFactorRequired ? "Make Optional" : "Require"}
        </PermittedButton>
      }
    >
      <Loaded query={query} noun="the team's settings" skeleton={1}>
        {(present) => <SettingsFacts settings={present} />}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, present) => <RequireDialog {...frame} settings={present} />}
      </Opened>
    </Panel>
  );
}

function SettingsFacts({ settings }: { settings: TeamSettings }) {
  const { secondFactorRequired, members, membersWithSecondFactor } = settings;
  return (
    <Facts>
      <Fact name="Two-step sign-in">{secondFactorRequired ? "Required" : "Optional"}</Fact>
      <Fact name="Administrators who have set it up">{`${membersWithSecondFactor} of ${members}`}</Fact>
      <ChangedFact settings={settings} />
    </Facts>
  );
}

interface RequireDialogProps {
  settings: TeamSettings;
  isOpen: boolean;
  onClose: () => void;
}

function RequireDialog({ settings, isOpen, onClose }: RequireDialogProps) {
  const { secondFactorRequired, members, membersWithSecondFactor } = settings;
  const set = trpc.admin.settings.team.set.useMutation(
    useDialogOutcome({ onClose, done: "Team settings saved", failed: "Update failed" }),
  );
  const without = members - membersWithSecondFactor;
  const question = secondFactorRequired
    ? "Administrators can then turn it off, and new ones do not need it."
    : without === 0
      ? "All administrators have already set it up. New ones set it up when they sign in."
      : `${without} of ${members} administrators have not set it up. They must set it up when they next open a page, before they can do anything else.`;
  return (
    <ConfirmDialog
      title={secondFactorRequired ? "Make Two-Step Sign-In Optional" : "Require Two-Step Sign-In"}
      question={question}
      confirmLabel={secondFactorRequired ? "Make Optional" : "Require"}
      pendingLabel="Saving..."
      confirmLook="primary"
      isOpen={isOpen}
      isPending={set.isPending}
      onConfirm={() => set.mutateAsync({ secondFactorRequired: !secondFactorRequired })}
      onCancel={onClose}
    />
  );
}
