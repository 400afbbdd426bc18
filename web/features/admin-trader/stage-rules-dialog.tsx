import { useState } from "react";
import { describeRuleChanges } from "../../../src/business/judgement/rules/rules-changes.rule.ts";
import { previewRules, wordsOfPayout } from "../../../src/business/judgement/rules/words.rule.ts";
import {
  changeStageRulesForm,
  type Stage,
} from "../../../src/business/trading/stages/stage.schema.ts";
import { storedCents } from "../../../src/platform/money/money.ts";
import { useFormOutcome } from "../../app/api-client/use-form-outcome.ts";
import { Button } from "../../components/button/button.tsx";
import { FormDialog } from "../../components/dialog/form-dialog.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { ChangesList, WordsList } from "../../domain/rules/words-list.tsx";
import {
  type NamedVersion,
  readVersionId,
  useVersions,
  VersionField,
  versionName,
} from "../../domain/rules/rule-versions.tsx";
import { trpc } from "../../trpc.ts";
import { RuleHistory } from "./rule-history.tsx";
import { describeStage } from "./stage-words.ts";
import styles from "./stages.module.css";
import { PermittedButton } from "../../app/session/permitted-button.tsx";

interface StageRulesDialogProps {
  stage: Stage;
  isOpen: boolean;
  onClose: () => void;
}

/** Shows the rules of a stage and their history. Changing them requires a reason, which the trader sees as well. */
export function StageRulesDialog({ stage, isOpen, onClose }: StageRulesDialogProps) {
  const [initial] = useState({ version: "", reason: "" });
  const form = useSchemaForm(changeStageRulesForm, initial);
  const { versions } = useVersions();
  const present = stage.rulesVersionId === null ? undefined : versions.get(stage.rulesVersionId);
  const chosen = versions.get(readVersionId(form.watch("version")) ?? 0);
  const change = trpc.admin.stages.changeRules.useMutation(
    useFormOutcome(form, { onClose, saved: "Rules changed", failed: "Failed to change the rules" }),
  );
  return (
    <FormDialog
      title="Rules of the Stage"
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      onSubmit={({ version, reason }) =>
        change.mutateAsync({ id: stage.id, rulesVersionId: readVersionId(version)!, reason })
      }
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <PermittedButton
            ability="stages.write"
            type="submit"
            look="primary"
            isPending={change.isPending}
            pendingLabel="Changing..."
          >
            Change Rules
          </PermittedButton>
        </>
      }
    >
      <p>
        <strong>{describeStage(stage)}</strong>
      </p>
      <PresentRules present={present} stage={stage} />
      <RuleHistory changes={stage.ruleChanges} versions={versions} />
      <VersionField placeholder="Choose a version" {...form.field("version")} />
      {chosen && present && chosen.id !== present.id ? (
        <section className={styles.section}>
          <h3>Changes from the current rules</h3>
          <ChangesList changes={describeRuleChanges(present.rules, chosen.rules, stage.currency)} />
        </section>
      ) : null}
      <TextArea
        label="Reason"
        hint="The trader sees the reason and both versions. Earlier verdicts are kept."
        {...form.field("reason")}
      />
    </FormDialog>
  );
}

function PresentRules({ present, stage }: { present: NamedVersion | undefined; stage: Stage }) {
  if (!present) return <p>The stage has no rules.</p>;
  return (
    <details className={styles.section}>
      <summary>{versionName(present)}</summary>
      <WordsList
        preview={previewRules(present.rules, storedCents(stage.initialBalance), stage.currency)}
        payout={wordsOfPayout(present.rules.payout, stage.currency)}
        currency={stage.currency}
      />
    </details>
  );
}
