import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { ReactNode } from "react";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import type { RecordOwner } from "./record-search.ts";
import { stageShown, useStages } from "./use-records.ts";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { Select } from "../../components/field/select.tsx";
import { describeStage } from "./record-words.ts";
import { Link } from "@tanstack/react-router";
import { CaseDownload } from "../../domain/verdicts/case-download.tsx";
import { ObjectivesSkeleton } from "../../domain/verdicts/objectives-panel.tsx";
import { StageVerdict } from "../../domain/verdicts/stage-verdict.tsx";
import { breachStanding } from "../../domain/verdicts/verdict-words.ts";

interface RecordedStageProps {
  source: RecordOwner;
  /** The id of a stage; the current one by default. */
  chosen: number | undefined;
  onChoose: (id: number) => void;
  /** Shown if the account has no stage. */
  empty: ReactNode;
  children: (shown: {
    stage: Stage;
    /** Whether it is the current stage, to which the account's limits apply. */
    isCurrent: boolean;
    /** Selects another stage, if the account has several. */
    select: ReactNode;
  }) => ReactNode;
}

/** Loads the stages of an account and shows one of them. */
export function RecordedStage({ source, chosen, onChoose, empty, children }: RecordedStageProps) {
  const query = useStages(source);
  const skeleton = (
    <LoadingRegion name="Loading the trading record">
      <Skeleton shape="block" height="24rem" />
    </LoadingRegion>
  );
  return (
    <Loaded query={query} noun="the trading record" skeleton={skeleton}>
      {(stages) => {
        const stage = stageShown(stages, chosen);
        if (!stage) return empty;
        const select = <StageSelect stages={stages} selected={stage} onSelect={onChoose} />;
        return children({ stage, isCurrent: stage === currentStage(stages), select });
      }}
    </Loaded>
  );
}

interface StageSelectProps {
  stages: readonly Stage[];
  selected: Stage;
  onSelect: (id: number) => void;
}

/** Selects a stage; ended stages stay available. Hidden if there is only one. */
function StageSelect({ stages, selected, onSelect }: StageSelectProps) {
  if (stages.length < 2) return null;
  return (
    <Select
      layout="inline"
      isLabelHidden
      label="Stage"
      // The keys are not numeric, so the object preserves the order of the stages.
      options={Object.fromEntries(stages.map((stage) => [`#${stage.id}`, describeStage(stage)]))}
      value={`#${selected.id}`}
      onChange={({ target }) => onSelect(Number(target.value.slice(1)))}
    />
  );
}

interface StageObjectivesProps {
  /** The id of a stage; the current one by default. */
  chosen: number | undefined;
  accountStatus: string | null;
}

/** Shows the verdict on the same stage as the chart. */
export function StageObjectives({ chosen, accountStatus }: StageObjectivesProps) {
  const { data: stages, isPending } = useStages("own");
  if (isPending) return <ObjectivesSkeleton />;
  const stage = stageShown(stages ?? [], chosen);
  // The chart reports if there are no stages or they could not be loaded.
  if (!stage) return null;
  return (
    <StageVerdict
      key={stage.id}
      owner="own"
      stage={stage}
      standing={breachStanding({ stage, accountStatus })}
      actions={<CaseDownload owner="own" stageId={stage.id} />}
    >
      <p>
        The case file holds the records, the rules and this verdict, and anyone can check it at{" "}
        <Link to="/verify">Verify</Link> without an account.
      </p>
    </StageVerdict>
  );
}
