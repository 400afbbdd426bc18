import { formatCount, formatCountOf } from "../../domain/format/counts.ts";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import styles from "./bulk.module.css";
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
      <p className={styles.counts}>
        <strong>{formatCountOf(changing, noun)}</strong> will change.
        {summary.map((sentence) => ` ${sentence}`)}
        {leftOut.length > 0 ? ` ${formatCount(leftOut.length)} left out:` : ""}
      </p>
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
      <p role="status" className={styles.counts}>
        {formatCount(count("done"))} of {formatCountOf(all, noun)} {done}
        {waiting > 0 ? `, ${formatCount(waiting)} waiting` : ""}
        {failed > 0 ? `, ${formatCount(failed)} failed` : ""}
        {isStopped ? `, ${formatCount(all - finished)} not started` : ""}
      </p>
      <Results results={results.toReversed()} />
    </>
  );
}

/** More rows would make the page slow; failures are listed first. */
const SHOWN = 200;

/** A row of a list of results; without an outcome before the action has started. */
type ListedRow = Omit<RowResult, "outcome"> & Partial<Pick<RowResult, "outcome">>;

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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <ul aria-label={label} tabIndex={0} className={styles.results}>
        {shown.map(({ id, name, outcome, words }) => (
          <li key={id} data-outcome={outcome}>
            <span>{name}</span>
            <span>{words}</span>
          </li>
        ))}
      </ul>
      {results.length > shown.length ? (
        <p>and {formatCount(results.length - shown.length)} more</p>
      ) : null}
    </>
  );
}
