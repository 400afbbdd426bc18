import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { ReactNode } from "react";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import type { RecordOwner } from "./record-owner.ts";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { StageSelect } from "./stage-select.tsx";
import { useStages } from "./use-records.ts";

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
        const current = currentStage(stages);
        const stage = stages.find(({ id }) => id === chosen) ?? current;
        if (!stage) return empty;
        const select = <StageSelect stages={stages} selected={stage} onSelect={onChoose} />;
        return children({ stage, isCurrent: stage === current, select });
      }}
    </Loaded>
  );
}
