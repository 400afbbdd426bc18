import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import type { UndeliveredMail } from "../../../../src/business/office/mails/mail.schema.ts";
import { pollWhile, startsSoon } from "../../../app/api-client/queries.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Badge } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";

interface FailedMailsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Lists emails that could not be delivered, with recipient, time and reason. */
export function FailedMailsDialog({ isOpen, onClose }: FailedMailsDialogProps) {
  const mails = trpc.admin.mails.undelivered.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      pollWhile(state.data?.some(({ nextAttemptAt }) => startsSoon(nextAttemptAt))),
  });
  const count = mails.data?.length;
  const { waiting } = trpc.useUtils().admin.overview;
  // The count behind the dialog is polled less often.
  useEffect(() => {
    if (count !== undefined) void waiting.invalidate();
  }, [count, waiting]);
  const { succeeded, failed } = useAdminOutcome();
  const send = trpc.admin.mails.sendAgain.useMutation({
    onSuccess: () => succeeded("Email queued", "It will be sent within seconds."),
    onError: (error) => failed("Failed to send it again", error),
  });
  const discard = trpc.admin.mails.discard.useMutation({
    onSuccess: () => succeeded("Email discarded"),
    onError: (error) => failed("Failed to discard the email", error),
  });
  return (
    <ViewDialog
      title="Failed Emails"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        Delivery is retried for three days. Undelivered emails are kept for 14 days. Emails are sent
        again unchanged, so links in them may have expired.
      </p>
      <Loaded query={mails} noun="emails" skeleton={2}>
        {(found) =>
          found.length > 0 ? (
            <Box component="ul" sx={list}>
              {found.map((mail) => (
                <Mail
                  key={mail.id}
                  mail={mail}
                  isSending={send.isPending && send.variables.mailId === mail.id}
                  onSend={() => send.mutate({ mailId: mail.id })}
                  isDiscarding={discard.isPending && discard.variables.mailId === mail.id}
                  onDiscard={() => discard.mutate({ mailId: mail.id })}
                />
              ))}
            </Box>
          ) : (
            <p>All emails have been delivered.</p>
          )
        }
      </Loaded>
    </ViewDialog>
  );
}

const list = {
  listStyle: "none",
  "& > li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "0.5rem 1rem",
    paddingBlock: "1rem",
  },
  "& > li + li": { borderBlockStart: "1px solid var(--line)" },
};

const details = {
  flex: "1 1 16rem",
  minInlineSize: 0,
  color: "text.secondary",
  overflowWrap: "anywhere",
  "& strong": { color: "text.primary" },
};

interface MailProps {
  mail: UndeliveredMail;
  isSending: boolean;
  onSend: () => void;
  isDiscarding: boolean;
  onDiscard: () => void;
}

function Mail({ mail, isSending, onSend, isDiscarding, onDiscard }: MailProps) {
  const { to, subject, status, queuedAt, attempts, nextAttemptAt, reason } = mail;
  const tried = formatCountOf(attempts, "attempt");
  const next = nextAttemptAt ? `, next ${formatMoment(nextAttemptAt)}` : "";
  return (
    <li>
      <Typography component="div" variant="body2" sx={details}>
        <strong>{shorten(subject)}</strong>
        <p>{shorten(to)}</p>
        <p>{`${formatMoment(queuedAt)}, ${tried}${next}`}</p>
        {reason ? <p>{shorten(reason)}</p> : null}
      </Typography>
      {status === "failed" ? (
        <Stack direction="row" sx={{ gap: "0.25rem" }}>
          <PermittedButton
            ability="traders.write"
            size="small"
            aria-label={`Send again: ${shorten(subject)} to ${shorten(to)}`}
            isPending={isSending}
            pendingLabel="Queuing..."
            disabled={isDiscarding}
            onClick={onSend}
          >
            Send Again
          </PermittedButton>
          <PermittedButton
            ability="traders.write"
            size="small"
            look="plain"
            aria-label={`Discard: ${shorten(subject)} to ${shorten(to)}`}
            isPending={isDiscarding}
            pendingLabel="Discarding..."
            disabled={isSending}
            onClick={onDiscard}
          >
            Discard
          </PermittedButton>
        </Stack>
      ) : (
        <Badge tone="orange">Being Retried</Badge>
      )}
    </li>
  );
}
