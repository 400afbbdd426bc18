import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useNavigate } from "@tanstack/react-router";
import type {
  Programme,
  ProgrammeVersion,
} from "../../../../src/business/decisions/programmes/programme.schema.ts";
import { updateProgrammeInput } from "../../../../src/business/decisions/programmes/programme.schema.ts";
import { rulesInBrief } from "../../../../src/business/rulebook/rules/words.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import {
  type DialogProps,
  dialogAbout,
  useOpenDialog,
  withSubject,
} from "../../../app/dialogs.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { TagList, Tag } from "../../../components/badge/tag.tsx";
import { LinkButton } from "../../../components/button/button.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Disclosure } from "../../../components/panel/disclosure.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { useVersions, versionName } from "../../../domain/rules/rule-versions.tsx";
import { LadderSteps } from "../../../domain/stages/ladder.tsx";
import { trpc } from "../../../trpc.ts";

/** Lists the programmes as ladders, newest first, with those that are archived on request. */
export function ProgrammeList({ archived }: { archived: boolean }) {
  const navigate = useNavigate();
  const query = trpc.admin.programmes.list.useQuery(
    { archived },
    { staleTime: staleTimes.adminPages },
  );
  const open = useOpenDialog(programmeDialogs);
  return (
    <Stack>
      <Checkbox
        label="Show archived programmes"
        checked={archived}
        onChange={({ target }) =>
          void navigate({
            to: "/admin/programmes",
            search: target.checked ? { archived: true } : {},
            replace: true,
          })
        }
      />
      <Loaded query={query} noun="the programmes" skeleton={6}>
        {(programmes) =>
          programmes.length === 0 ? (
            <EmptyState
              icon="document"
              title="No programmes"
              text="A programme is the ladder of stages that an account climbs. Add one, for example from the published programmes of other firms."
            />
          ) : (
            programmes.map((programme) => (
              <ProgrammePanel
                key={programme.id}
                programme={programme}
                onRename={() => open("rename", programme.id)}
              />
            ))
          )
        }
      </Loaded>
    </Stack>
  );
}

interface ProgrammePanelProps {
  programme: Programme;
  onRename: () => void;
}

function ProgrammePanel({ programme, onRename }: ProgrammePanelProps) {
  const { id, name, archivedAt, versions } = programme;
  const [latest, ...earlier] = versions;
  const mayWrite = useMay("rules.write");
  const { succeeded, failed } = useAdminOutcome();
  const isArchived = archivedAt !== null;
  const update = trpc.admin.programmes.update.useMutation({
    onSuccess: () => succeeded(isArchived ? "Programme restored" : "Programme archived"),
    onError: (error) => failed("Failed to change the programme", error),
  });
  return (
    <Panel
      title={name}
      subtitle={describeVersion(latest!)}
      aside={
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.5rem" }}>
          {isArchived ? <Badge tone="gray">Archived</Badge> : null}
          {mayWrite ? (
            <>
              <LinkButton
                to="/admin/programmes/edit"
                search={{ programme: String(id) }}
                aria-label={`New version of ${shorten(name)}`}
                size="small"
              >
                New Version
              </LinkButton>
              <ActionMenu
                label={`Actions for ${shorten(name)}`}
                isPending={update.isPending}
                actions={[
                  { label: "Rename", onSelect: onRename },
                  {
                    label: isArchived ? "Restore" : "Archive",
                    onSelect: () => update.mutate({ id, archived: !isArchived }),
                  },
                ]}
              />
            </>
          ) : null}
        </Box>
      }
    >
      <Offer version={latest!} />
      {earlier.length > 0 ? (
        <Box sx={{ marginBlockStart: 2 }}>
          <Disclosure
            summary={
              earlier.length === 1 ? "1 earlier version" : `${earlier.length} earlier versions`
            }
          >
            {earlier.map((version) => (
              <Box key={version.id} sx={{ marginBlockStart: "1rem" }}>
                <Typography
                  variant="body2"
                  sx={{ marginBlockEnd: "0.5rem", color: "text.secondary" }}
                >
                  {describeVersion(version)}
                </Typography>
                <Offer version={version} />
              </Box>
            ))}
          </Disclosure>
        </Box>
      ) : null}
    </Panel>
  );
}

/** `Version 2 of Mar 02, 2026, 11:00 by Back Office: payouts from the first day`. */
function describeVersion({ version, createdAt, createdBy, note }: ProgrammeVersion): string {
  const added = `Version ${version} of ${formatMoment(createdAt)} by ${shorten(createdBy)}`;
  return note ? `${added}: ${shorten(note)}` : added;
}

function Offer({ version }: { version: ProgrammeVersion }) {
  const { currency, initialBalances, steps } = version;
  const { versions } = useVersions();
  return (
    <>
      <Box sx={{ marginBlockEnd: "0.75rem" }}>
        <TagList name="Initial balances">
          {initialBalances.map((amount) => (
            <Tag key={amount} text={formatMoney(amount, currency)} />
          ))}
        </TagList>
      </Box>
      <LadderSteps
        steps={steps.map(({ phase, rulesVersionId, payoutEnabled, platform }) => {
          const rules = versions.get(rulesVersionId);
          const opened = platform
            ? ` · Opens an account at ${shorten(platform.server)}, group ${shorten(platform.group)}, 1:${platform.leverage}`
            : "";
          const terms = rules
            ? `${rulesInBrief(rules.rules, currency)} · ${versionName(rules)}${opened}`
            : "…";
          return { phase, payoutEnabled, terms };
        })}
      />
    </>
  );
}

const renameForm = updateProgrammeInput.pick({ name: true }).required();

interface RenameDialogProps extends DialogProps {
  subject: Programme;
}

const useProgramme = (id: number) =>
  trpc.admin.programmes.get.useQuery({ id }, { staleTime: staleTimes.adminPages });

const RenameDialog = withSubject(
  useProgramme,
  "programme",
  ({ subject: { id, name }, ...frame }: RenameDialogProps) => (
    <MutationDialog
      {...frame}
      title="Rename Programme"
      size="sm"
      schema={renameForm}
      present={{ name }}
      mutation={trpc.admin.programmes.update}
      toInput={(values) => ({ id, ...values })}
      submitLabel="Rename"
      pendingLabel="Renaming..."
      saved="Programme renamed"
      failed="Failed to rename the programme"
    >
      {(form) => <TextField label="Name" autoFocus autoComplete="off" {...form.field("name")} />}
    </MutationDialog>
  ),
);

/** `rename` has the address `?dialog=rename&programme=3`. */
export const programmeDialogs = {
  rename: dialogAbout("programme", () => Promise.resolve(RenameDialog), "rules.write"),
};
