import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { ReadinessSummary } from "../../domain/verdicts/readiness-summary.tsx";
import styles from "./payouts.module.css";
import { usePayoutReadiness } from "./use-payout-readiness.ts";

/** Shows what the current stage is ready to pay out. For information only: the form does not enforce it. */
export function PayoutReadiness() {
  return (
    <Panel title="Payout Readiness">
      <Content />
    </Panel>
  );
}

function Content() {
  const { readiness, rules, stages } = usePayoutReadiness();
  if (readiness.isPending || rules.isPending || stages.isPending) {
    return (
      <LoadingRegion name="Loading the payout readiness">
        <Skeleton shape="block" className={styles.skeleton} />
      </LoadingRegion>
    );
  }
  if (readiness.isError || rules.isError || stages.isError) {
    return (
      <LoadFailure
        text="Failed to load the payout readiness."
        onRetry={() => void Promise.all([readiness, rules, stages].map((query) => query.refetch()))}
      />
    );
  }
  const payout = rules.data?.payout ?? null;
  const stage = currentStage(stages.data);
  if (payout === null || !stage) {
    const isDisabled = readiness.data.reasons.some(({ code }) => code === "payouts_disabled");
    const decision = isDisabled ? "" : " Your firm decides on each request.";
    return <p>{`This account has no rules for payouts.${decision}`}</p>;
  }
  return <ReadinessSummary readiness={readiness.data} currency={stage.currency} rules={payout} />;
}
