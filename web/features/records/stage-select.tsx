import type { Stage } from "../../../src/business/stages/stage.schema.ts";
import { Select } from "../../components/field/select.tsx";
import { describeStage } from "./stage-labels.ts";

interface StageSelectProps {
  stages: readonly Stage[];
  selected: Stage;
  onSelect: (id: number) => void;
}

/** Stages stay visible for ever. With one stage there is nothing to select. */
export function StageSelect({ stages, selected, onSelect }: StageSelectProps) {
  if (stages.length < 2) return null;
  return (
    <Select
      layout="inline"
      isLabelHidden
      label="Stage"
      // Keys that are not numbers keep the order of the stages.
      options={Object.fromEntries(stages.map((stage) => [`#${stage.id}`, describeStage(stage)]))}
      value={`#${selected.id}`}
      onChange={({ target }) => onSelect(Number(target.value.slice(1)))}
    />
  );
}
