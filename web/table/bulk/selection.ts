import { useState } from "react";

/** The selected rows of a table, including those on other pages. */
export interface Selection<Row> {
  rows: ReadonlyMap<number, Row>;
  onSelect: (rows: ReadonlyMap<number, Row>) => void;
  /** Whether the table shows checkboxes. */
  isOn: boolean;
  /** Also clears the selection. */
  onToggle: () => void;
}

export function useSelection<Row>(): Selection<Row> {
  const [rows, onSelect] = useState<ReadonlyMap<number, Row>>(new Map());
  const [isOn, setOn] = useState(false);
  return {
    rows,
    onSelect,
    isOn,
    onToggle: () => {
      onSelect(new Map());
      setOn(!isOn);
    },
  };
}
