import Box from "@mui/material/Box";
import ListItem from "@mui/material/ListItem";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { formatCount, formatCountOf } from "../../domain/format/figures.ts";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import type { RowResult } from "./run-bulk.ts";
import type { Progress } from "./use-bulk-run.ts";

interface PreviewProps {
  changing: number;
  leftOut: RowResult[];
  noun: string;
  /** Sentences about the rows that will change. */
  summary: readonly string[];
}

/** Shows how many rows an action will change, and which ones it leaves out. */
export function Preview({ changing, leftOut, noun, summary }: PreviewProps) {
  return (
    <>
      <Typography sx={digits}>
        <strong>{formatCountOf(changing, noun)}</strong> will change.
        {summary.map((sentence) => ` ${sentence}`)}
        {leftOut.length > 0 ? ` ${formatCount(leftOut.length)} left out:` : ""}
      </Typography>
      <Results results={leftOut} />
    </>
  );
}

interface RunningProps {
  progress: Progress;
  noun: string;
  /** As in "3 of 4 requests approved". */
  done: string;
}

/** Shows how far an action is, and the result of each row so far. */
export function Running({ progress: { all, results, isRunning }, noun, done }: RunningProps) {
  const count = (outcome: RowResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  const [waiting, failed] = [count("waiting"), count("failed")];
  const finished = count("done") + waiting + failed;
  const isStopped = !isRunning && finished < all;
  return (
    <>
      <ProgressBar aria-label="Progress" value={all === 0 ? 0 : (finished / all) * 100} />
      <Typography role="status" sx={digits}>
        {formatCount(count("done"))} of {formatCountOf(all, noun)} {done}
        {waiting > 0 ? `, ${formatCount(waiting)} waiting` : ""}
        {failed > 0 ? `, ${formatCount(failed)} failed` : ""}
        {isStopped ? `, ${formatCount(all - finished)} not started` : ""}
      </Typography>
      <Results results={results.toReversed()} />
    </>
  );
}

/** More rows would make the page slow; failures are listed first. */
const SHOWN = 200;

/** A row of a list of results; without an outcome before the action has started. */
type ListedRow = Omit<RowResult, "outcome"> & Partial<Pick<RowResult, "outcome">>;

const digits = { fontVariantNumeric: "tabular-nums" };

const resultList = {
  maxHeight: "16rem",
  overflowY: "auto",
  typography: "body2",
  "& > li:last-child": { border: 0 },
};

const outcomeColors: Partial<Record<RowResult["outcome"], string>> = {
  failed: "error.main",
  "left-out": "text.secondary",
};

interface ResultsProps {
  label?: string;
  results: readonly ListedRow[];
}

/** Lists rows with a text for each. */
export function Results({ label = "Results", results }: ResultsProps) {
  if (results.length === 0) return null;
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const others = results.filter(({ outcome }) => outcome !== "failed");
  const shown = [...failed, ...others].slice(0, SHOWN);
  return (
    <>
      {/* In the order of Tab, so that the keyboard can scroll it. */}
      <Paper component="ul" variant="outlined" aria-label={label} tabIndex={0} sx={resultList}>
        {shown.map(({ id, name, outcome, words }) => (
          <ListItem key={id} divider sx={{ gap: 1.5, color: outcome && outcomeColors[outcome] }}>
            <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
              {name}
            </Box>
            <Box component="span" sx={{ flex: 1.2, minWidth: 0 }}>
              {words}
            </Box>
          </ListItem>
        ))}
      </Paper>
      {results.length > shown.length ? (
        <p>and {formatCount(results.length - shown.length)} more</p>
      ) : null}
    </>
  );
}
