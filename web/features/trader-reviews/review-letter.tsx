import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { TraderReview } from "../../../src/business/decisions/appeals/appeal.schema.ts";
import { breachReasons } from "../../../src/business/record/verdicts/review-subject.rule.ts";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Badge, type BadgeTone } from "../../components/badge/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { AppealSection, Words } from "../../domain/appeals/appeal-parts.tsx";
import { BreachFindings, ObservationPanel } from "../../domain/appeals/breach-findings.tsx";
import { caseStatus } from "../../domain/cases/case-status.ts";
import { formatExactMoment, momentIn, sayTimes } from "../../domain/format/dates.ts";
import { CaseDownload } from "../../domain/verdicts/case-download.tsx";
import { useStageRules, useVerdict } from "../../domain/verdicts/use-verdict.ts";
import { laterChange } from "../../domain/verdicts/verdict-words.ts";
import { RecordsPanel } from "./records-panel.tsx";
import "./print.css";

/** The words of the mails about a review. */
const words: Record<TraderReview["status"], { word: string; tone: BadgeTone; next: string }> = {
  open: {
    ...caseStatus("open"),
    next: "A person will check this before anything is decided. Until then, the account is under review.",
  },
  confirmed: {
    ...caseStatus("confirmed"),
    next: "The breach was confirmed, and the stage has ended.",
  },
  dismissed: {
    ...caseStatus("dismissed"),
    next: "The breach was dismissed. The account continues as before.",
  },
  granted: {
    ...caseStatus("overturned"),
    next: "Your appeal against the breach was granted. The stage continues, and the account has its former status again.",
  },
};

const passWords = {
  open: words.open.next,
  confirmed: "The result was confirmed, and the stage has ended as passed.",
  dismissed: "The pass was dismissed. The account continues as before.",
  granted: "",
};

interface ReviewLetterProps {
  review: TraderReview;
  stage: Stage;
  chart: ReactNode;
}

/**
 * Explains a review to its trader: what was found and why, what was not seen, what was decided, what can be done until
 * when, and how to check it. Prints on one page.
 */
export function ReviewLetter({ review, stage, chart }: ReviewLetterProps) {
  const { id, kind, status, verdict, stageId, decidedAt, reason, appeal, appealUntil } = review;
  const { data: rules } = useStageRules("own", stageId);
  const isPass = kind === "pass";
  const { word, tone, next } = words[status];
  const zone = rules?.day.timeZone ?? "UTC";
  const canAppeal = status === "confirmed" && !isPass && (appeal ?? appealUntil) !== null;
  return (
    <div data-letter="">
      <PageHeader
        title={isPass ? "Your objectives are met" : "A limit was breached"}
        subtitle={`${stage.phase}, ${formatMoney(stage.initialBalance, stage.currency)}, review #${id}`}
        aside={<Badge tone={isPass && status === "confirmed" ? "green" : tone}>{word}</Badge>}
      />
      <Stack>
        {status === "open" ? <LaterChange review={review} timeZone={zone} /> : null}
        <Panel
          title="In Short"
          aside={
            <Box sx={onScreen}>
              <Button size="small" onClick={() => window.print()}>
                Print
              </Button>
            </Box>
          }
        >
          <Box sx={{ display: "grid", gap: 1 }}>
            <p>
              {isPass
                ? "The records of your trading account show that all objectives of the stage are met."
                : "The records of your trading account show that a limit was breached."}
            </p>
            {isPass
              ? null
              : breachReasons(verdict).map((why) => <p key={why}>{sayTimes(why, zone)}</p>)}
            <p>{isPass ? passWords[status] : next}</p>
            {reason && decidedAt ? (
              <Facts>
                <Fact name="Decided">
                  {momentIn(Math.floor(decidedAt.getTime() / 1000) * 1000, zone)}
                </Fact>
                <Fact name="Reason">
                  <Words>{reason}</Words>
                </Fact>
              </Facts>
            ) : null}
            {canAppeal && appeal === null && appealUntil ? (
              <p>You can appeal against this decision until {formatExactMoment(appealUntil)}.</p>
            ) : null}
          </Box>
        </Panel>
        {isPass ? null : <BreachFindings verdict={verdict} stage={stage} rules={rules} />}
        {chart}
        <ObservationPanel verdict={verdict} timeZone={zone} />
        {review.records ? (
          <RecordsPanel records={review.records} stage={stage} verdict={verdict} timeZone={zone} />
        ) : null}
        {appeal || canAppeal ? (
          <Panel title={appeal ? "Your Appeal" : "Appeal"}>
            <AppealSection subject={{ kind: "review", id }} appeal={appeal} until={appealUntil} />
          </Panel>
        ) : null}
        <Panel
          title="Check It Yourself"
          aside={
            <Box sx={onScreen}>
              <CaseDownload owner="own" stageId={stageId} />
            </Box>
          }
        >
          <Box component="p" sx={{ "& a": { textDecoration: "underline" } }}>
            The case file holds the records, the rules and the verdict. Anyone can check it at{" "}
            <Link to="/verify">Verify</Link> without an account. If your platform shows records that
            the case file lacks, add them to your appeal.
          </Box>
        </Panel>
      </Stack>
    </div>
  );
}

/** An open review keeps the verdict that opened it, which later records may have made untrue. */
function LaterChange({ review, timeZone }: { review: TraderReview; timeZone: string }) {
  const { data: present } = useVerdict("own", review.stageId);
  const change = present ? laterChange(review.verdict, present, timeZone) : null;
  if (change === null) return null;
  return (
    <Notice tone="info" title="The records have changed since this review was opened">
      <p>{change} The person who checks this sees both.</p>
    </Notice>
  );
}

const onScreen = { "@media print": { display: "none" } };
