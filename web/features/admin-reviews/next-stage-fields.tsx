import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import type { RuleSet } from "../../../src/business/judgement/rules/rule-set.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import layout from "../../components/forms/form.module.css";
import type { SchemaForm } from "../../components/forms/use-schema-form.ts";
import { namedVersions, useRuleSets, versionName } from "../../domain/rules/rule-versions.tsx";
import { trpc } from "../../trpc.ts";
import { NO_RULES, type ReviewFormInput, type ReviewFormOutput } from "./review-form-schema.ts";
import styles from "./reviews.module.css";

type PassedStage = QueuedReview["stage"];

interface NextStageFieldsProps {
  form: SchemaForm<ReviewFormInput, ReviewFormOutput>;
  stage: PassedStage;
}

/** Returns the number of the step that follows a stage in its programme; `undefined` if there is none. */
export function nextStepOf({ programme }: PassedStage): number | undefined {
  return programme && programme.step < programme.steps ? programme.step + 1 : undefined;
}

/** The fields for the steps that follow a pass: the next stage with new credentials, and the certificate. */
export function NextStageFields({ form, stage }: NextStageFieldsProps) {
  const ruleSets = useRuleSets();
  const sentence = useStepSentence(stage, ruleSets.data ?? []);
  const startsStep = form.watch("startsStep");
  const startsStage = !startsStep && form.watch("startsStage");
  return (
    <>
      {sentence === undefined ? null : (
        <Checkbox
          label={sentence}
          hint="Together with the confirmation."
          {...form.field("startsStep")}
        />
      )}
      {startsStep ? null : (
        <Checkbox
          label={sentence === undefined ? "Start the next stage" : "Start another stage"}
          hint="Together with the confirmation."
          {...form.field("startsStage")}
        />
      )}
      {startsStage ? (
        <fieldset className={styles.group}>
          <legend>Next stage</legend>
          <div className={layout.fields}>
            <TextField
              label="Phase"
              placeholder="Phase 2, Funded"
              autoComplete="off"
              {...form.field("phase")}
            />
            <TextField label="Initial Balance" {...form.amountField("initialBalance")} />
            <TextField label="Currency" autoComplete="off" {...form.field("currency")} />
            <Select
              label="Rules"
              placeholder={ruleSets.isPending ? "Loading..." : "Choose the rules"}
              options={{ ...versionOptions(ruleSets.data ?? []), [NO_RULES]: "No rules" }}
              {...form.field("rulesVersionId")}
            />
          </div>
        </fieldset>
      ) : null}
      {startsStep || startsStage ? (
        <fieldset className={styles.group}>
          <legend>New credentials</legend>
          <p>Fields left blank stay as they are.</p>
          <div className={layout.fields}>
            <TextField label="Login" autoComplete="off" {...form.field("login")} />
            <TextField label="Server" autoComplete="off" {...form.field("server")} />
            <TextField
              label="Master Password"
              autoComplete="off"
              spellCheck={false}
              {...form.field("masterPassword")}
            />
          </div>
        </fieldset>
      ) : null}
      <Checkbox label="Issue a certificate afterwards" {...form.field("isCertificateNext")} />
    </>
  );
}

/** The keys are not numeric, so the object preserves the order of sets and versions. */
function versionOptions(sets: readonly RuleSet[]): Record<string, string> {
  return Object.fromEntries(
    Array.from(namedVersions(sets), ([id, version]) => [`#${id}`, versionName(version)]),
  );
}

/** Returns a sentence such as `Start Phase 2 with $100,000.00 under FTMO Verification, version 1`. */
function useStepSentence(stage: PassedStage, sets: readonly RuleSet[]): string | undefined {
  const { programme, initialBalance, currency } = stage;
  const number = nextStepOf(stage);
  const { data } = trpc.admin.programmes.get.useQuery(
    { id: programme?.id ?? 0 },
    { enabled: number !== undefined, staleTime: staleTimes.adminPages },
  );
  if (!programme || number === undefined) return undefined;
  const version = data?.versions.find(({ id }) => id === programme.versionId);
  const step = version?.steps[number - 1];
  const rules = step && namedVersions(sets).get(step.rulesVersionId);
  if (!step || !rules) return `Start step ${number} of ${programme.name}`;
  return `Start ${step.phase} with ${formatMoney(initialBalance, currency)} under ${versionName(rules)}`;
}
