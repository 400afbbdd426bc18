import Box from "@mui/material/Box";
import { useNavigate } from "@tanstack/react-router";
import type { AdminIdentity } from "../../../../src/business/traders/identity/identity.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { MessageView } from "../../../components/feedback/message-view.tsx";
import { FormActions } from "../../../components/forms/form-layout.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { BackLink } from "../../../components/page/back-link.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { identityStatusLabels, identityTones } from "../../../domain/identity/identity-words.ts";
import { KeyHelp, useShortcuts } from "../../../domain/payouts/desk.tsx";
import { trpc } from "../../../trpc.ts";
import { identityDialogs, recheckDialogs } from "./identity-dialogs.ts";
import { IdentityFacts } from "./identity-facts.tsx";
import { IdentityPictures } from "./identity-pictures.tsx";
import { useNeighbours, useNextIdentity } from "./identity-queue.tsx";

/** Shows an identity with its pictures beside the facts, and decides it. */
export function OpenIdentity({ id }: { id: number }) {
  const query = trpc.admin.identities.get.useQuery({ id });
  return (
    <Stack>
      <BackLink to="/admin/identities">Identities</BackLink>
      <Loaded
        query={query}
        noun="the identity"
        skeleton={6}
        missing={<MessageView title="Identity not found" text="It may have been deleted." />}
      >
        {(identity) => (
          <Box sx={columnsLook}>
            <IdentityPictures files={identity.files} areShown={identity.status === "submitted"} />
            <DecisionPanel id={id} identity={identity} />
          </Box>
        )}
      </Loaded>
    </Stack>
  );
}

/** On small screens, the facts are above the pictures. */
const columnsLook = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 3fr) minmax(20rem, 2fr)" },
  alignItems: "start",
  gap: 2.5,
  "& > :last-child": { order: { xs: -1, lg: 0 }, position: { lg: "sticky" }, top: { lg: "5rem" } },
};

interface DecisionPanelProps {
  id: number;
  identity: AdminIdentity;
}

function DecisionPanel({ id, identity }: DecisionPanelProps) {
  const { status, attemptsLeft } = identity;
  const attempts = `${attemptsLeft} ${attemptsLeft === 1 ? "attempt" : "attempts"} left`;
  return (
    <Panel
      title={identity.legalName ?? identity.fullName ?? `Trader #${identity.userId}`}
      subtitle={attempts}
      aside={<Badge tone={identityTones[status]}>{identityStatusLabels[status]}</Badge>}
    >
      <IdentityFacts id={id} identity={identity} />
      <Decisions id={id} identity={identity} />
    </Panel>
  );
}

const queueKeys = { j: "next", k: "previous" };
const decisionKeys = { a: "approve", r: "reject", ...queueKeys };

function Decisions({ id, identity: { status, userId } }: DecisionPanelProps) {
  const open = useOpenDialog(identityDialogs);
  const openRecheck = useOpenDialog(recheckDialogs);
  const navigate = useNavigate();
  const { waiting, next, previous } = useNeighbours(id);
  const openNext = useNextIdentity(id);
  const { succeeded, failed } = useAdminOutcome();
  const mayDecide = useMay("identities.decide");
  const approve = trpc.admin.identities.decide.useMutation({
    onSuccess: async () => {
      await openNext();
      return succeeded("Identity approved");
    },
    onError: (error) => failed("The identity was not decided", error),
  });
  const isSubmitted = status === "submitted";
  const isDecidable = isSubmitted && mayDecide;
  const approveOnce = () => {
    if (!approve.isPending) approve.mutate({ id, decision: "approve" });
  };
  const go = (to: number | null) =>
    to === null
      ? undefined
      : () => void navigate({ to: "/admin/identities", search: { identity: to } });
  useShortcuts({
    a: isDecidable ? approveOnce : undefined,
    r: isDecidable ? () => open("reject") : undefined,
    j: go(next),
    k: go(previous),
  });
  return (
    <>
      <FormActions>
        {isSubmitted ? (
          <>
            <PermittedButton
              ability="identities.decide"
              aria-keyshortcuts="r"
              onClick={() => open("reject")}
            >
              Reject
            </PermittedButton>
            <PermittedButton
              ability="identities.decide"
              look="primary"
              aria-keyshortcuts="a"
              isPending={approve.isPending}
              pendingLabel="Approving..."
              onClick={approveOnce}
            >
              Approve and Next
            </PermittedButton>
          </>
        ) : status === "draft" ? null : (
          <PermittedButton
            ability="identities.decide"
            onClick={() => openRecheck("recheck-identity", userId)}
          >
            Ask Again
          </PermittedButton>
        )}
      </FormActions>
      <Box component="p" sx={{ mt: 1.5 }}>{`${formatCount(waiting)} waiting for a decision`}</Box>
      <KeyHelp keys={isDecidable ? decisionKeys : queueKeys} />
    </>
  );
}
