import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { Link } from "@tanstack/react-router";
import { z } from "zod";
import {
  actionKinds,
  actionLabels,
  type ActionKind,
  hasAmount,
} from "../../../src/business/firm/actions/action.rule.ts";
import { actionForm, type ListedAction } from "../../../src/business/firm/actions/action.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { TextArea } from "../../components/field/text-area.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { ActionTimeline } from "../../domain/actions/action-timeline.tsx";
import { actionStatuses, describeTimes, nameAction } from "../../domain/actions/action-words.ts";
import { formatMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { useNow } from "../../domain/verdicts/use-now.ts";
import { trpc } from "../../trpc.ts";
import { ActionDialogs, type OpenedAction } from "./action-dialogs.tsx";

const SHOWN = 10;

/** Shows the latest actions of an account, with how long each took, and requests further ones. */
export function AccountActions({ trader }: { trader: TraderListItem }) {
  const query = trpc.admin.actions.page.useQuery({ userId: trader.id, pageSize: SHOWN });
  const requesting = useDialog<ActionKind>();
  const opened = useDialog<OpenedAction>();
  const hasLogin = Boolean(trader.tradingAccount.login);
  return (
    <Panel
      title="Actions at the Platform"
      subtitle={hasLogin ? undefined : "The account needs a login before actions can be requested."}
    >
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
        {actionKinds.map((kind) => (
          <PermittedButton
            key={kind}
            ability="actions.request"
            size="small"
            disabled={!hasLogin}
            onClick={() => requesting.open(kind)}
          >
            {actionLabels[kind]}
          </PermittedButton>
        ))}
      </Stack>
      <Box sx={{ mt: 2 }}>
        <Loaded query={query} noun="the actions" skeleton={2}>
          {({ rows, total }) => (
            <>
              <Actions rows={rows} onOpen={(action) => opened.open({ action, step: "details" })} />
              {total > rows.length ? (
                <Link to="/admin/actions" search={{ search: trader.email }}>
                  All actions
                </Link>
              ) : null}
            </>
          )}
        </Loaded>
      </Box>
      <Opened dialog={requesting}>
        {(frame, kind) => <RequestDialog {...frame} kind={kind} trader={trader} />}
      </Opened>
      <ActionDialogs dialog={opened} />
    </Panel>
  );
}

interface ActionsProps {
  rows: readonly ListedAction[];
  onOpen: (action: ListedAction) => void;
}

function Actions({ rows, onOpen }: ActionsProps) {
  const now = new Date(useNow());
  if (rows.length === 0) return <p>Nothing has been asked of the platform for this account.</p>;
  const entries = rows.map((action) => {
    const { word, tone } = actionStatuses[action.status];
    return {
      key: String(action.id),
      title: (
        <>
          {nameAction(action, action.currency)} <Badge tone={tone}>{word}</Badge>
        </>
      ),
      time: `${formatMoment(action.requestedAt)} · ${describeTimes(action, now)}`,
      words: action.message,
      tone: tones[action.status],
      aside: (
        <Button
          look="plain"
          size="small"
          aria-label={`Details of action #${action.id}`}
          onClick={() => onOpen(action)}
        >
          Details
        </Button>
      ),
    };
  });
  return <ActionTimeline name="Latest actions" entries={entries} />;
}

const tones: Partial<Record<ListedAction["status"], "good" | "bad">> = {
  done: "good",
  failed: "bad",
};

const effects: Readonly<Record<ActionKind, string>> = {
  disable_trading: "The account can open no positions until trading is enabled again.",
  enable_trading: "The account can open positions again.",
  close_positions: "All open positions are closed at the market.",
  withdraw: "The amount leaves the balance of the account at the platform.",
  deposit: "The amount is added to the balance of the account at the platform.",
};

const requestForm = z.object({
  reason: actionForm.shape.reason,
  amount: actionForm.shape.amount.unwrap().unwrap().optional(),
});

interface RequestDialogProps {
  kind: ActionKind;
  trader: TraderListItem;
  isOpen: boolean;
  onClose: () => void;
}

function RequestDialog({ kind, trader, isOpen, onClose }: RequestDialogProps) {
  const needsAmount = hasAmount(kind);
  const form = useSchemaForm(requestForm, {
    reason: "",
    ...(needsAmount && { amount: "" }),
  });
  const request = trpc.admin.actions.request.useMutation(
    useFormOutcome(form, { onClose, saved: "Action requested", failed: "Request failed" }),
  );
  const label = actionLabels[kind];
  return (
    <FormDialog
      title={label}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(values) => request.mutateAsync({ ...values, userId: trader.id, kind })}
      submitLabel={label}
      pendingLabel="Requesting..."
    >
      <p>{`${displayName(trader)}, login ${trader.tradingAccount.login}. ${effects[kind]}`}</p>
      {needsAmount ? <TextField label="Amount" autoFocus {...form.amountField("amount")} /> : null}
      <TextArea
        label="Reason"
        hint="Bridges and the audit log keep it. The trader does not see it."
        rows={3}
        autoFocus={!needsAmount}
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
