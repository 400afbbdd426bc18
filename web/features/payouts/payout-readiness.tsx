import Box from "@mui/material/Box";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { ReadinessSummary } from "../../domain/verdicts/readiness-summary.tsx";
import { usePayoutReadiness } from "./payout-queries.ts";

/** Shows what the current stage is ready to pay out. For information only: the form does not enforce it. */
export function PayoutReadiness() {
  // The notice in place of the form says it.
  if (useIsBeforePayouts()) return null;
  return (
    <Panel title="Payout Readiness">
      <Content />
    </Panel>
  );
}

/** Whether the current stage is one to pass, and payouts only follow later. */
export function useIsBeforePayouts(): boolean {
  const { data: rules } = usePayoutReadiness().rules;
  return !!rules && rules.payout === null && rules.words.some(({ list }) => list === "objectives");
}

function Content() {
  const { readiness, rules, stages } = usePayoutReadiness();
  if (readiness.isPending || rules.isPending || stages.isPending) {
    return (
      <LoadingRegion name="Loading the payout readiness">
        {/* About the height of the loaded content, to avoid a layout shift. */}
        <Box sx={{ height: { xs: "31rem", md: "13rem" }, "& > *": { height: "100%" } }}>
          <Skeleton shape="block" />
        </Box>
      </LoadingRegion>
    );
  }
  if (readiness.isLoadingError || rules.isLoadingError || stages.isLoadingError) {
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
