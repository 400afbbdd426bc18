import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { describeRuleChanges } from "../../../../src/business/rulebook/rules/rules-changes.rule.ts";
import { previewRules, wordsOfPayout } from "../../../../src/business/rulebook/rules/words.rule.ts";
import {
  changeStageRulesForm,
  type Stage,
} from "../../../../src/business/record/stages/stage.schema.ts";
import { storedCents } from "../../../../src/platform/money/money.ts";
import type { ReactNode } from "react";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { ChangesList, WordsList } from "../../../domain/rules/words-list.tsx";
import {
  type NamedVersion,
  readVersionId,
  useVersions,
  VersionField,
  versionName,
} from "../../../domain/rules/rule-versions.tsx";
import { trpc } from "../../../trpc.ts";
import { describeStage } from "./stage-words.ts";
import { type OfUser, useStage } from "./use-trader.ts";
import { formatMoment } from "../../../domain/format/dates.ts";

interface StageRulesDialogProps extends DialogProps, OfUser {
  subject: Stage;
}

/** Shows the rules of a stage and their history. Changing them requires a reason, which the trader sees as well. */
export const StageRulesDialog = withSubject(
  (id: number, { userId }: OfUser) => useStage(id, userId),
  "stage",
  ({ subject: stage, userId: _, ...frame }: StageRulesDialogProps) => {
    const { versions } = useVersions();
    const present = stage.rulesVersionId === null ? undefined : versions.get(stage.rulesVersionId);
    return (
      <MutationDialog
        {...frame}
        title="Rules of the Stage"
        schema={changeStageRulesForm}
        values={{ version: "", reason: "" }}
        mutation={trpc.admin.stages.changeRules}
        toInput={({ version, reason }) => ({
          id: stage.id,
          rulesVersionId: readVersionId(version)!,
          reason,
        })}
        cancelLabel="Close"
        ability="stages.write"
        submitLabel="Change Rules"
        pendingLabel="Changing..."
        saved="Rules changed"
        failed="Failed to change the rules"
      >
        {(form) => {
          const chosen = versions.get(readVersionId(form.watch("version")) ?? 0);
          return (
            <>
              <p>
                <strong>{describeStage(stage)}</strong>
              </p>
              <PresentRules present={present} stage={stage} />
              <RuleHistory changes={stage.ruleChanges} versions={versions} />
              <VersionField placeholder="Choose a version" {...form.field("version")} />
              {chosen && present && chosen.id !== present.id ? (
                <Section title="Changes from the current rules">
                  <ChangesList
                    changes={describeRuleChanges(present.rules, chosen.rules, stage.currency)}
                  />
                </Section>
              ) : null}
              <TextArea
                label="Reason"
                hint="The trader sees the reason and both versions. Earlier verdicts are kept."
                {...form.field("reason")}
              />
            </>
          );
        }}
      </MutationDialog>
    );
  },
);

function PresentRules({ present, stage }: { present: NamedVersion | undefined; stage: Stage }) {
  if (!present) return <p>The stage has no rules.</p>;
  return (
    <details>
      <Box component="summary" sx={{ mb: 1, fontWeight: 550, cursor: "pointer" }}>
        {versionName(present)}
      </Box>
      <WordsList
        preview={previewRules(present.rules, storedCents(stage.initialBalance), stage.currency)}
        payout={wordsOfPayout(present.rules.payout, stage.currency)}
        currency={stage.currency}
      />
    </details>
  );
}

interface RuleHistoryProps {
  changes: Stage["ruleChanges"];
  versions: ReadonlyMap<number, NamedVersion>;
}

/** Lists when and why the rules of a stage changed, newest first. */
function RuleHistory({ changes, versions }: RuleHistoryProps) {
  if (changes.length === 0) return null;
  const nameOf = (id: number | null) => {
    const version = id === null ? undefined : versions.get(id);
    return version ? versionName(version) : "no rules";
  };
  return (
    <Section title="Changes">
      <Stack component="ol" sx={{ gap: 1.5, listStyle: "none", overflowWrap: "anywhere" }}>
        {changes.map(({ from, to, reason, at }) => (
          <li key={at.getTime()}>
            <p>{`From ${nameOf(from)} to ${nameOf(to)}`}</p>
            <p>{reason}</p>
            <Typography
              component="time"
              variant="body2"
              dateTime={at.toISOString()}
              sx={{ color: "text.secondary" }}
            >
              {formatMoment(at)}
            </Typography>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Typography variant="subtitle2" component="h3" sx={{ mb: 1, color: "text.secondary" }}>
      {title}
    </Typography>
    {children}
  </section>
);
