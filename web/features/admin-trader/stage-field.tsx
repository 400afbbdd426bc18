import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { Select } from "../../components/field/select.tsx";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { describeStage } from "./stage-words.ts";

interface StageFieldProps {
  stages: readonly Stage[];
  value: number | undefined;
  onChange: (id: number) => void;
  disabled: boolean;
}

/** Selects the stage that the records belong to. Hidden if the account has no stage: the first import starts one. */
export function StageField({ stages, value, onChange, disabled }: StageFieldProps) {
  const current = currentStage(stages);
  if (!current) return null;
  // The keys are not numeric, so the object preserves the order of the stages.
  const options = Object.fromEntries(stages.map((stage) => [`#${stage.id}`, describeStage(stage)]));
  return (
    <Select
      label="Stage"
      hint="The stage that the records belong to."
      options={options}
      value={`#${value ?? current.id}`}
      disabled={disabled}
      onChange={({ target }) => onChange(Number(target.value.slice(1)))}
    />
  );
}
