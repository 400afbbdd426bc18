import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { AllocationPanel } from "../../domain/allocation/allocation-panel.tsx";
import { PermittedContent } from "../../app/session/permitted-content.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { AuditLog } from "../../features/admin/audit/audit-log.tsx";
import { type AuditSearch, readAuditSearch } from "../../features/admin/audit/audit-query.ts";
import { useOpenDialog } from "../../app/dialogs.tsx";
import { certificateDialogs } from "../../features/admin/certificates/certificate-dialogs.ts";
import { recheckDialogs } from "../../features/admin/identities/identity-dialogs.ts";
import { userDialogs } from "../../features/admin/users/user-dialogs.tsx";
import { PayoutTable } from "../../features/admin/payouts/payout-table.tsx";
import { UserCasePanel } from "../../features/admin/links/user-case-panel.tsx";
import { TracesPanel } from "../../features/admin/persons/traces-panel.tsx";
import { PersonPanel } from "../../features/admin/persons/person-panel.tsx";
import { CertificatesTab } from "../../features/admin/trader/certificates-tab.tsx";
import { IdentityTab } from "../../features/admin/trader/identity-tab.tsx";
import { NotesTab } from "../../features/admin/trader/notes-tab.tsx";
import { StagesTab } from "../../features/admin/trader/stages-tab.tsx";
import { StatementsTab } from "../../features/admin/trader/statements-tab.tsx";
import type { TraderTab as TabKey } from "../../features/admin/trader/trader-search.ts";
import { CertificateTable } from "../../features/certificates/certificate-list.tsx";
import { readRecordSearch, useRecordChange } from "../../features/records/record-search.ts";
import { RecordedStage } from "../../features/records/recorded-stage.tsx";
import { StageResults } from "../../features/records/stage-results.tsx";
import { isTypingOn } from "../../table/state/use-table-change.ts";

const route = getRouteApi("/admin/users_/$id");

interface TabProps {
  trader: TraderListItem;
}

interface TraderTabProps extends TabProps {
  tab: Exclude<TabKey, "overview">;
}

const tabs: Readonly<Record<TraderTabProps["tab"], (props: TabProps) => ReactNode>> = {
  record: ({ trader }) => <RecordTab userId={trader.id} />,
  stages: ({ trader }) => <StagesTab trader={trader} />,
  payouts: ({ trader }) => <PayoutTable userId={trader.id} />,
  certificates: ({ trader }) => <CertificatesSection userId={trader.id} />,
  identity: ({ trader }) => <IdentitySection userId={trader.id} />,
  links: ({ trader }) => <LinksTab userId={trader.id} />,
  history: ({ trader }) => <HistoryTab userId={trader.id} />,
};

/** Renders any tab of a user's page but the overview, which does not wait for the code of the others. */
export function TraderTab({ tab, ...props }: TraderTabProps) {
  const Tab = tabs[tab];
  return <Tab {...props} />;
}

/** Shows the statements of the account, and the calendar, statistics and trades of a stage. */
function RecordTab({ userId }: { userId: number }) {
  const search = readRecordSearch({ ...route.useSearch() });
  const change = useRecordChange();
  const source = { userId };
  return (
    <Stack>
      <StatementsTab userId={userId} />
      <RecordedStage
        source={source}
        chosen={search.stage}
        onChoose={(stage) => change({ stage })}
        empty={null}
      >
        {({ stage, select }) => (
          <StageResults
            source={source}
            stage={stage}
            search={search}
            onChange={change}
            tools={select}
            empty={
              <Paper variant="outlined">
                <EmptyState icon="document" title="No records in this stage" />
              </Paper>
            }
          />
        )}
      </RecordedStage>
    </Stack>
  );
}

/** Lists the certificates of a trader. */
function CertificatesSection({ userId }: { userId: number }) {
  const open = useOpenDialog(certificateDialogs);
  const openOfUser = useOpenDialog(userDialogs);
  return (
    <CertificatesTab
      userId={userId}
      onIssue={() => open("issue-certificate", `user-${userId}`)}
      onUpload={() => openOfUser("certificate", userId)}
    >
      {(certificates) => (
        <CertificateTable
          certificates={certificates}
          actions={({ id, name, withdrawn }) =>
            withdrawn ? null : (
              <PermittedButton
                ability="certificates.write"
                size="small"
                aria-label={`Withdraw ${name}`}
                onClick={() => open("withdraw-certificate", id)}
              >
                Withdraw
              </PermittedButton>
            )
          }
        />
      )}
    </CertificatesTab>
  );
}

/** Shows the attempts of a trader to prove their identity, and what they have accepted. */
function IdentitySection({ userId }: { userId: number }) {
  const open = useOpenDialog(recheckDialogs);
  return <IdentityTab userId={userId} onRecheck={() => open("recheck-identity", userId)} />;
}

/** Shows what connects a trader with others. */
function LinksTab({ userId }: { userId: number }) {
  return (
    <PermittedContent to="links.read" title="Your role does not see links">
      <Stack>
        <PersonPanel userId={userId} />
        <UserCasePanel userId={userId} />
        <AllocationPanel userId={userId} />
        <TracesPanel userId={userId} />
      </Stack>
    </PermittedContent>
  );
}

/** Shows the events of the audit log that concern a trader, beside the team's notes. */
function HistoryTab({ userId }: { userId: number }) {
  const search = { ...readAuditSearch({ ...route.useSearch() }), traderId: undefined };
  const navigate = route.useNavigate();
  const change = (wanted: AuditSearch) =>
    void navigate({
      search: (present) => ({ ...present, ...wanted }),
      replace: isTypingOn(wanted.search),
      resetScroll: false,
    });
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 24rem" },
        alignItems: "start",
        gap: 2.5,
      }}
    >
      {/* First on small screens, where the log above them would hide them. */}
      <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: 1 } }}>
        <NotesTab userId={userId} />
      </Box>
      <AuditLog search={search} onChange={change} ofTrader={userId} />
    </Box>
  );
}
