import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { ruleWords } from "../../../src/business/rulebook/rules/words.rule.ts";
import type { Rules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import type { ConductVerdict } from "../../../src/business/rulebook/engine/conduct-verdict.schema.ts";
import { conductNames } from "../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import type {
  LimitVerdict,
  ObjectiveVerdict,
  VerdictFinding,
  Waiver,
} from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { timeInWords } from "../../../src/platform/time/local-time.rule.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { Badge } from "../../components/badge/badge.tsx";
import type { CurvePoint } from "../../../src/business/record/cases/case-records.rule.ts";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCountOf } from "../../domain/format/figures.ts";
import { gradeSentence, gradeWords } from "../../domain/verdicts/verdict-words.ts";
import { findingWords } from "../../domain/verdicts/conduct-rows.tsx";
import type { ShownCase } from "./case-outcome.ts";
import {
  breachName,
  conductStatusWords,
  describeSignature,
  findingNames,
  outcomeWords,
  ruleName,
  statusWords,
} from "./verdict-words.ts";

export interface CaseDetailsProps {
  shown: ShownCase;
  renderChart: (
    points: CurvePoint[],
    stage: Pick<ShownCase["head"]["stage"], "initialBalance" | "currency">,
  ) => ReactNode;
}

/** Shows the engine's own judgement of a case, regardless of what the file states. */
export function CaseDetails({ shown, renderChart }: CaseDetailsProps) {
  const { judgement, head, curve } = shown;
  return (
    <Stack>
      <VerdictPanel shown={shown} />
      {curve.length > 0 ? (
        <Panel title="Balance and Equity">{renderChart(curve, head.stage)}</Panel>
      ) : null}
      {head.rules && judgement.rules.length > 0 ? (
        <Panel title="Rules">
          <List disablePadding>
            {judgement.rules.map((rule) => (
              <RuleLine
                key={`${rule.kind} ${rule.index}`}
                rule={rule}
                rules={head.rules!}
                stage={head.stage}
              />
            ))}
          </List>
        </Panel>
      ) : null}
      <ConductPanel conduct={judgement.conduct ?? []} currency={head.stage.currency} />
      {head.waivers && head.waivers.length > 0 ? <SetAside waivers={head.waivers} /> : null}
      {judgement.findings.length > 0 ? <Findings findings={judgement.findings} /> : null}
    </Stack>
  );
}

function VerdictPanel({ shown }: { shown: ShownCase }) {
  const { judgement, head, signature, areHashesChecked } = shown;
  const { word, tone } = outcomeWords[judgement.outcome];
  const { deals, operations, snapshots } = head.counts;
  return (
    <Panel title="Verdict" aside={<Badge tone={tone}>{word}</Badge>}>
      <Facts>
        <Fact name="Firm">{head.firm}</Fact>
        <Fact name="Stage">
          {head.stage.id}, {head.stage.phase}
        </Fact>
        <Fact name="As of">{timeInWords(judgement.asOf)}</Fact>
        {judgement.endedAt ? <Fact name="Ended">{timeInWords(judgement.endedAt)}</Fact> : null}
        <Fact name="Evidence">{gradeWords[judgement.grade]}</Fact>
        <Fact name="Coverage">{gradeSentence(judgement)}</Fact>
        <Fact name="Records">
          {formatCountOf(deals, "deal")}, {formatCountOf(operations, "operation")},{" "}
          {formatCountOf(snapshots, "snapshot")}
          {areHashesChecked ? "" : "; their hash was not checked"}
        </Fact>
        <Fact name="Signature">{describeSignature(signature, head.keyId)}</Fact>
      </Facts>
    </Panel>
  );
}

/** Lists what each rule of conduct has found. */
function ConductPanel({ conduct, currency }: { conduct: ConductVerdict[]; currency: string }) {
  if (conduct.length === 0) return null;
  return (
    <Panel title="Conduct">
      <List disablePadding>
        {conduct.map(({ kind, index, status, reason, findings }) => (
          <Line key={index}>
            <Box
              sx={{ display: "flex", flexWrap: "wrap", justifyContent: "space-between", gap: 1 }}
            >
              <h3>{conductNames[kind]}</h3>
              <Badge tone={conductStatusWords[status].tone}>
                {conductStatusWords[status].word}
              </Badge>
            </Box>
            {findings.length === 0 ? <p>{reason}</p> : null}
            {findings.map((finding) => (
              <p key={finding.key}>{findingWords(finding, currency, "UTC")}</p>
            ))}
          </Line>
        ))}
      </List>
    </Panel>
  );
}

/** Lists the breaches that the firm has set aside, as the file states them. */
function SetAside({ waivers }: { waivers: readonly Waiver[] }) {
  return (
    <Panel title="Set Aside">
      <List disablePadding>
        {waivers.map(({ key, reason, at }) => (
          <Line key={key}>
            <Typography sx={{ fontWeight: 550 }}>{breachName(key)}</Typography>
            <Typography variant="body2" color="textSecondary">
              Set aside on {timeInWords(at)}: {reason}
            </Typography>
          </Line>
        ))}
      </List>
    </Panel>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <ListItem
      disableGutters
      divider
      sx={{
        display: "grid",
        gap: 0.5,
        py: 1.75,
        overflowWrap: "anywhere",
        "&:first-of-type": { pt: 0 },
        "&:last-of-type": { borderBottom: 0, pb: 0 },
      }}
    >
      {children}
    </ListItem>
  );
}

interface RuleLineProps {
  rule: LimitVerdict | ObjectiveVerdict;
  rules: Rules;
  stage: ShownCase["head"]["stage"];
}

function RuleLine({ rule, rules, stage: { currency, initialBalance } }: RuleLineProps) {
  const { word, tone } = statusWords[rule.status];
  const isLimit = "breach" in rule;
  const stated = isLimit ? rules.limits[rule.index] : rules.objectives[rule.index];
  return (
    <Line>
      <Box sx={{ display: "flex", flexWrap: "wrap", justifyContent: "space-between", gap: 1 }}>
        <h3>{ruleName(rule.kind)}</h3>
        <Badge tone={tone}>{word}</Badge>
      </Box>
      {stated ? (
        <Typography color="textSecondary">
          {ruleWords(stated, rules.day, storedCents(initialBalance), currency)}
        </Typography>
      ) : null}
      <p>{rule.reason}</p>
      {isLimit ? <LimitEvidence rule={rule} currency={currency} /> : null}
    </Line>
  );
}

interface LimitEvidenceProps {
  rule: LimitVerdict;
  currency: string;
}

/** Shows the records that broke a limit, or how close the account came to it. */
function LimitEvidence({ rule: { breach, tightest }, currency }: LimitEvidenceProps) {
  if (breach) {
    return (
      <Typography color="textSecondary">
        Breached at {timeInWords(breach.at)}
        {describeCulprits(breach.by)}.
      </Typography>
    );
  }
  if (!tightest) return null;
  const words = (amount: string) => moneyIn(currency)(storedCents(amount));
  return (
    <Typography color="textSecondary">
      Closest at {timeInWords(tightest.at)}: {words(tightest.value)}, with the floor at{" "}
      {words(tightest.floor)}.
    </Typography>
  );
}

/** @param by tickets or times of snapshots */
function describeCulprits(by: string[]): string {
  if (by.length === 0) return "";
  const isSnapshot = by.every((name) => /^\d{4}-\d\d-\d\dT/.test(name));
  if (isSnapshot) return ", as a snapshot shows";
  return `, by ticket${by.length === 1 ? "" : "s"} ${by.join(", ")}`;
}

function Findings({ findings }: { findings: VerdictFinding[] }) {
  return (
    <Panel title="Findings">
      <List disablePadding>
        {findings.map((finding, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- findings have no key, and never change
          <Line key={index}>
            <h3>{findingNames[finding.code]}</h3>
            <p>{finding.message}</p>
            {finding.at ? (
              <Typography color="textSecondary">{timeInWords(finding.at)}</Typography>
            ) : null}
          </Line>
        ))}
      </List>
    </Panel>
  );
}
