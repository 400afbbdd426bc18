import { useId, useState, type ReactNode } from "react";
import { Button } from "../../components/button/button.tsx";
import { DialogFrame } from "../../components/dialog/dialog-frame.tsx";
import dialogStyles from "../../components/dialog/dialog.module.css";
import { formatCount, formatCountOf } from "../../domain/format/counts.ts";
import { Preview, Running } from "./bulk-results.tsx";
import { MAX_ROWS, planBulk, type RowChange } from "./run-bulk.ts";
import { type ReadPage, useBulkRows } from "./use-bulk-rows.ts";
import { useBulkRun } from "./use-bulk-run.ts";

interface BulkDialogProps<Row extends { id: number }> {
  title: string;
  /** The plural, as in "3 users will change". */
  noun: string;
  /** The selected rows, or a function that reads all matching rows. */
  source: readonly Row[] | ReadPage<Row>;
  isOpen: boolean;
  /** @param hasRun whether the action was started, as opposed to cancelled */
  onClose: (hasRun: boolean) => void;
  nameOf: (row: Row) => string;
  /** Why a row is left out; `undefined` if it will be changed. */
  leaveOut: (row: Row) => string | undefined;
  run: (row: Row) => Promise<RowChange>;
  /** Returns sentences about the rows that will change. */
  summarise?: (rows: readonly Row[]) => string[];
  /** Returns what to show about the rows that will change, below the preview. */
  details?: (rows: readonly Row[]) => ReactNode;
  /** Fields of the action. */
  children?: ReactNode;
  /** Which required input is missing. */
  missing?: string | undefined;
  /** The label of the button that starts the action; "Change" by default. */
  verb?: string;
  /** What has happened to the rows afterwards, as in "3 of 4 requests approved"; "changed" by default. */
  done?: string;
  look?: "primary" | "danger";
}

/** Previews a bulk action, runs it row by row, and shows the result of each. */
export function BulkDialog<Row extends { id: number }>(props: BulkDialogProps<Row>) {
  const { title, noun, isOpen, nameOf, missing, verb = "Change", look = "primary" } = props;
  const titleId = useId();
  const source = useBulkRows(props.source);
  const { progress, isRunning, start, stop } = useBulkRun(props);
  const [showsMissing, setShowsMissing] = useState(false);
  const plan = source.rows && planBulk(source.rows, nameOf, props.leaveOut);

  function close() {
    if (!isRunning) props.onClose(progress !== undefined);
  }

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={close} holdsInput size="sm">
      <div className={dialogStyles.dialog}>
        <h2 id={titleId}>{title}</h2>
        <div className={dialogStyles.content}>
          {progress ? (
            <Running progress={progress} noun={noun} done={props.done ?? "changed"} />
          ) : (
            <>
              {props.children}
              {showsMissing && missing ? <p role="alert">{missing}</p> : null}
              {plan ? (
                <>
                  <Preview
                    changing={plan.changing.length}
                    leftOut={plan.leftOut}
                    noun={noun}
                    summary={props.summarise?.(plan.changing) ?? []}
                  />
                  {props.details?.(plan.changing)}
                </>
              ) : (
                <Reading noun={noun} {...source} />
              )}
              {source.isTruncated ? <Truncated /> : null}
            </>
          )}
        </div>
        <footer className={dialogStyles.actions}>
          {isRunning ? (
            <Button onClick={stop}>Stop</Button>
          ) : (
            <Button onClick={close}>{progress ? "Close" : "Cancel"}</Button>
          )}
          {progress ? null : (
            <Button
              look={look}
              disabled={!plan || plan.changing.length === 0}
              onClick={() => {
                if (missing) setShowsMissing(true);
                else if (plan) void start(plan.changing, plan.leftOut);
              }}
            >
              {plan ? `${verb} ${formatCountOf(plan.changing.length, noun)}` : verb}
            </Button>
          )}
        </footer>
      </div>
    </DialogFrame>
  );
}

interface ReadingProps {
  noun: string;
  /** How many rows have been read so far. */
  read: number;
  failure?: true;
}

function Reading({ noun, read, failure }: ReadingProps) {
  return (
    <p role="status">
      {failure
        ? `Failed to read the ${noun}s.`
        : `Reading the ${noun}s that match: ${formatCount(read)}`}
    </p>
  );
}

function Truncated() {
  const most = formatCount(MAX_ROWS);
  return (
    <p role="alert">
      More than {most} match. Only the first {most} are included.
    </p>
  );
}
