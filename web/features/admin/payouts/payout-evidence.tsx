import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";
import type { PayoutDesk } from "../../../../src/business/money/payouts/desk.schema.ts";
import type { Verdict } from "../../../../src/business/rulebook/engine/verdict.schema.ts";
import type { Readiness } from "../../../../src/business/money/payouts/readiness.rule.ts";
import type { Stage } from "../../../../src/business/record/stages/stage.schema.ts";
import type { PayoutStatement } from "../../../../src/business/rulebook/statement/statement.schema.ts";
import { canonicalJson } from "../../../../src/platform/fields/canonical-json.rule.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { joinQueries } from "../../../app/api-client/queries.ts";
import { Badge } from "../../../components/badge/badge.tsx";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../../components/feedback/loading-region.tsx";
import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import {
  breachStanding,
  gradeWords,
  outcomeSentence,
  outcomeStatus,
} from "../../../domain/verdicts/verdict-words.ts";
import { StatementPrint, StatementTable } from "../../../domain/verdicts/statement-table.tsx";
import { sayTimes } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";
import type { PayoutConclusion } from "./payout-conclusion.tsx";

interface EvidenceProps {
  desk: PayoutDesk;
  conclusion: PayoutConclusion;
}

/**
 * Shows what the account was ready to pay out when the request was made and decided, what it is now if the request can
 * still be approved, and the verdict on its stage.
 */
export function EvidencePanel({ desk, conclusion }: EvidenceProps) {
  const { payout, account } = desk;
  const { readiness, decisionReadiness, present, currency, status } = payout;
  return (
    <Panel title="Readiness and Verdict">
      <Box sx={{ display: "grid", gap: "0.875rem", fontSize: "var(--text-sm)" }}>
        {present ? (
          <Part title="Ready now">
            {present.isEarlierStage ? (
              <p>In the current stage; the request was made in an earlier one.</p>
            ) : null}
            {present.readiness ? (
              <>
                <ReadinessState
                  readiness={present.readiness}
                  currency={present.currency}
                  isTooLittle={conclusion.when === "now" && conclusion.isOver}
                />
                {isStatedAnew(present.readiness, readiness) ? (
                  <StatementTable
                    statement={present.readiness.statement}
                    currency={present.currency}
                    share={present.readiness.share}
                  />
                ) : null}
              </>
            ) : (
              <p>The readiness could not be read. Reload the page to try again.</p>
            )}
          </Part>
        ) : null}
        {status === "pending" || status === "cancelled" ? null : (
          <Part title="Ready when decided">
            {decisionReadiness ? (
              <ReadinessState readiness={decisionReadiness} currency={currency} />
            ) : (
              <p>Not recorded with the decision.</p>
            )}
          </Part>
        )}
        <Part title="Ready when requested">
          {readiness ? (
            <>
              <ReadinessState readiness={readiness} currency={currency} />
              {readiness.statement ? (
                <>
                  <StatementTable
                    statement={readiness.statement}
                    currency={currency}
                    share={readiness.share}
                  />
                  <StatementPrint payoutId={payout.id} />
                </>
              ) : null}
            </>
          ) : (
            <p>Not recorded with this request.</p>
          )}
        </Part>
        <VerdictPart payout={payout} accountStatus={account.status} />
      </Box>
    </Panel>
  );
}

/** Whether what can be withdrawn comes about otherwise than when the request was made. */
function isStatedAnew(
  present: Readiness,
  requested: Readiness | null,
): present is Readiness & { statement: PayoutStatement } {
  return (
    present.statement !== null &&
    canonicalJson(present.statement) !== canonicalJson(requested?.statement ?? null)
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ "& ul": { pl: "1.125rem", mt: 0.5 } }}>
      <Typography id={id} component="h3" variant="body2" sx={{ mb: 0.5, fontWeight: 550 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function State({ badge, children }: { badge: ReactNode; children: string }) {
  return (
    <Box
      component="p"
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.25rem 0.75rem" }}
    >
      {badge}
      <span>{children}</span>
    </Box>
  );
}

interface ReadinessStateProps {
  readiness: Readiness;
  currency: string;
  /** Whether the request asks for more. */
  isTooLittle?: boolean;
}

function ReadinessState({ readiness, currency, isTooLittle = false }: ReadinessStateProps) {
  const { ready, withdrawable, reasons } = readiness;
  return (
    <>
      <State
        badge={
          <Badge tone={!ready ? "gray" : isTooLittle ? "orange" : "green"}>
            {!ready ? "Not ready" : isTooLittle ? "Ready for less" : "Ready"}
          </Badge>
        }
      >
        {`${formatMoney(withdrawable, currency)} can be withdrawn`}
      </State>
      {reasons.length === 0 ? null : (
        <ul>
          {reasons.map(({ code, message }) => (
            <li key={code}>{sayTimes(message)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface VerdictPartProps {
  payout: PayoutDesk["payout"];
  accountStatus: string;
}

/** The verdict on the stage in which the request was made. */
function VerdictPart({ payout, accountStatus }: VerdictPartProps) {
  const { userId } = payout;
  const stages = trpc.admin.stages.list.useQuery({ userId }, options);
  const stage = stages.data?.find(({ id }) => id === payout.stageId);
  const verdict = trpc.admin.verdict.useQuery(
    { userId, stage: stage?.id },
    { ...options, enabled: stage !== undefined },
  );
  const { isLoadingError, refetch } = joinQueries(stages, verdict);
  const isEarlier = payout.present?.isEarlierStage ?? false;
  return (
    <Part
      title={
        isEarlier && stage ? `Verdict on the stage of the request (${stage.phase})` : "Verdict"
      }
    >
      {stages.data && (stage === undefined || verdict.data) ? (
        <VerdictState stage={stage} verdict={verdict.data} accountStatus={accountStatus} />
      ) : isLoadingError ? (
        <LoadFailure text="Failed to load the verdict." onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion name="Loading the verdict">
          <Skeleton shape="block" height="3rem" />
        </LoadingRegion>
      )}
    </Part>
  );
}

/** Refetched each time the page opens. */
const options = { refetchOnMount: "always" } as const;

interface VerdictStateProps {
  stage: Stage | undefined;
  verdict: Verdict | undefined;
  accountStatus: string;
}

function VerdictState({ stage, verdict, accountStatus }: VerdictStateProps) {
  if (!stage || !verdict) return <p>The account has no stage, so nothing is judged.</p>;
  if (verdict.rulesVersionId === null) {
    return <p>No rules have been set for this stage, so nothing is judged.</p>;
  }
  const standing = breachStanding({ stage, accountStatus });
  const { word, tone } = outcomeStatus(verdict.outcome, standing);
  return (
    <>
      <State badge={<Badge tone={tone}>{word}</Badge>}>
        {`Evidence: ${gradeWords[verdict.grade]}`}
      </State>
      <p>{outcomeSentence(verdict, standing)}</p>
    </>
  );
}
