import Box from "@mui/material/Box";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import {
  documentKinds,
  pictureSides,
} from "../../../src/business/traders/identity/identity.rule.ts";
import type {
  AdminIdentity,
  IdentityPicture,
} from "../../../src/business/traders/identity/identity.schema.ts";
import { requiredText } from "../../../src/platform/fields/text.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { dialog, type DialogProps, useOpenDialog } from "../../app/dialogs.tsx";
import { PermittedButton } from "../../app/session/permitted.tsx";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { MutationDialog } from "../../components/dialog/mutation-dialog.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { FormActions } from "../../components/forms/form-layout.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { BackLink } from "../../components/page/back-link.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { trpc } from "../../trpc.ts";
import { useSubmittedIdentities } from "./identity-queue.tsx";

/** The dialogs of the identity that the page shows. */
export const identityDialogs = {
  reject: dialog(async () => RejectDialog, "identities.decide"),
};

/** Opens the next submitted identity, or the list if there is none. */
function useNext(id: number) {
  const navigate = useNavigate();
  const { data = [] } = useSubmittedIdentities();
  return () => {
    const next = data.find((identity) => identity.id !== id)?.id ?? undefined;
    return navigate({ to: "/admin/identities", search: next ? { identity: next } : {} });
  };
}

/** Shows an identity with its pictures beside the facts, and decides it. */
export function OpenIdentity({ id }: { id: number }) {
  const query = trpc.admin.identities.get.useQuery({ id });
  return (
    <>
      <BackLink to="/admin/identities">Identities</BackLink>
      <Loaded
        query={query}
        noun="the identity"
        skeleton={6}
        missing={<MessageView title="Identity not found" text="It may have been deleted." />}
      >
        {(identity) => (
          <Box
            sx={{
              display: "grid",
              gridTemplateColumns: {
                xs: "minmax(0, 1fr)",
                lg: "minmax(0, 3fr) minmax(20rem, 2fr)",
              },
              alignItems: "start",
              gap: 2.5,
            }}
          >
            <Pictures files={identity.files} />
            <FactsPanel id={id} identity={identity} />
          </Box>
        )}
      </Loaded>
    </>
  );
}

function FactsPanel({ id, identity }: { id: number; identity: AdminIdentity }) {
  const open = useOpenDialog(identityDialogs);
  const openNext = useNext(id);
  const { succeeded, failed } = useAdminOutcome();
  const approve = trpc.admin.identities.decide.useMutation({
    onSuccess: async () => {
      await succeeded("Identity approved");
      await openNext();
    },
    onError: (error) => failed("The identity was not decided", error),
  });
  const isSubmitted = identity.status === "submitted";
  const { documentKind } = identity;
  return (
    <Panel
      title={identity.legalName ?? identity.fullName ?? `Trader #${identity.userId}`}
      subtitle={`${identity.attemptsLeft} attempts left`}
      aside={<Badge tone={isSubmitted ? "orange" : "gray"}>{identity.status}</Badge>}
    >
      <Facts>
        <Fact name="Name of the account">{identity.fullName ?? "None"}</Fact>
        <Fact name="Date of birth">{identity.birthDate ?? "Unknown"}</Fact>
        <Fact name="Address">
          {[identity.street, identity.houseNumber, identity.city, identity.country]
            .filter(Boolean)
            .join(", ") || "Unknown"}
        </Fact>
        <Fact name="Document">{documentKind ? documentKinds[documentKind] : "Unknown"}</Fact>
        <Fact name="Valid until">{identity.documentExpiresOn ?? "No end"}</Fact>
        {identity.decidedBy ? <Fact name="Decided by">{identity.decidedBy}</Fact> : null}
        {identity.reason ? <Fact name="Reason">{identity.reason}</Fact> : null}
      </Facts>
      {isSubmitted ? (
        <FormActions>
          <PermittedButton ability="identities.decide" onClick={() => open("reject")}>
            Reject
          </PermittedButton>
          <PermittedButton
            ability="identities.decide"
            look="primary"
            isPending={approve.isPending}
            pendingLabel="Approving..."
            onClick={() => approve.mutate({ id, decision: "approve" })}
          >
            Approve and Next
          </PermittedButton>
        </FormActions>
      ) : null}
    </Panel>
  );
}

function Pictures({ files }: { files: readonly IdentityPicture[] }) {
  if (files.length === 0) {
    return <MessageView title="No pictures" text="They were removed, or never sent." />;
  }
  return (
    <Box sx={{ display: "grid", gap: 2.5, minWidth: 0 }}>
      {files.map((file) => (
        <Picture key={file.id} file={file} />
      ))}
    </Box>
  );
}

/** Loaded when it is asked for, because the audit log records each view. */
function Picture({ file: { id, side, type } }: { file: IdentityPicture }) {
  const [isShown, setShown] = useState(false);
  const [quarters, setQuarters] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const url = `/api/admin/identity-files/${id}/file`;
  const isPdf = type === "application/pdf";
  return (
    <Panel
      title={pictureSides[side]}
      aside={
        isPdf ? (
          <a href={url}>Download PDF</a>
        ) : isShown ? (
          <Box sx={{ display: "flex", gap: 1 }}>
            <Button size="small" onClick={() => setQuarters(quarters + 1)}>
              Turn
            </Button>
            <Button size="small" onClick={() => setLarge(!isLarge)}>
              {isLarge ? "Fit" : "Zoom"}
            </Button>
          </Box>
        ) : (
          <Button size="small" onClick={() => setShown(true)}>
            Show
          </Button>
        )
      }
    >
      {isShown && !isPdf ? (
        <Box sx={{ overflow: "auto", maxHeight: "80vh" }}>
          <Box
            component="img"
            src={url}
            alt={pictureSides[side]}
            sx={{
              display: "block",
              width: isLarge ? "200%" : "100%",
              transform: `rotate(${quarters * 90}deg)`,
            }}
          />
        </Box>
      ) : null}
    </Panel>
  );
}

const schema = z.object({ reason: requiredText("Please provide a reason") });

interface RejectDialogProps extends DialogProps {
  /** `undefined` if the page shows no identity. */
  identityId: number | undefined;
}

function RejectDialog({ identityId = 0, ...frame }: RejectDialogProps) {
  const openNext = useNext(identityId);
  return (
    <MutationDialog
      {...frame}
      title="Reject Identity"
      size="sm"
      schema={schema}
      values={{ reason: "" }}
      mutation={trpc.admin.identities.decide}
      toInput={({ reason }) => ({ id: identityId, decision: "reject" as const, reason })}
      submitLabel="Reject Identity"
      pendingLabel="Rejecting..."
      saved="Identity rejected"
      failed="The identity was not decided"
      onSaved={() => void openNext()}
    >
      {(form) => (
        <TextArea
          label="Reason"
          hint="Required. Sent to the trader."
          rows={4}
          autoFocus
          {...form.field("reason")}
        />
      )}
    </MutationDialog>
  );
}
