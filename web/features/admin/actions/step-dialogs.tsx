import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { z } from "zod";
import {
  actionLabels,
  type ActionKind,
  hasAccount,
  hasAmount,
  historyLabels,
  type HistoryStep,
  type Step,
} from "../../../../src/business/record/actions/action.rule.ts";
import {
  type ActionDetails,
  actionForm,
  failActionInput,
  type ListedAction,
} from "../../../../src/business/record/actions/action.schema.ts";
import { askedAccount } from "../../../../src/business/record/actions/platform-account.schema.ts";
import type { TraderSummary } from "../../../../src/business/traders/trader.schema.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { type AboutProps, type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Badge } from "../../../components/badge/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import {
  actionStatuses,
  describeTimes,
  formatBetween,
  nameAction,
} from "../../../domain/actions/action-words.ts";
import { ActionTimeline } from "../../../domain/actions/action-timeline.tsx";
import { formatExactMoment } from "../../../domain/format/dates.ts";
import { displayName, PersonName } from "../../../domain/format/texts.tsx";
import { useNow } from "../../../domain/verdicts/use-verdict.ts";
import { trpc } from "../../../trpc.ts";
import { type OpenAction, stepsOf, textsOf } from "./action-steps.ts";

const useAction = (id: number) =>
  trpc.admin.actions.get.useQuery({ id }, { refetchOnMount: "always" });

interface ActionDialogProps extends DialogProps {
  subject: ActionDetails;
}

export const ApproveDialog = withSubject(useAction, "action", (props: ActionDialogProps) => (
  <StepDialog {...props} step="approve" mutation={trpc.admin.actions.approve} toInput={asSent} />
));

export const CancelDialog = withSubject(useAction, "action", (props: ActionDialogProps) => (
  <StepDialog {...props} step="cancel" mutation={trpc.admin.actions.cancel} toInput={asSent} />
));

export const RetryDialog = withSubject(useAction, "action", (props: ActionDialogProps) => (
  <StepDialog {...props} step="retry" mutation={trpc.admin.actions.retry} toInput={asSent} />
));

export const FailDialog = withSubject(useAction, "action", (props: ActionDialogProps) => (
  <StepDialog
    {...props}
    step="fail"
    schema={failForm}
    mutation={trpc.admin.actions.fail}
    toInput={asSent}
  />
));

const reasonForm = z.object({ reason: z.string().trim() });
const failForm = z.object({ reason: failActionInput.shape.reason });

interface Reasoned {
  id: number;
  reason: string;
}

interface StepDialogProps<Sent> extends ActionDialogProps {
  step: Step;
  /** Requires a reason; otherwise, it is optional. */
  schema?: typeof failForm;
  mutation: Parameters<
    typeof MutationDialog<z.input<typeof reasonForm>, z.output<typeof reasonForm>, Sent, unknown>
  >[0]["mutation"];
  toInput: (reasoned: Reasoned) => Sent;
}

const asSent = (reasoned: Reasoned) => reasoned;

/** Asks for the reason of a step, which the audit log keeps. */
function StepDialog<Sent>({
  subject: action,
  step,
  schema,
  mutation,
  toInput,
  ...frame
}: StepDialogProps<Sent>) {
  const { verb, pending, done, effect } = textsOf(step, action);
  const refusal = step === "approve" ? action.approvalRefusal : null;
  return (
    <MutationDialog
      {...frame}
      title={`${verb.replace(" Action", "")}: ${nameAction(action, action.currency)}`}
      size="sm"
      schema={schema ?? reasonForm}
      values={{ reason: "" }}
      mutation={mutation}
      toInput={({ reason }) => toInput({ id: action.id, reason })}
      submitLabel={verb}
      submitLook={step === "cancel" || step === "fail" ? "danger" : "primary"}
      isSubmitDisabled={refusal !== null}
      pendingLabel={pending}
      cancelLabel="Back"
      saved={done}
      failed="The action was not changed"
    >
      {(form) => (
        <>
          <p>{`${displayName(action.trader)}, login ${action.login ?? "—"}: ${action.reason}`}</p>
          {refusal === null ? <p>{effect}</p> : <Notice tone="info" title={refusal} />}
          <TextArea
            label={schema ? "Reason" : "Reason (optional)"}
            hint="For the audit log. The trader does not see it."
            rows={3}
            autoFocus
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  );
}

interface DetailsProps extends ActionDialogProps {
  onOpen: OpenAction;
}

export const DetailsDialog = withSubject(useAction, "action", ActionDetailsDialog);

function ActionDetailsDialog({ subject: action, isOpen, onClose, onOpen }: DetailsProps) {
  const now = new Date(useNow());
  return (
    <ViewDialog
      title={nameAction(action, action.currency)}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {stepsOf(action, now).map(({ step, verb }) => (
            <PermittedButton
              key={step}
              ability="actions.request"
              look={step === "cancel" || step === "fail" ? "secondary" : "primary"}
              onClick={() => onOpen(step, action.id)}
            >
              {verb}
            </PermittedButton>
          ))}
        </>
      }
    >
      <p>
        <Badge tone={actionStatuses[action.status].tone}>
          {actionStatuses[action.status].word}
        </Badge>{" "}
        {describeTimes(action, now)}.
      </p>
      <Facts>
        <Fact name="User">
          <Link to="/admin/users/$id" params={{ id: String(action.userId) }}>
            <PersonName of={action.trader} />
          </Link>
        </Fact>
        <Fact name="Login">{action.login ?? "None until the account is created"}</Fact>
        <Fact name="Why">{action.reason}</Fact>
        {action.retryRefusal ? (
          <Fact name="Requesting it again">{`No longer possible. ${action.retryRefusal}.`}</Fact>
        ) : null}
        <Fact name="Asked by">
          <Cause action={action} />
        </Fact>
      </Facts>
      <ActionTimeline name="History" entries={historyOf(action)} />
    </ViewDialog>
  );
}

function Cause({ action: { requestedBy, cause } }: { action: ListedAction }): ReactNode {
  if (cause.kind === "person") return requestedBy;
  if (cause.kind === "gate") return `${requestedBy}, gate of trading`;
  if (cause.kind !== "review") return `${requestedBy}, ${cause.kind} #${cause.id}`;
  return (
    <>
      {`${requestedBy}, `}
      <Link to="/admin/reviews" search={{ review: cause.id }}>{`review #${cause.id}`}</Link>
    </>
  );
}

const tones: Partial<Record<HistoryStep, "good" | "bad">> = {
  "action.done": "good",
  "action.failed": "bad",
};

/** Lists what has happened to an action with the time that each step took. Only the last delivery is known. */
function historyOf({ history, deliveredAt, attempts, requestedAt, reason }: ActionDetails) {
  const events = history.map(({ at, step, by, words }, index) => ({
    key: String(index),
    at,
    title: [historyLabels[step], by].filter(Boolean).join(tones[step] ? ", reported by " : " by "),
    // The reason for the request stands above.
    words: index === 0 && words === reason ? null : words,
    tone: tones[step],
  }));
  const delivery = deliveredAt && {
    key: "delivered",
    at: deliveredAt,
    title: attempts > 1 ? `Delivered, for the ${ordinal(attempts)} time` : "Delivered to a bridge",
    words: null,
    tone: undefined,
  };
  const ordered = (delivery ? [...events, delivery] : events).toSorted(
    (some, other) => some.at.getTime() - other.at.getTime(),
  );
  return ordered.map((entry, index) => ({
    ...entry,
    time: formatExactMoment(entry.at),
    after: index === 0 ? undefined : formatBetween(ordered[index - 1]?.at ?? requestedAt, entry.at),
  }));
}

const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const plurals = new Intl.PluralRules("en", { type: "ordinal" });
const ordinal = (count: number) => `${count}${suffixes[plurals.select(count)] ?? "th"}`;

const effects: Readonly<Record<ActionKind, string>> = {
  disable_trading: "The account can open no positions until trading is enabled again.",
  enable_trading: "The account can open positions again.",
  close_positions: "All open positions are closed at the market.",
  withdraw: "The amount leaves the balance of the account at the platform.",
  deposit: "The amount is added to the balance of the account at the platform.",
  create_account:
    "The platform opens an account with the initial balance of the stage. The trader sees its login and password as soon as it is ready.",
  reset_password: "The platform sets a new master password, which the trader sees.",
  change_account: "The account gets another group or another leverage at the platform.",
};

const requestForm = z.object({
  reason: actionForm.shape.reason,
  amount: actionForm.shape.amount.unwrap().unwrap().optional(),
  server: askedAccount.shape.server,
  group: askedAccount.shape.group.or(z.literal("")),
  leverage: z
    .string()
    .transform((text) => (text.trim() === "" ? undefined : Number(text)))
    .pipe(askedAccount.shape.leverage)
    .optional(),
});

/** Returns what is asked of the account: what is filled in. */
function readAccount({ server, group, leverage }: z.output<typeof requestForm>) {
  return { server, ...(group && { group }), leverage };
}

export interface RequestDialogProps extends AboutProps<ActionKind> {
  userId: number;
}

/** Requests an action of a kind for the account of a trader. */
export function RequestDialog({ id: kind, userId, ...frame }: RequestDialogProps) {
  const { data: trader } = trpc.admin.users.summary.useQuery(
    { id: userId },
    { staleTime: staleTimes.adminPages },
  );
  return trader ? <RequestForm {...frame} kind={kind} trader={trader} /> : null;
}

interface RequestFormProps extends DialogProps {
  kind: ActionKind;
  trader: TraderSummary;
}

function RequestForm({ kind, trader, ...frame }: RequestFormProps) {
  const needsAmount = hasAmount(kind);
  const label = actionLabels[kind];
  return (
    <MutationDialog
      {...frame}
      title={label}
      size="sm"
      schema={requestForm}
      values={{
        reason: "",
        ...(needsAmount && { amount: "" }),
        ...(kind === "create_account" && { server: "" }),
        ...(hasAccount(kind) && { group: "", leverage: "" }),
      }}
      mutation={trpc.admin.actions.request}
      toInput={({ reason, amount, ...account }) => ({
        userId: trader.id,
        kind,
        reason,
        amount,
        ...(hasAccount(kind) && { account: readAccount({ reason, ...account }) }),
      })}
      submitLabel={needsAmount ? `Propose to ${label}` : label}
      pendingLabel={needsAmount ? "Proposing..." : "Requesting..."}
      saved={needsAmount ? "Action proposed" : "Action requested"}
      failed="Request failed"
    >
      {(form) => (
        <>
          <p>{`${displayName(trader)}, login ${trader.tradingAccount.login ?? "—"}. ${effects[kind]}`}</p>
          {needsAmount ? <p>Another administrator must approve it first.</p> : null}
          {needsAmount ? (
            <TextField label="Amount" autoFocus {...form.amountField("amount")} />
          ) : null}
          {kind === "create_account" ? (
            <TextField label="Server" autoComplete="off" {...form.field("server")} />
          ) : null}
          {hasAccount(kind) ? (
            <>
              <TextField label="Group" autoComplete="off" {...form.field("group")} />
              <TextField
                label="Leverage"
                placeholder="100"
                inputMode="numeric"
                autoComplete="off"
                {...form.field("leverage")}
              />
            </>
          ) : null}
          <TextArea
            label="Reason"
            hint="Bridges and the audit log keep it. The trader does not see it."
            rows={3}
            autoFocus={!needsAmount}
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  );
}
