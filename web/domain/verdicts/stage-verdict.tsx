import type { ReactNode } from "react";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { ObjectivesPanel } from "./objectives-panel.tsx";
import { ObjectivesSkeleton } from "./objectives-skeleton.tsx";
import { HowJudged } from "./rule-changes.tsx";
import { useStageRules, useVerdict, type VerdictOwner } from "./use-verdict.ts";
import type { BreachStanding } from "./verdict-words.ts";

interface StageVerdictProps {
  owner: VerdictOwner;
  stage: Stage;
  standing: BreachStanding;
  /** Shown at the end of the heading's line. */
  actions?: ReactNode;
  /** Shown below the rules, if there are any. */
  children?: ReactNode;
}

/** Loads and shows the verdict on a stage, with its rules in words. */
export function StageVerdict({ owner, stage, standing, actions, children }: StageVerdictProps) {
  const verdict = useVerdict(owner, stage.id);
  const rules = useStageRules(owner, stage.id);
  if (verdict.isPending || rules.isPending) return <ObjectivesSkeleton />;
  if (verdict.isError || rules.isError) {
    return (
      <Panel title="Objectives">
        <LoadFailure
          text="Failed to load the objectives."
          onRetry={() => void Promise.all([verdict.refetch(), rules.refetch()])}
        />
      </Panel>
    );
  }
  const { data } = rules;
  return (
    <ObjectivesPanel
      verdict={verdict.data}
      stage={stage}
      standing={standing}
      words={data?.words}
      hasEvidence={!data}
      actions={actions}
    >
      {data ? (
        <HowJudged rules={data} verdict={verdict.data}>
          {children}
        </HowJudged>
      ) : null}
    </ObjectivesPanel>
  );
}
