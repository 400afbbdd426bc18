import { formatCount, formatCountOf } from "../format/counts.ts";
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
}

/** Shows how far an action is, and the result of each row so far. */
export function Running({ progress: { all, results, isRunning }, noun }: RunningProps) {
  const count = (outcome: RowResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  const [done, failed] = [count("done"), count("failed")];
  const isStopped = !isRunning && done + failed < all;
  return (
    <>
      <progress aria-label="Progress" className={styles.progress} max={all} value={done + failed} />
      <p role="status" className={styles.counts}>
        {formatCount(done)} of {formatCountOf(all, noun)} changed
        {failed > 0 ? `, ${formatCount(failed)} failed` : ""}
        {isStopped ? `, ${formatCount(all - done - failed)} not started` : ""}
      </p>
      <Results results={results.toReversed()} />
    </>
  );
}

/** More rows would make the page slow; failures are listed first. */
const SHOWN = 200;

function Results({ results }: { results: readonly RowResult[] }) {
  if (results.length === 0) return null;
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const others = results.filter(({ outcome }) => outcome !== "failed");
  const shown = [...failed, ...others].slice(0, SHOWN);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <ul aria-label="Results" tabIndex={0} className={styles.results}>
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
