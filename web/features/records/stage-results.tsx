import Box from "@mui/material/Box";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { ReactNode } from "react";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { type RecordOwner, type RecordSearch, tradeTableState } from "./record-search.ts";
import { useDays, useStatistics } from "./use-records.ts";
import { ResultsCalendar } from "./results-calendar.tsx";
import { StatisticsPanel } from "./statistics-panel.tsx";
import { TradeTable } from "./trade-table.tsx";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { Statistics } from "../../../src/business/record/results/result.schema.ts";
import { parseCents } from "../../../src/platform/money/money.ts";
import { ResultText } from "../../components/money/result-text.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCount, formatCountOf } from "../../domain/format/figures.ts";

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
  if (days.isLoadingError || statistics.isLoadingError) {
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
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: {
            xs: "minmax(0, 1fr)",
            md: "repeat(auto-fit, minmax(24rem, 1fr))",
          },
          gap: 2,
        }}
      >
        {bySymbol.length > 0 ? <SymbolResults symbols={bySymbol} currency={currency} /> : null}
        {aside}
      </Box>
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

type SymbolResult = Statistics["bySymbol"][number];

interface SymbolResultsProps {
  symbols: readonly SymbolResult[];
  currency: string;
}

/** Shows the results by symbol, best first, with bars on a common scale. */
function SymbolResults({ symbols, currency }: SymbolResultsProps) {
  const sorted = symbols.toSorted((a, b) => Number(b.net) - Number(a.net));
  const largest = Math.max(1, ...symbols.map(({ net }) => Math.abs(Number(net))));
  return (
    <Panel title="Results by Symbol" subtitle={formatCountOf(symbols.length, "symbol")}>
      {/* The headers are only visually hidden, at a position in the table. */}
      <Table sx={{ position: "relative", "& th, & td": { py: 1, fontWeight: 550 } }}>
        <TableHead className="visually-hidden">
          <TableRow>
            <TableCell scope="col">Symbol</TableCell>
            <TableCell scope="col">Result</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sorted.map((result) => (
            <SymbolRow key={result.symbol} result={result} largest={largest} currency={currency} />
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}

interface SymbolRowProps {
  result: SymbolResult;
  largest: number;
  currency: string;
}

function SymbolRow({ result, largest, currency }: SymbolRowProps) {
  const { symbol, trades, wins, volume, net } = result;
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {symbol}
        <Box
          component="span"
          sx={{
            display: "block",
            color: "text.disabled",
            fontSize: "var(--text-xs)",
            fontWeight: 400,
            "& > span": { display: "inline-block" },
          }}
        >
          <span>{`${formatCountOf(trades, "trade")}, ${formatCount(wins)} won,`}</span>{" "}
          <span>{`${volume} lots`}</span>
        </Box>
      </TableCell>
      <TableCell aria-hidden="true" sx={{ width: { xs: "24%", sm: "40%" }, position: "relative" }}>
        <Bar net={net} largest={largest} />
      </TableCell>
      <TableCell align="right" sx={{ width: "1%", paddingInlineStart: 2 }}>
        <ResultText amount={net} currency={currency} />
      </TableCell>
    </TableRow>
  );
}

/** A bar to the left or the right of the zero line. */
function Bar({ net, largest }: { net: string; largest: number }) {
  const share = (Math.abs(Number(net)) / largest) * 50;
  const isLoss = (parseCents(net) ?? 0n) < 0n;
  return (
    <>
      <Box
        component="span"
        sx={{
          position: "absolute",
          inset: "0 auto 0 50%",
          borderLeft: "1px solid var(--line-strong)",
        }}
      />
      <Box
        component="span"
        style={{ inlineSize: `${share}%`, insetInlineStart: isLoss ? `${50 - share}%` : "50%" }}
        sx={{
          position: "absolute",
          top: "calc(50% - 0.25rem)",
          minWidth: "1px",
          height: "0.5rem",
          borderRadius: "2px",
          background: isLoss ? "var(--red-mark)" : "var(--green-mark)",
        }}
      />
    </>
  );
}
