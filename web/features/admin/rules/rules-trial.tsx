import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { conductNames } from "../../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import type { RulesTrial as Trial } from "../../../../src/business/record/verdicts/verdicts.schema.ts";
import type { Rules } from "../../../../src/business/rulebook/rules/rules.schema.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { Button } from "../../../components/button/button.tsx";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { trpc } from "../../../trpc.ts";

interface RulesTrialProps {
  /** The rules in the form; `undefined` while they are not valid. */
  rules: Rules | undefined;
  ruleSetId: number | undefined;
}

/** Judges running stages by the rules in the form, and says what would have been found. */
export function RulesTrial({ rules, ruleSetId }: RulesTrialProps) {
  const { data, error, variables, isPending, mutate } = trpc.admin.rules.try.useMutation();
  const isCurrent = data && JSON.stringify(variables?.rules) === JSON.stringify(rules);
  return (
    <Stack sx={{ gap: 1.25 }}>
      <div>
        <Button
          disabled={!rules}
          isPending={isPending}
          pendingLabel="Judging..."
          onClick={() => rules && mutate({ rules, ...(ruleSetId !== undefined && { ruleSetId }) })}
        >
          Try on Running Stages
        </Button>
      </div>
      <Stack role="status" sx={{ gap: 0.75 }}>
        {error ? <p>{readApiError(error).message}</p> : null}
        {isCurrent && rules ? <TrialResult trial={data} rules={rules} /> : null}
      </Stack>
    </Stack>
  );
}

function TrialResult({ trial, rules: { conduct = [] } }: { trial: Trial; rules: Rules }) {
  const stages = formatCountOf(trial.stages, "stage");
  return (
    <>
      <p>
        {trial.isSample ? `Of the newest ${stages}, ` : `Of ${stages}, `}
        {`${formatCountOf(trial.ended, "evaluation")} would have ended.`}
      </p>
      {conduct.map(({ kind }, index) => {
        const { findings, stages: found } = trial.conduct[index]!;
        return (
          // The order is that of the rules, and a kind may occur twice.
          <p key={`${index} ${kind}`}>
            {`${index + 1}. ${conductNames[kind]}: ${formatCountOf(findings, "finding")} in the last ${trial.days} days, in ${formatCountOf(found, "stage")}.`}
          </p>
        );
      })}
      <Typography color="textSecondary" variant="body2">
        Counted as if the stages had always had these rules. Nothing was changed.
      </Typography>
    </>
  );
}
