import type { ReactNode } from "react";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { formatCount } from "../../domain/format/counts.ts";
import { Permitted } from "../../app/session/permitted.tsx";
import styles from "./bulk.module.css";
import type { Selection } from "./selection.ts";
import { type Chosen, useChosen } from "./use-chosen.ts";

/** A table whose rows can be selected. */
export interface BulkTable<Row, State> {
  selection: Selection<Row>;
  state: State;
  total: number;
  exceedsTotal: boolean;
}

/** The properties that the dialogs of all bulk actions have. */
export interface BulkFrame<Row, State> {
  chosen: Chosen<Row, State>;
  isOpen: boolean;
  /** @param hasRun whether the action was started, as opposed to cancelled */
  onClose: (hasRun: boolean) => void;
}

interface BulkActionsProps<Row, State, Kind> extends BulkTable<Row, State> {
  noun: string;
  /** Identifies the rows that match a state of the table. */
  matchOf: (state: State) => string;
  actions: readonly { kind: Kind; label: string; ability: Ability }[];
  /** Renders the dialog of an action. */
  children: (frame: BulkFrame<Row, State>, kind: Kind) => ReactNode;
}

/** Shown above a table with selected rows: how many there are, and the actions for them. */
export function BulkActions<Row, State, Kind extends string>(
  props: BulkActionsProps<Row, State, Kind>,
) {
  const { selection, state, total, exceedsTotal, noun, matchOf, actions, children } = props;
  const dialog = useDialog<Kind>();
  const { chosen, isAll, chooseAll, clear } = useChosen(selection, state, matchOf);
  const count = selection.rows.size;
  if (count === 0 && !dialog.isOpen) return null;

  function close(hasRun: boolean) {
    dialog.close();
    // A cancelled action keeps the selection, which may span several pages.
    if (hasRun) clear();
  }

  const all = `${formatCount(total)}${exceedsTotal ? "+" : ""}`;
  return (
    <>
      <div role="group" aria-label="Selection" className={styles.bar}>
        <p aria-live="polite">
          {isAll ? `All ${all} matching ${noun} selected` : `${formatCount(count)} selected`}
        </p>
        {isAll || (!exceedsTotal && count >= total) ? null : (
          <Button look="plain" size="small" onClick={chooseAll}>
            Select all {all} that match
          </Button>
        )}
        <div className={styles.actions}>
          {actions.map(({ kind, label, ability }) => (
            <Permitted key={kind} to={ability}>
              <Button size="small" onClick={() => dialog.open(kind)}>
                {label}
              </Button>
            </Permitted>
          ))}
          <Button look="plain" size="small" onClick={clear}>
            Clear
          </Button>
        </div>
      </div>
      <Opened dialog={dialog}>
        {({ isOpen }, kind) => children({ chosen, isOpen, onClose: close }, kind)}
      </Opened>
    </>
  );
}
