import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { z } from "zod";
import {
  historyLabels,
  type HistoryStep,
  type Step,
  stepRefusal,
  steps,
} from "../../../src/business/firm/actions/action.rule.ts";
import type {
  ActionDetails,
  ListedAction,
} from "../../../src/business/firm/actions/action.schema.ts";
import { useDialogOutcome } from "../../app/api-client/use-dialog-outcome.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { Badge } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import type { Dialog } from "../../components/dialog/use-dialog.ts";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import {
  actionStatuses,
  describeTimes,
  formatBetween,
  nameAction,
} from "../../domain/actions/action-words.ts";
import { ActionTimeline } from "../../domain/actions/action-timeline.tsx";
import { formatExactMoment } from "../../domain/format/dates.ts";
import { displayName } from "../../domain/format/display-name.ts";
import { useNow } from "../../domain/verdicts/use-now.ts";
import { trpc } from "../../trpc.ts";

/** A dialog about an action: its details, or a step that a person takes. */
export interface OpenedAction {
  action: ListedAction;
  step: Step | "details";
}

export type OpenAction = (opened: OpenedAction) => void;

/** The texts of the steps. A proposed action is rejected, and any other one is cancelled. */
const stepTexts = {
  approve: {
    verb: "Approve",
    pending: "Approving...",
    done: "Action approved",
    effect: "The next bridge that asks receives it.",
  },
  cancel: {
    verb: "Cancel Action",
    pending: "Cancelling...",
    done: "Action cancelled",
    effect: "No bridge will receive it, and the next action of the account follows.",
  },
  reject: {
    verb: "Reject",
    pending: "Rejecting...",
    done: "Action rejected",
    effect: "No bridge will receive it.",
  },
  retry: {
    verb: "Request Again",
    pending: "Requesting...",
    done: "Action requested again",
    effect: "A bridge receives it again, and its next answer counts.",
  },
};

const textsOf = (step: Step, { status }: Pick<ListedAction, "status">) =>
  stepTexts[step === "cancel" && status === "proposed" ? "reject" : step];

/** Returns the steps that the status of an action allows. */
export function stepsOf(action: Pick<ListedAction, "status">): { step: Step; verb: string }[] {
  return steps
    .filter((step) => stepRefusal(step, action.status) === undefined)
    .map((step) => ({ step, verb: textsOf(step, action).verb }));
}

interface ActionDialogsProps {
  dialog: Dialog<OpenedAction>;
}

/** Renders the dialog that is open, of which there is at most one. */
export function ActionDialogs({ dialog }: ActionDialogsProps) {
  return (
    <Opened dialog={dialog}>
      {(frame, { action, step }) =>
        step === "details" ? (
          <DetailsDialog {...frame} action={action} onOpen={dialog.open} />
        ) : (
          <StepDialog {...frame} action={action} step={step} />
        )
      }
    </Opened>
  );
}

const reasonForm = z.object({ reason: z.string().trim() });

interface StepDialogProps {
  action: ListedAction;
  step: Step;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for the reason of a step, which the audit log keeps. */
function StepDialog({ action, step, isOpen, onClose }: StepDialogProps) {
  const { verb, pending, done, effect } = textsOf(step, action);
  const form = useSchemaForm(reasonForm, { reason: "" });
  const outcome = useDialogOutcome({ onClose, done, failed: "The action was not changed" });
  const { approve, cancel, retry } = trpc.admin.actions;
  const mutations = {
    approve: approve.useMutation(outcome),
    cancel: cancel.useMutation(outcome),
    retry: retry.useMutation(outcome),
  };
  return (
    <FormDialog
      title={`${verb.replace(" Action", "")}: ${nameAction(action, action.currency)}`}
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={({ reason }) =>
        mutations[step].mutateAsync({ id: action.id, ...(reason !== "" && { reason }) })
      }
      submitLabel={verb}
      submitLook={step === "cancel" ? "danger" : "primary"}
      pendingLabel={pending}
      cancelLabel="Back"
    >
      <p>{`${displayName(action.trader)}, login ${action.login}: ${action.reason}`}</p>
      <p>{effect}</p>
      <TextArea
        label="Reason (optional)"
        hint="For the audit log. The trader does not see it."
        rows={3}
        autoFocus
        {...form.field("reason")}
      />
    </FormDialog>
  );
}

interface DetailsDialogProps {
  action: ListedAction;
  isOpen: boolean;
  onClose: () => void;
  onOpen: OpenAction;
}

function DetailsDialog({ action: listed, isOpen, onClose, onOpen }: DetailsDialogProps) {
  const query = trpc.admin.actions.get.useQuery({ id: listed.id }, { refetchOnMount: "always" });
  const action = query.data ?? listed;
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
          {stepsOf(action).map(({ step, verb }) => (
            <PermittedButton
              key={step}
              ability="actions.request"
              look={step === "cancel" ? "secondary" : "primary"}
              onClick={() => onOpen({ action, step })}
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
        <Fact name="Trader">
          <Link to="/admin/users/$id" params={{ id: String(action.userId) }}>
            {displayName(action.trader)}
          </Link>
        </Fact>
        <Fact name="Login">{action.login}</Fact>
        <Fact name="Why">{action.reason}</Fact>
        <Fact name="Asked by">
          <Cause action={action} />
        </Fact>
      </Facts>
      <Loaded query={query} noun="the history" skeleton={3}>
        {(details) => <ActionTimeline name="History" entries={historyOf(details)} />}
      </Loaded>
    </ViewDialog>
  );
}

function Cause({ action: { requestedBy, cause } }: { action: ListedAction }): ReactNode {
  if (cause.kind === "person") return requestedBy;
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
    title: [historyLabels[step], by].filter(Boolean).join(tones[step] ? ", answered by " : " by "),
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
