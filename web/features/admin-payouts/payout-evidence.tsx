import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { ReactNode } from "react";
import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import {
  breachStanding,
  gradeWords,
  outcomeSentence,
  outcomeStatus,
} from "../../domain/verdicts/verdict-words.ts";
import { concludePayout } from "./payout-conclusion.tsx";
import styles from "./payouts.module.css";
import { usePayoutEvidence, type PayoutEvidenceFacts } from "./use-payout-evidence.ts";

/** Shows the account's readiness at the time of the request, its current readiness, and its verdict. */
export function PayoutEvidence({ payout }: { payout: PayoutRow }) {
  const { facts, isError, refetch } = usePayoutEvidence(payout);
  if (facts) return <LoadedEvidence payout={payout} facts={facts} />;
  if (isError) {
    return (
      <LoadFailure
        text="Failed to load the readiness and the verdict."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <LoadingRegion name="Loading the readiness">
      <Skeleton shape="block" height="9rem" />
    </LoadingRegion>
  );
}

interface LoadedEvidenceProps {
  payout: PayoutRow;
  facts: PayoutEvidenceFacts;
}

function LoadedEvidence({ payout, facts }: LoadedEvidenceProps) {
  const { stage, current, isEarlier, readiness } = facts;
  // Requests of earlier releases have none.
  const atRequest = payout.readiness;
  const conclusion = concludePayout(payout, facts);
  return (
    <div className={styles.evidence}>
      <Part title="Ready when requested">
        {atRequest ? (
          <ReadinessState readiness={atRequest} currency={stage?.currency} />
        ) : (
          <p>Not recorded with this request.</p>
        )}
      </Part>
      <Part title="Ready now">
        {isEarlier ? <p>In the current stage; the request was made in an earlier one.</p> : null}
        <ReadinessState
          readiness={readiness}
          currency={current?.currency}
          isTooLittle={conclusion.when === "now" && conclusion.isOver}
        />
      </Part>
      <Part
        title={
          isEarlier && stage ? `Verdict on the stage of the request (${stage.phase})` : "Verdict"
        }
      >
        <VerdictState {...facts} />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface ReadinessStateProps {
  readiness: Readiness;
  currency: string | undefined;
  /** Whether the request asks for more. */
  isTooLittle?: boolean;
}

function ReadinessState({ readiness, currency, isTooLittle = false }: ReadinessStateProps) {
  const { ready, withdrawable, reasons } = readiness;
  return (
    <>
      <p className={styles.state}>
        <Badge tone={!ready ? "gray" : isTooLittle ? "orange" : "green"}>
          {!ready ? "Not ready" : isTooLittle ? "Ready for less" : "Ready"}
        </Badge>
        <span>{formatMoney(withdrawable, currency)} can be withdrawn</span>
      </p>
      {reasons.length === 0 ? null : (
        <ul>
          {reasons.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function VerdictState({ stage, verdict, accountStatus }: PayoutEvidenceFacts) {
  if (!stage || !verdict) return <p>The account has no stage, so nothing is judged.</p>;
  if (verdict.rulesVersionId === null) {
    return <p>No rules have been set for this stage, so nothing is judged.</p>;
  }
  const standing = breachStanding({ stage, accountStatus });
  const { word, tone } = outcomeStatus(verdict.outcome, standing);
  return (
    <>
      <p className={styles.state}>
        <Badge tone={tone}>{word}</Badge>
        <span>{`Evidence: ${gradeWords[verdict.grade]}`}</span>
      </p>
      <p>{outcomeSentence(verdict, standing)}</p>
    </>
  );
}
