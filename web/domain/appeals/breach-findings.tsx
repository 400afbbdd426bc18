import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { kindOf } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import { conductNames } from "../../../src/business/rulebook/kinds/conduct/conduct-names.rule.ts";
import { findingWords } from "../verdicts/conduct-rows.tsx";
import {
  brokenConduct,
  brokenRules,
} from "../../../src/business/record/verdicts/review-subject.rule.ts";
import type { StageRules } from "../../../src/business/record/stages/stage-rules.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { momentIn, sayTimes } from "../format/dates.ts";
import { gradeSentence, gradeWords } from "../verdicts/verdict-words.ts";
import { floorOrigin, measuredName, seenIn, viewersMoment } from "./letter-words.ts";

interface FindingsProps {
  verdict: Verdict;
  stage: { initialBalance: string; currency: string };
  /** The rules of the stage; `null` if it has none any more. */
  rules: StageRules | null | undefined;
}

/** What each broken rule says, where its floor was and why there, and what was seen when. */
export function BreachFindings({ verdict, stage, rules }: FindingsProps) {
  const zone = rules?.day.timeZone ?? "UTC";
  const money = (amount: string) => formatMoney(amount, stage.currency);
  const found = brokenConduct(verdict).map(({ rule, finding }) => (
    <Panel key={finding.key} title={conductNames[rule.kind]}>
      <Facts>
        <Fact name="What was found">{findingWords(finding, stage.currency, zone)}</Fact>
        <Fact name="When">{momentIn(Date.parse(finding.at), zone)}</Fact>
        <Fact name="Deals">{finding.deals.length > 0 ? finding.deals.join(", ") : "None"}</Fact>
      </Facts>
    </Panel>
  ));
  const broken = brokenRules(verdict).map(({ kind, index, breach }) => {
    // The words of other rules than those that the verdict was reached by would be wrong.
    const isSame = rules?.versionId === verdict.rulesVersionId;
    const rule = isSame ? rules?.limits[index] : undefined;
    const words = isSame
      ? rules?.words.find((each) => each.list === "limits" && each.index === index)?.words
      : undefined;
    const at = breach && Date.parse(breach.at);
    const elsewhere = at && viewersMoment(at, zone);
    const origin = breach && rule && rules ? floorOrigin(rule, breach, stage, rules.day) : null;
    return (
      <Panel key={`${kind} ${index}`} title={kindOf(kind).name}>
        <Facts>
          <Fact name="The rule">{words ?? kindOf(kind).name}</Fact>
          {breach?.floor ? <Fact name="The floor">{money(breach.floor)}</Fact> : null}
          {origin ? <Fact name="How it was set">{origin}</Fact> : null}
          {breach?.value && breach.floor ? (
            <Fact name={`${measuredName(rule)} seen`}>{money(breach.value)}</Fact>
          ) : null}
          {breach && at ? (
            <>
              <Fact name="When">{momentIn(at, zone)}</Fact>
              {elsewhere ? <Fact name="On your clock">{elsewhere}</Fact> : null}
              <Fact name="Seen in">{seenIn(breach, zone)}</Fact>
            </>
          ) : null}
        </Facts>
      </Panel>
    );
  });
  return [...broken, ...found];
}

/** How complete the observation was, and what is not known. @param timeZone that of the rules */
export function ObservationPanel({ verdict, timeZone }: { verdict: Verdict; timeZone: string }) {
  const unknown = verdict.rules.filter(({ status }) => status === "undetermined");
  return (
    <Panel title="What Was Observed">
      <p>
        {gradeWords[verdict.grade]}. {gradeSentence(verdict)}
      </p>
      {verdict.findings.map(({ message, at }) => (
        <p key={`${message} ${at}`}>{sayTimes(message, timeZone)}.</p>
      ))}
      {unknown.length > 0 ? (
        <>
          <p>What is not known:</p>
          {unknown.map(({ kind, index, reason }) => (
            <p key={`${kind} ${index}`}>{sayTimes(reason, timeZone)}</p>
          ))}
        </>
      ) : null}
    </Panel>
  );
}
