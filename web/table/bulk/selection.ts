import { useState } from "react";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { useAbilities } from "../../app/session/use-may.ts";

/** The selected rows of a table, including those on other pages. */
export interface Selection<Row> {
  rows: ReadonlyMap<number, Row>;
  onSelect: (rows: ReadonlyMap<number, Row>) => void;
}

/**
 * The selection of a table.
 * @param ability required by the actions for selected rows; without it, or if there are none, `forTable` is `undefined`,
 *   and the table has no checkboxes
 * @param match identifies the rows that match the search and the filters: under others nothing is selected, so that no
 *   action applies to rows that they hide
 */
export function useSelection<Row>(ability: Ability | undefined, match: string) {
  const [selected, setSelected] = useState<{ match: string; rows: Selection<Row>["rows"] }>();
  const mayDo = useAbilities();
  const selection: Selection<Row> = {
    rows: selected?.match === match ? selected.rows : none,
    onSelect: (rows) => setSelected({ match, rows }),
  };
  return { ...selection, forTable: ability && mayDo(ability) ? selection : undefined };
}

const none = new Map<number, never>();

/** What a bulk action changes: the selected rows, or the state of the table if all rows that match it are selected. */
export type Chosen<Row, State> = readonly Row[] | State;

/** A table whose rows can be selected. */
export interface SelectableTable<Row, State> {
  selection: Selection<Row>;
  /** The rows of the shown page. */
  rows: readonly Row[];
  state: State;
}

/**
 * Adds the choice of all matching rows to a selection. Any change of the selection ends it: otherwise an action would
 * also apply to a row that was deselected. Selected rows that are shown are returned as they are now, because they may
 * have changed since they were selected.
 */
export function useChosen<Row extends { id: number }, State>({
  selection,
  rows,
  state,
}: SelectableTable<Row, State>) {
  const [allOf, setAllOf] = useState<Selection<Row>["rows"]>();
  const isAll = allOf === selection.rows;
  const selected = [...selection.rows.values()].map(
    (row) => rows.find(({ id }) => id === row.id) ?? row,
  );
  const chosen: Chosen<Row, State> = isAll ? state : selected;
  return {
    chosen,
    isAll,
    chooseAll: () => setAllOf(selection.rows),
    clear() {
      setAllOf(undefined);
      selection.onSelect(new Map());
    },
  };
}

/** Whether rows were selected one by one. */
export function isRows<Row, State extends object>(
  chosen: Chosen<Row, State>,
): chosen is readonly Row[] {
  return Array.isArray(chosen);
}
