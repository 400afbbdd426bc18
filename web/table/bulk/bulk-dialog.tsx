import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { DialogFrame } from "../../components/dialog/dialog-frame.tsx";
import { formatCount, formatCountOf } from "../../domain/format/figures.ts";
import { Preview, Running } from "./bulk-results.tsx";
import { collectRows, MAX_ROWS, planBulk, type RowChange } from "./run-bulk.ts";
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
  /** The look of that button, which may depend on the rows that will change. */
  look?: ButtonLook | ((rows: readonly Row[]) => ButtonLook);
}

type ButtonLook = "primary" | "secondary" | "danger";

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
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
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
      </DialogContent>
      <DialogActions>
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button onClick={close}>{progress ? "Close" : "Cancel"}</Button>
        )}
        {progress ? null : (
          <Button
            look={typeof look === "function" ? look(plan?.changing ?? []) : look}
            disabled={!plan || plan.changing.length === 0}
            onClick={() => {
              if (missing) setShowsMissing(true);
              else if (plan) void start(plan.changing, plan.leftOut);
            }}
          >
            {plan ? `${verb} ${formatCountOf(plan.changing.length, noun)}` : verb}
          </Button>
        )}
      </DialogActions>
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

/** @returns one page of the rows that match, in the order of their ids */
export type ReadPage<Row> = (page: number, pageSize: number) => Promise<{ rows: Row[] }>;

/** Returns the selected rows as given, or all matching rows once they are read. */
export function useBulkRows<Row extends { id: number }>(source: readonly Row[] | ReadPage<Row>) {
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
