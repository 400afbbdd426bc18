import { useState } from "react";

/** Rows that are chosen in a table, also on other pages. */
export interface Selection<Row> {
  rows: ReadonlyMap<number, Row>;
  onSelect: (rows: ReadonlyMap<number, Row>) => void;
  /** Whether the table has boxes to choose rows. */
  isOn: boolean;
  /** Also forgets what is chosen. */
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
