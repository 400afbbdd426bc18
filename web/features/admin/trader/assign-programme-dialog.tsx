import { useState } from "react";
import { z } from "zod";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Select } from "../../../components/field/select.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import type { SchemaForm } from "../../../components/forms/use-schema-form.ts";
import {
  CredentialFields,
  credentialsForm,
  noCredentials,
} from "../../../domain/stages/credential-fields.tsx";
import { AllocationLine } from "../../../domain/allocation/allocation-line.tsx";
import { useOffers } from "../../../domain/programmes/offers.ts";
import { useVersions, versionName } from "../../../domain/rules/rule-versions.tsx";
import { LadderSteps } from "../../../domain/stages/ladder.tsx";
import { rulesInBrief } from "../../../../src/business/rulebook/rules/words.rule.ts";
import { trpc } from "../../../trpc.ts";
import { type OfUser, type OpenStage, useOpenStage } from "./use-trader.ts";

const assignForm = z.object({
  /** `#` followed by the id of the version. */
  version: z.string().min(1, { error: "Please choose a programme" }),
  initialBalance: z.string().min(1, { error: "Please choose the initial balance" }),
  step: z.string(),
  ...credentialsForm,
});

interface AssignProgrammeDialogProps extends DialogProps, OfUser {
  subject: OpenStage;
}

/** Starts a trader's account at a step of a programme. */
export const AssignProgrammeDialog = withSubject(
  (_: undefined, { userId }: OfUser) => useOpenStage(userId),
  "user",
  ({ subject, userId, ...frame }: AssignProgrammeDialogProps) => {
    // The page is live: a stage that another administrator starts must not be ended unseen.
    const [{ open: ended }] = useState(subject);
    return (
      <MutationDialog
        {...frame}
        title="Start a Programme"
        size="sm"
        schema={assignForm}
        values={{ version: "", initialBalance: "", step: "1", ...noCredentials }}
        mutation={trpc.admin.programmes.assign}
        toInput={({ version, step, ...fields }) => ({
          ...fields,
          id: userId,
          programmeVersionId: Number(version.slice(1)),
          step: Number(step),
          expectedStageId: ended?.id ?? null,
        })}
        submitLabel="Start Programme"
        pendingLabel="Starting..."
        saved="Programme started"
        failed="Failed to start the programme"
      >
        {(form) => (
          <>
            <p>
              {ended ? `This ends the stage ${ended.phase} at the same time. ` : ""}The account
              takes the phase, rules and payouts of the step, and becomes active.
            </p>
            <ProgrammeFields form={form} userId={userId} />
          </>
        )}
      </MutationDialog>
    );
  },
);

interface ProgrammeFieldsProps extends OfUser {
  form: SchemaForm<z.input<typeof assignForm>, z.output<typeof assignForm>>;
}

/** The choice of a programme, a size and a step, the credentials, and what the choice means. */
function ProgrammeFields({ form, userId }: ProgrammeFieldsProps) {
  const { offers, isPending } = useOffers();
  const { versions } = useVersions();
  const [version, initialBalance, step] = form.watch(["version", "initialBalance", "step"]);
  const chosen = offers.find(({ id }) => `#${id}` === version);
  const first = chosen?.steps[Number(step) - 1];
  const rules = first && versions.get(first.rulesVersionId);
  return (
    <>
      <FormFields isWide>
        <Select
          label="Programme"
          placeholder={isPending ? "Loading..." : "Choose a programme"}
          options={Object.fromEntries(offers.map((each) => [`#${each.id}`, versionName(each)]))}
          autoFocus
          {...form.field("version", {
            onChange: () => {
              form.setValue("initialBalance", "");
              form.setValue("step", "1");
            },
          })}
        />
        {chosen ? (
          <>
            <Select
              label="Initial Balance"
              placeholder="Choose the initial balance"
              options={Object.fromEntries(
                // Keys that look like integers would not keep their order.
                chosen.initialBalances.map((amount) => [
                  amount,
                  formatMoney(amount, chosen.currency),
                ]),
              )}
              {...form.field("initialBalance")}
            />
            <Select
              label="Step"
              options={Object.fromEntries(
                chosen.steps.map(({ phase }, index) => [`${index + 1}`, `${index + 1}. ${phase}`]),
              )}
              {...form.field("step")}
            />
          </>
        ) : null}
        <CredentialFields form={form} />
      </FormFields>
      {chosen ? (
        <LadderSteps
          steps={chosen.steps.map((each) => {
            const found = versions.get(each.rulesVersionId);
            return { ...each, terms: found ? rulesInBrief(found.rules, chosen.currency) : "…" };
          })}
        />
      ) : null}
      {chosen && initialBalance ? (
        <AllocationLine userId={userId} next={{ initialBalance, currency: chosen.currency }} />
      ) : null}
      {first && rules && initialBalance ? (
        <p>
          <strong>
            Start {first.phase} with {formatMoney(initialBalance, chosen?.currency)} under{" "}
            {versionName(rules)}
          </strong>
        </p>
      ) : null}
    </>
  );
}
