import { useEffect } from "react";
import { Spinner } from "../components/feedback/spinner.tsx";
import { LazyEquityChart, loadEquityChart } from "../features/records/lazy-equity-chart.ts";
import { VerifyPage } from "../features/verify/verify-page.tsx";

/** Loads the chart together with the page, which must work offline from then on. */
export function VerifyScreen() {
  useEffect(() => {
    // If it fails, the chart itself loads it again.
    loadEquityChart().catch(() => undefined);
  }, []);
  return (
    <VerifyPage
      renderChart={(points, stage) => (
        <LazyEquityChart points={points} stage={stage} levels={[]} fallback={<Spinner />} />
      )}
    />
  );
}
