import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { ReactNode } from "react";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Stack } from "../../components/page/stack.tsx";
import type { RecordOwner } from "./record-owner.ts";
import type { RecordSearch } from "./record-search.ts";
import { tradeTableState } from "./trade-table-state.ts";
import { ResultsCalendar } from "./results-calendar.tsx";
import styles from "./stage-results.module.css";
import { StatisticsPanel } from "./statistics-panel.tsx";
import { SymbolResults } from "./symbol-results.tsx";
import { TradeTable } from "./trade-table.tsx";
import { useDays, useStatistics } from "./use-records.ts";

interface StageResultsProps {
  source: RecordOwner;
  stage: Stage;
  search: RecordSearch;
  onChange: (change: RecordSearch) => void;
  /** Shown above the results. */
  tools?: ReactNode;
  /** Shown next to the results by symbol. */
  aside?: ReactNode;
  /** Replaces the results if the stage has no records. */
  empty: ReactNode;
}

/** Shows the results of a stage: by day, in total, by symbol, and trade by trade. */
export function StageResults(props: StageResultsProps) {
  const { source, stage, search, onChange, tools, aside, empty } = props;
  const days = useDays(source, stage.id);
  const statistics = useStatistics(source, stage.id);
  if (days.isError || statistics.isError) {
    const retry = () => void Promise.all([days.refetch(), statistics.refetch()]);
    return <LoadFailure text="Failed to load the results." onRetry={retry} />;
  }
  if (!days.data || !statistics.data) return <ResultSkeletons />;
  if (days.data.length === 0) {
    return (
      <Stack>
        {tools}
        {empty}
      </Stack>
    );
  }
  const { bySymbol } = statistics.data;
  const { currency } = stage;
  return (
    <Stack>
      {tools}
      <ResultsCalendar key={stage.id} days={days.data} currency={currency} />
      <StatisticsPanel statistics={statistics.data} currency={currency} />
      <div className={styles.halves}>
        {bySymbol.length > 0 ? <SymbolResults symbols={bySymbol} currency={currency} /> : null}
        {aside}
      </div>
      <TradeTable
        source={source}
        stage={stage}
        symbols={bySymbol.map(({ symbol }) => symbol)}
        state={tradeTableState(search)}
        onChange={onChange}
      />
    </Stack>
  );
}

function ResultSkeletons() {
  return (
    <LoadingRegion name="Loading the results">
      <Stack>
        <Skeleton shape="block" height="36rem" />
        <Skeleton shape="block" height="16rem" />
      </Stack>
    </LoadingRegion>
  );
}
