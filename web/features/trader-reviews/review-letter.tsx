import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { TraderReview } from "../../../src/business/judgement/appeals/appeal.schema.ts";
import { timeInWords } from "../../../src/business/judgement/engine/findings.rule.ts";
import { ruleNames } from "../../../src/business/judgement/rules/rule-figures.rule.ts";
import { brokenRules } from "../../../src/business/judgement/verdicts/review-subject.rule.ts";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Badge, type BadgeTone } from "../../components/badge/badge.tsx";
import { AnchorButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatExactMoment } from "../../domain/format/dates.ts";
import { useStageRules } from "../../domain/verdicts/use-verdict.ts";
import { gradeSentence, gradeWords } from "../../domain/verdicts/verdict-words.ts";
import { AppealPanel } from "./appeal-panel.tsx";
import { RecordsPanel } from "./records-panel.tsx";
import styles from "./trader-reviews.module.css";

const words: Record<TraderReview["status"], { label: string; tone: BadgeTone; next: string }> = {
  open: {
    label: "Being checked",
    tone: "yellow",
    next: "A person at the firm checks this. Nothing is decided until then.",
  },
  confirmed: { label: "Confirmed", tone: "red", next: "The stage has ended." },
  dismissed: { label: "Dismissed", tone: "gray", next: "The account continues as before." },
  granted: {
    label: "Overturned",
    tone: "green",
    next: "Your appeal was granted. The stage continues, and the account has its former status again.",
  },
};

interface ReviewLetterProps {
  review: TraderReview;
  stage: Stage;
  chart: ReactNode;
}

/** Explains a review to its trader: what was found and why, what was decided, and what can be done. */
export function ReviewLetter({ review, stage, chart }: ReviewLetterProps) {
  const { kind, status, verdict, stageId, decidedAt, reason } = review;
  const isPass = kind === "pass";
  const { label, tone, next } = words[status];
  return (
    <>
      <PageHeader
        title={isPass ? "Your objectives are met" : "A limit was exceeded"}
        subtitle={`${stage.phase}, ${formatMoney(stage.initialBalance, stage.currency)}`}
        aside={<Badge tone={isPass && status === "confirmed" ? "green" : tone}>{label}</Badge>}
      />
      <Stack>
        {isPass ? null : <Findings review={review} stage={stage} />}
        {chart}
        <Panel title="What Was Observed">
          <p>
            {gradeWords[verdict.grade]}. {gradeSentence(verdict)}
          </p>
          {verdict.findings.map(({ message }) => (
            <p key={message}>{message}.</p>
          ))}
        </Panel>
        {review.records ? <RecordsPanel records={review.records} stage={stage} /> : null}
        <Panel title="The Decision">
          <p>{next}</p>
          {decidedAt ? (
            <Facts>
              <Fact name="Decided">{formatExactMoment(decidedAt)}</Fact>
              <Fact name="Reason">
                <span className={styles.text}>{reason}</span>
              </Fact>
            </Facts>
          ) : null}
        </Panel>
        <AppealPanel review={review} />
        <Panel
          title="Check It Yourself"
          aside={
            <AnchorButton href={`/api/user/case?stage=${stageId}`} download size="small">
              <Icon name="download" size={16} />
              Download case
            </AnchorButton>
          }
        >
          <p className={styles.check}>
            The case file holds the records, the rules and the verdict. Anyone can check it at{" "}
            <Link to="/verify">Verify</Link> without an account.
          </p>
        </Panel>
      </Stack>
    </>
  );
}

/** What the broken rules say, where their floors were, and what was seen when. */
function Findings({ review: { verdict, stageId }, stage }: Omit<ReviewLetterProps, "chart">) {
  const rules = useStageRules("own", stageId);
  return brokenRules(verdict).map(({ kind, index, reason, breach }) => (
    <Panel key={`${kind} ${index}`} title={ruleNames[kind]}>
      <p>{reason}</p>
      <Facts>
        <Fact name="The rule">
          {rules.data?.words.find((each) => each.list === "limits" && each.index === index)
            ?.words ?? ruleNames[kind]}
        </Fact>
        {breach?.floor ? (
          <Fact name="The floor">{formatMoney(breach.floor, stage.currency)}</Fact>
        ) : null}
        {breach?.value && breach.floor ? (
          <Fact name="The value">{formatMoney(breach.value, stage.currency)}</Fact>
        ) : null}
        {breach ? (
          <Fact name="When">
            {timeInWords(breach.at)}
            {new Date(breach.at).getTimezoneOffset() === 0
              ? null
              : ` (${formatExactMoment(new Date(breach.at))})`}
          </Fact>
        ) : null}
      </Facts>
    </Panel>
  ));
}
