import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { ReactNode } from "react";
import type { Stage } from "../../../src/business/stages/stage.schema.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import type { RecordOwner } from "./record-owner.ts";
import { currentStage } from "../../state/current-stage.ts";
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
  if (query.isPending) {
    return (
      <LoadingRegion name="Loading the trading record">
        <Skeleton shape="block" height="24rem" />
      </LoadingRegion>
    );
  }
  if (query.isError) {
    return (
      <LoadFailure text="Failed to load the trading record." onRetry={() => void query.refetch()} />
    );
  }
  const current = currentStage(query.data);
  const stage = query.data.find(({ id }) => id === chosen) ?? current;
  if (!stage) return empty;
  const select = <StageSelect stages={query.data} selected={stage} onSelect={onChoose} />;
  return children({ stage, isCurrent: stage === current, select });
}
