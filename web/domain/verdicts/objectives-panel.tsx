import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Disclosure } from "../../components/panel/disclosure.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { ConductRows } from "./conduct-rows.tsx";
import {
  isLimit,
  meterColors,
  ruleFigure,
  type RuleFigure,
  type RuleMeter,
  type RuleWords,
  type ShownWaiver,
} from "./rule-figure.ts";
import { useNow } from "./use-verdict.ts";
import { VerdictSummary } from "./verdict-summary.tsx";
import type { BreachStanding } from "./verdict-words.ts";

interface ObjectivesPanelProps {
  title?: string;
  verdict: Verdict;
  stage: { currency: string; endedAt: Date | null; waivers?: readonly ShownWaiver[] };
  standing: BreachStanding;
  /** The verdict is an earlier one, not the current one. */
  isEarlier?: boolean;
  /** The rules in words, as formatted by the server for the stage. */
  words?: readonly RuleWords[];
  /** The zone of the rules, if they are loaded. */
  timeZone?: string | undefined;
  /** Without it, the evidence is shown elsewhere. */
  hasEvidence?: boolean;
  /** Shown at the end of the heading's line. */
  actions?: ReactNode;
  /** Shown below the rules. */
  children?: ReactNode;
}

/** Shows the verdict on a stage, and each of its rules with its current figure. */
export function ObjectivesPanel(props: ObjectivesPanelProps) {
  const {
    title = "Limits and Objectives",
    verdict,
    standing,
    timeZone,
    hasEvidence,
    actions,
    children,
  } = props;
  if (verdict.rulesVersionId === null) {
    return (
      <Panel title={title} aside={actions}>
        <Typography color="textSecondary">
          No rules have been set for this stage, so nothing is judged.
        </Typography>
        {children}
      </Panel>
    );
  }
  return (
    <Panel title={title} aside={actions}>
      <VerdictSummary
        verdict={verdict}
        standing={standing}
        timeZone={timeZone}
        {...(hasEvidence !== undefined && { hasEvidence })}
      />
      <Divider sx={{ marginBlock: 2.5 }} />
      <Rules {...props} />
      <ConductRows
        conduct={verdict.conduct ?? []}
        standing={standing}
        currency={props.stage.currency}
        words={props.words}
        timeZone={timeZone}
      />
      {children}
    </Panel>
  );
}

function Rules(props: ObjectivesPanelProps) {
  const { verdict, stage, standing, isEarlier, words, timeZone } = props;
  const now = useNow();
  const { outcome, endedAt, rules } = verdict;
  const isFinal = endedAt !== null || stage.endedAt !== null;
  const context = {
    currency: stage.currency,
    timeZone,
    now,
    isFinal,
    isEarlier,
    outcome,
    standing,
    waivers: stage.waivers,
  };
  const group = (list: RuleWords["list"]) =>
    rules
      .filter((rule) => isLimit(rule) === (list === "limits"))
      .map((rule) => {
        const own = words?.find((each) => each.list === list && each.index === rule.index);
        const figure = ruleFigure(rule, { ...context, words: own });
        return <RuleRow key={rule.index} figure={figure} words={own?.words} />;
      });
  const [limits, objectives] = [group("limits"), group("objectives")];
  const isAlone = limits.length === 0 || objectives.length === 0;
  return (
    <Box sx={isAlone ? { display: "grid" } : halves}>
      <RuleGroup title="Limits" isAlone={isAlone}>
        {limits}
      </RuleGroup>
      <RuleGroup title="Objectives" isAlone={isAlone}>
        {objectives}
      </RuleGroup>
    </Box>
  );
}

/** Two columns if there is room. */
const halves = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
  gap: "1.25rem 2.5rem",
  alignItems: "start",
};

interface RuleGroupProps {
  title: string;
  /** The only group, whose rules are side by side. */
  isAlone: boolean;
  children: ReactNode[];
}

function RuleGroup({ title, isAlone, children }: RuleGroupProps) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <Typography variant="overline" component="h3">
        {title}
      </Typography>
      <Box
        component="ul"
        sx={[
          {
            padding: 0,
            listStyle: "none",
            "& > * + *": { borderTop: 1, borderColor: "divider" },
          },
          isAlone && {
            ...halves,
            rowGap: 0,
            "& > :nth-of-type(2)": { borderTop: { md: 0 } },
          },
        ]}
      >
        {children}
      </Box>
    </section>
  );
}

interface RuleRowProps {
  figure: RuleFigure;
  /** The rule in words. */
  words: string | undefined;
}

/** Shows a rule with its current figure; expands to show the reason. */
function RuleRow({ figure, words }: RuleRowProps) {
  const { name, status, note, meter, tightest, setAside, reason, isReasonOpen } = figure;
  const isReasonNote = note === reason;
  const details = [words, isReasonOpen || isReasonNote ? undefined : reason, tightest].filter(
    (text) => text != null,
  );
  return (
    <Stack component="li" sx={{ gap: 0.75, paddingBlock: 1.75, textWrap: "pretty" }}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: 0.75 }}
      >
        <Typography component="h4" sx={{ fontWeight: 550 }}>
          {name}
        </Typography>
        <Badge tone={status.tone}>{status.word}</Badge>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {figure.figure === null ? null : (
          <Box component="strong" sx={figureLook}>
            {figure.figure}
          </Box>
        )}{" "}
        {note}
      </Typography>
      {meter ? <Meter name={name} meter={meter} tone={status.tone} /> : null}
      {setAside ? (
        <Typography variant="body2" color="textSecondary">
          {setAside}
        </Typography>
      ) : null}
      {isReasonOpen && !isReasonNote ? (
        <Typography variant="body2" color="textSecondary">
          {reason}
        </Typography>
      ) : null}
      {details.length > 0 ? (
        <Disclosure summary="Details" name={`Details of ${name}`}>
          {details.map((text) => (
            <Box key={text} component="p" sx={{ marginBlockStart: 0.75 }}>
              {text}
            </Box>
          ))}
        </Disclosure>
      ) : null}
    </Stack>
  );
}

const figureLook = {
  marginInlineEnd: 0.5,
  color: "text.primary",
  fontSize: "var(--text-lg)",
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
  letterSpacing: "-0.01em",
  whiteSpace: "nowrap",
};

function Meter({ name, meter, tone }: { name: string; meter: RuleMeter; tone: string }) {
  return (
    <Box sx={{ position: "relative", "--bar": meterColors[tone] }}>
      <ProgressBar isMeter value={meter.value} aria-label={name} aria-valuetext={meter.text} />
      {meter.mark === undefined ? null : (
        <Box
          component="span"
          style={{ insetInlineStart: `${meter.mark}%` }}
          sx={{
            position: "absolute",
            insetBlock: "-0.1875rem",
            inlineSize: "2px",
            marginInlineStart: "-1px",
            background: "var(--ink)",
          }}
        />
      )}
    </Box>
  );
}

/** Shown in place of the panel while its verdict loads. */
export function ObjectivesSkeleton() {
  return (
    <Panel title="Limits and Objectives">
      <LoadingRegion name="Loading the objectives">
        <Stack sx={{ gap: 2.5 }}>
          <Skeleton shape="block" height="4rem" />
          <Box sx={halves}>
            <Skeleton shape="block" height="14rem" />
            <Skeleton shape="block" height="14rem" />
          </Box>
        </Stack>
      </LoadingRegion>
    </Panel>
  );
}
