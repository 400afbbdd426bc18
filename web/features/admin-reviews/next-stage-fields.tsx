import type { RuleSet } from "../../../src/business/judgement/rules/rule-set.schema.ts";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import layout from "../../components/forms/form.module.css";
import type { SchemaForm } from "../../components/forms/use-schema-form.ts";
import { namedVersions, versionName } from "../../domain/rules/version-names.ts";
import { useRuleSets } from "../../domain/rules/use-rule-sets.ts";
import type { ReviewFormInput, ReviewFormOutput } from "./review-form-schema.ts";
import styles from "./reviews.module.css";

interface NextStageFieldsProps {
  form: SchemaForm<ReviewFormInput, ReviewFormOutput>;
}

/** The fields for the steps that follow a pass: the next stage with new credentials, and the certificate. */
export function NextStageFields({ form }: NextStageFieldsProps) {
  const ruleSets = useRuleSets();
  return (
    <>
      <Checkbox
        label="Start the next stage"
        hint="Together with the confirmation."
        {...form.field("startsStage")}
      />
      {form.watch("startsStage") ? (
        <>
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
                placeholder={ruleSets.isPending ? "Loading..." : "No rules"}
                options={versionOptions(ruleSets.data ?? [])}
                {...form.field("rulesVersionId")}
              />
            </div>
          </fieldset>
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
        </>
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
