import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { Select } from "../../components/field/select.tsx";
import { describeStage } from "./stage-labels.ts";

interface StageSelectProps {
  stages: readonly Stage[];
  selected: Stage;
  onSelect: (id: number) => void;
}

/** Selects a stage; ended stages stay available. Hidden if there is only one. */
export function StageSelect({ stages, selected, onSelect }: StageSelectProps) {
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
