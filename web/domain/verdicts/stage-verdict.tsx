import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import type { StageRules } from "../../../src/business/record/stages/stage-rules.schema.ts";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Disclosure, Legend } from "../../components/panel/disclosure.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { momentIn } from "../format/dates.ts";
import { ObjectivesPanel, ObjectivesSkeleton } from "./objectives-panel.tsx";
import { useStageRules, useVerdict, type VerdictOwner } from "./use-verdict.ts";
import { type BreachStanding, gradeSentence, gradeWords, verdictTerms } from "./verdict-words.ts";

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
  if (verdict.isLoadingError || rules.isLoadingError) {
    return (
      <Panel title="Limits and Objectives">
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
      timeZone={data?.day.timeZone}
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

interface HowJudgedProps {
  rules: StageRules;
  verdict: Verdict;
  children?: ReactNode;
}

/** Shows the evidence, the version of the rules in use, and each change of it with its reason. */
function HowJudged({ rules, verdict, children }: HowJudgedProps) {
  return (
    <Typography
      id="how-this-is-judged"
      aria-label="How this is judged"
      component="section"
      variant="body2"
      sx={sectionLook}
    >
      <Typography variant="overline" component="h3">
        How this is judged
      </Typography>
      <p>{`Evidence: ${gradeWords[verdict.grade].toLowerCase()}. ${gradeSentence(verdict)}`}</p>
      <p>{`Judged by the rules “${nameOf(rules)}”.`}</p>
      {rules.changes.map((change) => (
        <Change key={change.at.getTime()} change={change} timeZone={rules.day.timeZone} />
      ))}
      {children}
      <Legend terms={verdictTerms} />
    </Typography>
  );
}

const sectionLook = {
  display: "grid",
  gap: 1,
  marginBlockStart: 2.5,
  paddingBlockStart: 1.75,
  borderTop: 1,
  borderColor: "divider",
  color: "text.secondary",
  textWrap: "pretty",
  "& a": { textDecoration: "underline" },
};

const nameOf = ({ name, version }: { name: string; version: number }) =>
  `${name}, version ${version}`;

interface ChangeProps {
  change: StageRules["changes"][number];
  timeZone: string;
}

function Change({ change, timeZone }: ChangeProps) {
  const { from, to, reason, at, differences } = change;
  const versions = from ? `“${nameOf(from)}” to “${nameOf(to)}”` : `none to “${nameOf(to)}”`;
  return (
    <Stack sx={{ gap: 0.5 }}>
      <p>{`Rules changed on ${momentIn(at, timeZone)}, from ${versions}: ${reason}`}</p>
      {differences.length === 0 ? null : (
        <Disclosure summary="What changed">
          <Box component="ul" sx={{ marginBlockStart: 0.75, paddingInlineStart: 2.25 }}>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </Box>
        </Disclosure>
      )}
    </Stack>
  );
}
