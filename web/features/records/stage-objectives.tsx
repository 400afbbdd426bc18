import { Link } from "@tanstack/react-router";
import { AnchorButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { ObjectivesSkeleton } from "../../domain/verdicts/objectives-skeleton.tsx";
import { StageVerdict } from "../../domain/verdicts/stage-verdict.tsx";
import { breachStanding } from "../../domain/verdicts/verdict-words.ts";
import { useStages } from "./use-records.ts";

interface StageObjectivesProps {
  /** The id of a stage; the current one by default. */
  chosen: number | undefined;
  accountStatus: string | null;
}

/** Shows the verdict on the same stage as the chart. */
export function StageObjectives({ chosen, accountStatus }: StageObjectivesProps) {
  const { data: stages, isPending } = useStages("own");
  if (isPending) return <ObjectivesSkeleton />;
  const stage = stages?.find(({ id }) => id === chosen) ?? currentStage(stages ?? []);
  // The chart reports if there are no stages or they could not be loaded.
  if (!stage) return null;
  return (
    <StageVerdict
      key={stage.id}
      owner="own"
      stage={stage}
      standing={breachStanding({ stage, accountStatus })}
      actions={
        <AnchorButton href={`/api/user/case?stage=${stage.id}`} download size="small">
          <Icon name="download" size={16} />
          Download case
        </AnchorButton>
      }
    >
      <p>
        The case file holds the records, the rules and this verdict, and anyone can check it at{" "}
        <Link to="/verify">Verify</Link> without an account.
      </p>
    </StageVerdict>
  );
}
