import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from "react";
import { describeApiError } from "../api-client/api-error.ts";
import { useAdminOutcome } from "../api-client/use-admin-outcome.ts";
import { Button } from "../components/button/button.tsx";
import { DialogFrame } from "../components/dialog/dialog-frame.tsx";
import dialogStyles from "../components/dialog/dialog.module.css";
import { formatCount, formatCountOf } from "../format/counts.ts";
import styles from "./bulk.module.css";
import { collectRows, MAX_ROWS, planBulk, type RowResult, runBulk } from "./run-bulk.ts";

type ReadPage<Row> = (page: number, pageSize: number) => Promise<{ rows: Row[] }>;

interface BulkDialogProps<Row extends { id: number }> {
  title: string;
  /** The plural, as in "3 users will change". */
  noun: string;
  /** The selected rows, or a function that reads all matching rows. */
  source: readonly Row[] | ReadPage<Row>;
  isOpen: boolean;
  onClose: () => void;
  nameOf: (row: Row) => string;
  /** Why a row is left out; `undefined` if it will be changed. */
  leaveOut: (row: Row) => string | undefined;
  run: (row: Row) => Promise<string>;
  /** Fields of the action. */
  children?: ReactNode;
  /** Which required input is missing. */
  missing: string | undefined;
  /** The label of the button that starts the action; "Change" by default. */
  verb?: string;
  look?: "primary" | "danger";
}

interface Progress {
  all: number;
  results: RowResult[];
  isRunning: boolean;
}

/** Previews a bulk action, runs it row by row, and shows the result of each. */
export function BulkDialog<Row extends { id: number }>(props: BulkDialogProps<Row>) {
  const {
    title,
    noun,
    source,
    isOpen,
    nameOf,
    leaveOut,
    children,
    missing,
    verb = "Change",
  } = props;
  const titleId = useId();
  const { rows, read, isTruncated, failure } = useRows(source);
  const [progress, setProgress] = useState<Progress>();
  const [showsMissing, setShowsMissing] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const { refresh } = useAdminOutcome();
  const isRunning = progress?.isRunning ?? false;
  useWarningBeforeUnload(isRunning);
  const plan = rows && planBulk(rows, nameOf, leaveOut);

  async function start(changing: readonly Row[], leftOut: RowResult[]) {
    if (missing) {
      setShowsMissing(true);
      return;
    }
    const controller = new AbortController();
    stop.current = controller;
    setProgress({ all: changing.length, results: leftOut, isRunning: true });
    await runBulk({
      rows: changing,
      nameOf,
      run: props.run,
      explain: (error) => describeApiError(error) ?? "Failed",
      onResult: (result) =>
        setProgress((present) => present && { ...present, results: [...present.results, result] }),
      signal: controller.signal,
    });
    setProgress((present) => present && { ...present, isRunning: false });
    await refresh();
  }

  function close() {
    if (!isRunning) props.onClose();
  }

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={close} holdsInput size="sm">
      <div className={dialogStyles.dialog}>
        <h2 id={titleId}>{title}</h2>
        <div className={dialogStyles.content}>
          {progress ? (
            <Running progress={progress} noun={noun} />
          ) : (
            <>
              {children}
              {showsMissing && missing ? <p role="alert">{missing}</p> : null}
              {plan ? (
                <Preview changing={plan.changing.length} leftOut={plan.leftOut} noun={noun} />
              ) : (
                <p role="status">
                  {failure
                    ? `Failed to read the ${noun}s.`
                    : `Reading the ${noun}s that match: ${formatCount(read)}`}
                </p>
              )}
              {isTruncated ? (
                <p role="alert">
                  More than {formatCount(MAX_ROWS)} match. Only the first {formatCount(MAX_ROWS)}{" "}
                  are included.
                </p>
              ) : null}
            </>
          )}
        </div>
        <footer className={dialogStyles.actions}>
          {isRunning ? (
            <Button onClick={() => stop.current?.abort()}>Stop</Button>
          ) : (
            <Button onClick={close}>{progress ? "Close" : "Cancel"}</Button>
          )}
          {progress ? null : (
            <Button
              look={props.look ?? "primary"}
              disabled={!plan || plan.changing.length === 0}
              onClick={() => void start(plan?.changing ?? [], plan?.leftOut ?? [])}
            >
              {plan ? `${verb} ${formatCountOf(plan.changing.length, noun)}` : verb}
            </Button>
          )}
        </footer>
      </div>
    </DialogFrame>
  );
}

/** Returns the selected rows as given, or all matching rows once they are read. */
function useRows<Row extends { id: number }>(source: readonly Row[] | ReadPage<Row>) {
  const [state, setState] = useState<{
    rows?: readonly Row[];
    isTruncated?: boolean;
    failure?: true;
  }>(typeof source === "function" ? {} : { rows: source });
  const [read, setRead] = useState(0);
  const collect = useEffectEvent(async (signal: AbortSignal) => {
    if (typeof source !== "function") return;
    try {
      const found = await collectRows(source, setRead, signal);
      if (!signal.aborted) setState(found);
    } catch {
      if (!signal.aborted) setState({ failure: true });
    }
  });
  useEffect(() => {
    const controller = new AbortController();
    // oxlint-disable-next-line react/set-state-in-effect -- the state is only set after a response
    void collect(controller.signal);
    return () => controller.abort();
  }, []);
  return { ...state, read };
}

function useWarningBeforeUnload(isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
}

interface PreviewProps {
  changing: number;
  leftOut: RowResult[];
  noun: string;
}

function Preview({ changing, leftOut, noun }: PreviewProps) {
  return (
    <>
      <p className={styles.counts}>
        <strong>{formatCountOf(changing, noun)}</strong> will change.
        {leftOut.length > 0 ? ` ${formatCount(leftOut.length)} left out:` : ""}
      </p>
      <Results results={leftOut} />
    </>
  );
}

function Running({
  progress: { all, results, isRunning },
  noun,
}: {
  progress: Progress;
  noun: string;
}) {
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
