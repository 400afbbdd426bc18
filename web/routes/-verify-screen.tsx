import { lazy, Suspense, useEffect } from "react";
import { replaceInvalidLanguage } from "../components/chart/replace-invalid-language.ts";
import { Spinner } from "../components/feedback/spinner.tsx";
import { VerifyPage } from "../features/verify/verify-page.tsx";

const loadChart = async () => {
  replaceInvalidLanguage();
  const { EquityChart } = await import("../features/records/equity-chart.tsx");
  return { default: EquityChart };
};

const EquityChart = lazy(loadChart);

/** Loads the chart together with the page, which must work offline from then on. */
export function VerifyScreen() {
  useEffect(() => void loadChart(), []);
  return (
    <VerifyPage
      renderChart={(points, initialBalance) => (
        <Suspense fallback={<Spinner />}>
          <EquityChart points={points} initialBalance={initialBalance} levels={[]} />
        </Suspense>
      )}
    />
  );
}
