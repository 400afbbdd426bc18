import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import type { TraderAcceptance } from "../../../../src/business/traders/agreements/agreement.schema.ts";
import type { AdminIdentity } from "../../../../src/business/traders/identity/identity.schema.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useRefusal } from "../../../app/session/use-may.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { identityStatusLabels, identityTones } from "../../../domain/identity/identity-words.ts";
import { trpc } from "../../../trpc.ts";

interface IdentityTabProps {
  userId: number;
  /** Asks for the identity again. */
  onRecheck: () => void;
}

/** Shows how a trader has proved who they are, and what they have accepted. */
export function IdentityTab({ userId, onRecheck }: IdentityTabProps) {
  return (
    <Stack>
      <AttemptsPanel userId={userId} onRecheck={onRecheck} />
      <AcceptancesPanel userId={userId} />
    </Stack>
  );
}

function AttemptsPanel({ userId, onRecheck }: IdentityTabProps) {
  const refusal = useRefusal("identities.read");
  const query = trpc.admin.identities.attempts.useQuery(
    { userId },
    { enabled: refusal === undefined, refetchOnMount: "always" },
  );
  return (
    <Panel
      title="Proof of Identity"
      subtitle="Each attempt, newest first"
      aside={
        <PermittedButton ability="identities.decide" size="small" onClick={onRecheck}>
          Ask Again
        </PermittedButton>
      }
    >
      {refusal === undefined ? (
        <Loaded query={query} noun="the attempts" skeleton={3}>
          {(attempts) =>
            attempts.length === 0 ? (
              <EmptyState icon="document" title="The trader has sent nothing yet" />
            ) : (
              <Table
                name="Attempts"
                columns={attemptColumns}
                rows={attempts.toSorted((one, other) => other.id! - one.id!)}
                rowKey={({ id }) => id!}
              />
            )
          }
        </Loaded>
      ) : (
        <p>{refusal}</p>
      )}
    </Panel>
  );
}

const attemptColumns: Column<AdminIdentity>[] = [
  {
    title: "Attempt",
    isHeader: true,
    cell: ({ id, legalName }) => (
      <Link to="/admin/identities" search={{ identity: id! }}>
        {legalName ?? `Attempt #${id}`}
      </Link>
    ),
  },
  {
    title: "Status",
    cell: ({ status }) => (
      <Badge tone={identityTones[status]}>{identityStatusLabels[status]}</Badge>
    ),
  },
  { title: "Sent", cell: ({ submittedAt }) => (submittedAt ? formatMoment(submittedAt) : "—") },
  {
    title: "Decided",
    cell: ({ decidedAt, decidedBy }) =>
      decidedAt && decidedBy ? `${formatMoment(decidedAt)} by ${decidedBy}` : "—",
  },
  { title: "Until", cell: ({ expiresAt }) => (expiresAt ? formatMoment(expiresAt) : "—") },
  {
    title: "Reason",
    cell: ({ reason }) => <Box sx={{ overflowWrap: "anywhere" }}>{reason ?? "—"}</Box>,
  },
];

function AcceptancesPanel({ userId }: { userId: number }) {
  const query = trpc.admin.agreements.acceptances.useQuery({ id: userId });
  return (
    <Panel title="Accepted Texts" subtitle="What the trader has accepted, newest first">
      <Loaded query={query} noun="the acceptances" skeleton={3}>
        {(acceptances) =>
          acceptances.length === 0 ? (
            <EmptyState icon="document" title="The trader has accepted nothing yet" />
          ) : (
            <Table
              name="Acceptances"
              columns={acceptanceColumns}
              rows={acceptances}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

const acceptanceColumns: Column<TraderAcceptance>[] = [
  { title: "Text", isHeader: true, cell: ({ name }) => name },
  { title: "Version", cell: ({ version }) => String(version) },
  { title: "Accepted", cell: ({ acceptedAt }) => formatMoment(acceptedAt) },
  { title: "As", cell: ({ fullName }) => fullName ?? "—" },
  {
    title: "SHA-256",
    cell: ({ sha256 }) => (
      <Box component="code" sx={{ overflowWrap: "anywhere", fontSize: "var(--text-sm)" }}>
        {sha256}
      </Box>
    ),
  },
];
