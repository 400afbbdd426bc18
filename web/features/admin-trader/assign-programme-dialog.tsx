import { useState } from "react";
import { z } from "zod";
import type { Programme } from "../../../src/business/firm/programmes/programme.schema.ts";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import layout from "../../components/forms/form.module.css";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { useVersions, versionName } from "../../domain/rules/rule-versions.tsx";
import { LadderSteps } from "../../domain/stages/ladder.tsx";
import { rulesInBrief } from "../../../src/business/judgement/rules/words.rule.ts";
import { trpc } from "../../trpc.ts";

/** Blank credentials stay as they are. */
const unlessBlank = (text: string) => (text.trim() === "" ? undefined : text);

const assignForm = z.object({
  /** `#` followed by the id of the version. */
  version: z.string().min(1, { error: "Please choose a programme" }),
  initialBalance: z.string().min(1, { error: "Please choose the initial balance" }),
  step: z.string(),
  login: z.string().transform(unlessBlank),
  server: z.string().transform(unlessBlank),
  masterPassword: z.string().transform(unlessBlank),
});

interface AssignProgrammeDialogProps {
  trader: TraderListItem;
  /** The open stage, which the new one ends. */
  open: Stage | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Starts a trader's account at a step of a programme. */
export function AssignProgrammeDialog(props: AssignProgrammeDialogProps) {
  const { trader, open, isOpen, onClose } = props;
  // The page is live: a stage that another administrator starts must not be ended unseen.
  const [ended] = useState(open);
  const { data: programmes = [], isPending } = trpc.admin.programmes.list.useQuery(
    { archived: false },
    { staleTime: staleTimes.adminPages },
  );
  const { versions } = useVersions();
  const form = useSchemaForm(assignForm, {
    version: "",
    initialBalance: "",
    step: "1",
    login: "",
    server: "",
    masterPassword: "",
  });
  const assign = trpc.admin.programmes.assign.useMutation(
    useFormOutcome(form, {
      onClose,
      saved: "Programme started",
      failed: "Failed to start the programme",
    }),
  );
  const [version, initialBalance, step] = form.watch(["version", "initialBalance", "step"]);
  const chosen = newestVersions(programmes).find(({ id }) => `#${id}` === version);
  const first = chosen?.steps[Number(step) - 1];
  const rules = first && versions.get(first.rulesVersionId);
  return (
    <FormDialog
      title="Assign Programme"
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      form={form}
      onSubmit={(fields) =>
        assign.mutateAsync({
          id: trader.id,
          programmeVersionId: Number(fields.version.slice(1)),
          initialBalance: fields.initialBalance,
          step: Number(fields.step),
          login: fields.login,
          server: fields.server,
          masterPassword: fields.masterPassword,
          expectedStageId: ended?.id ?? null,
        })
      }
      submitLabel="Start Programme"
      pendingLabel="Starting..."
    >
      <p>
        {ended ? `This ends the stage ${ended.phase} at the same time. ` : ""}The account takes the
        phase, rules and payouts of the step, and becomes active.
      </p>
      <div className={layout.fields}>
        <Select
          label="Programme"
          placeholder={isPending ? "Loading..." : "Choose a programme"}
          options={Object.fromEntries(
            newestVersions(programmes).map((each) => [`#${each.id}`, versionName(each)]),
          )}
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
              placeholder="Choose the size"
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
        <TextField
          label="Login"
          hint="Credentials that are left blank stay as they are."
          autoComplete="off"
          {...form.field("login")}
        />
        <TextField label="Server" autoComplete="off" {...form.field("server")} />
        <TextField
          label="Master Password"
          autoComplete="off"
          spellCheck={false}
          {...form.field("masterPassword")}
        />
      </div>
      {chosen ? (
        <LadderSteps
          steps={chosen.steps.map((each) => {
            const found = versions.get(each.rulesVersionId);
            return { ...each, terms: found ? rulesInBrief(found.rules, chosen.currency) : "…" };
          })}
        />
      ) : null}
      {first && rules && initialBalance ? (
        <p>
          <strong>
            Start {first.phase} with {formatMoney(initialBalance, chosen?.currency)} under{" "}
            {versionName(rules)}
          </strong>
        </p>
      ) : null}
    </FormDialog>
  );
}

/** Returns the newest version of each programme, with its name. */
function newestVersions(programmes: readonly Programme[]) {
  return programmes.map(({ name, versions }) => ({ ...versions[0]!, name }));
}
