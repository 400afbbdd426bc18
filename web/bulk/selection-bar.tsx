import type { ReactNode } from "react";
import { Button } from "../components/button/button.tsx";
import { formatCount } from "../format/counts.ts";
import styles from "./bulk.module.css";

interface SelectionBarProps {
  noun: string;
  count: number;
  total: number;
  exceedsTotal: boolean;
  isAll: boolean;
  onSelectAll: () => void;
  onClear: () => void;
  /** Buttons of the actions. */
  children: ReactNode;
}

/** Shown above a table with selected rows: how many there are, and the actions for them. */
export function SelectionBar(props: SelectionBarProps) {
  const { noun, count, total, exceedsTotal, isAll, onSelectAll, onClear, children } = props;
  const all = `${formatCount(total)}${exceedsTotal ? "+" : ""}`;
  return (
    <div role="group" aria-label="Selection" className={styles.bar}>
      <p aria-live="polite">
        {isAll ? `All ${all} matching ${noun} selected` : `${formatCount(count)} selected`}
      </p>
      {isAll || (!exceedsTotal && count >= total) ? null : (
        <Button look="plain" size="small" onClick={onSelectAll}>
          Select all {all} that match
        </Button>
      )}
      <div className={styles.actions}>
        {children}
        <Button look="plain" size="small" onClick={onClear}>
          Clear
        </Button>
      </div>
    </div>
  );
}
