import { useState } from "react";
import { correctInput } from "../../../../src/business/record/corrections/correction.schema.ts";
import {
  endStageInput,
  type Stage,
  startStageForm,
} from "../../../../src/business/record/stages/stage.schema.ts";
import type { TraderSummary } from "../../../../src/business/traders/trader.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { readVersionId, VersionField } from "../../../domain/rules/rule-versions.tsx";
import { AllocationLine } from "../../../domain/allocation/allocation-line.tsx";
import { trpc } from "../../../trpc.ts";
import { correctedBalance } from "./account-figures.ts";
import {
  describeOwnZone,
  describeStage,
  outcomeLabels,
  readLocalTime,
  toLocalTime,
} from "./stage-words.ts";
import { type OfUser, type OpenStage, useOpenStage, useStage, useTrader } from "./use-trader.ts";

interface StartStageDialogProps extends DialogProps, OfUser {
  subject: OpenStage;
}

export const StartStageDialog = withSubject(
  (_: undefined, { userId }: OfUser) => useOpenStage(userId),
  "user",
  ({ subject, userId, ...frame }: StartStageDialogProps) => {
    const [now] = useState(() => toLocalTime(new Date()));
    // The page is live: a stage that another administrator starts must not be ended unseen.
    const [{ open: ended }] = useState(subject);
    return (
      <MutationDialog
        {...frame}
        title="Start a Stage"
        size="sm"
        schema={startStageForm}
        values={{
          phase: "",
          initialBalance: ended?.initialBalance ?? "",
          currency: ended?.currency ?? "USD",
          startedAt: now,
          version: "",
        }}
        mutation={trpc.admin.stages.start}
        toInput={({ startedAt, version, ...fields }) => ({
          ...fields,
          userId,
          rulesVersionId: readVersionId(version),
          // If the time is not changed, the stage starts at the moment of submission, to the second.
          startedAt: startedAt === now ? undefined : readLocalTime(startedAt ?? undefined),
          expectedStageId: ended?.id ?? null,
        })}
        submitLabel="Start Stage"
        pendingLabel="Starting..."
        saved="Stage started"
        failed="Failed to start the stage"
      >
        {(form) => (
          <>
            <p>
              {ended ? `This ends the stage ${ended.phase} at the same time. ` : ""}The account
              takes the phase of the stage, and records from its start onwards belong to it.
            </p>
            <FormFields isWide>
              <TextField
                label="Phase"
                placeholder="Phase 1, Evaluation, Funded"
                autoFocus
                autoComplete="off"
                {...form.field("phase")}
              />
              <TextField label="Initial Balance" {...form.amountField("initialBalance")} />
              <TextField label="Currency" autoComplete="off" {...form.field("currency")} />
              <TextField
                label="Start"
                type="datetime-local"
                hint={describeOwnZone()}
                {...form.field("startedAt")}
              />
              <VersionField placeholder="Choose the rules" offersNone {...form.field("version")} />
            </FormFields>
            <AllocationLine
              userId={userId}
              next={{
                initialBalance: String(form.watch("initialBalance")),
                currency: form.watch("currency") ?? "",
              }}
            />
          </>
        )}
      </MutationDialog>
    );
  },
);

interface StageDialogProps extends DialogProps, OfUser {
  subject: Stage;
}

export const EndStageDialog = withSubject(
  (id: number, { userId }: OfUser) => {
    const { data, error } = useStage(id, userId);
    return { data: data?.endedAt === null || !data ? data : null, error };
  },
  "open stage",
  ({ subject: stage, userId: _, ...frame }: StageDialogProps) => (
    <MutationDialog
      {...frame}
      title="End Stage"
      schema={endStageInput}
      values={{ id: stage.id, outcome: "passed", reason: "" }}
      mutation={trpc.admin.stages.end}
      toInput={(values) => values}
      submitLabel="End Stage"
      pendingLabel="Ending..."
      saved="Stage ended"
      failed="Failed to end the stage"
    >
      {(form) => (
        <>
          <strong>{describeStage(stage)}</strong>
          <p>
            The stage ends now. Later records do not belong to a stage until the next one starts.
          </p>
          <Select label="Outcome" options={outcomeLabels} {...form.field("outcome")} />
          <TextArea
            label="Reason"
            hint="The reason is kept in the history."
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  ),
);

interface CorrectBalanceDialogProps extends DialogProps, OfUser {
  subject: TraderSummary;
}

export const CorrectBalanceDialog = withSubject(
  (_: undefined, { userId }: OfUser) => useTrader(userId),
  "user",
  ({ subject: trader, userId, ...frame }: CorrectBalanceDialogProps) => {
    const { balance, currency } = trader.tradingAccount;
    return (
      <MutationDialog
        {...frame}
        title="Correct Balance"
        schema={correctInput}
        values={{ userId, amount: "", reason: "" }}
        mutation={trpc.admin.record.correct}
        toInput={(values) => values}
        submitLabel="Correct Balance"
        pendingLabel="Correcting..."
        saved="Balance corrected"
        failed="Failed to correct the balance"
      >
        {(form) => {
          const corrected = correctedBalance(balance, String(form.watch("amount")));
          return (
            <>
              <p>
                Adds an operation to the trading record now, for something that the platform will
                never report. To undo it, add a correction of the opposite amount.
              </p>
              <TextField
                label="Amount"
                hint="The change to the balance, such as 25.00 or -25.00."
                autoFocus
                {...form.amountField("amount")}
                // The numeric keyboard of some phones has no minus sign.
                inputMode="text"
              />
              <TextArea
                label="Reason"
                hint="The reason is kept with the correction and in the history."
                {...form.field("reason")}
              />
              <div aria-live="polite">
                <Facts>
                  <Fact name="Balance now" isAmount>
                    {formatMoney(balance, currency)}
                  </Fact>
                  <Fact name="After the correction" isAmount>
                    {corrected === null ? "—" : formatMoney(corrected, currency)}
                  </Fact>
                </Facts>
              </div>
            </>
          );
        }}
      </MutationDialog>
    );
  },
);
