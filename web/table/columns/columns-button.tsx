import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import type { ColumnSearch } from "./column-search.ts";

const ColumnsDialog = lazyComponent(() =>
  import("./columns-dialog.tsx").then((m) => m.ColumnsDialog),
);

export interface ColumnsButtonProps {
  /** Headings of all available columns, by column name. */
  labels: Readonly<Record<string, string>>;
  /** Names of the columns shown, in display order. */
  shown: readonly string[];
  /** Names of the columns shown by default, in display order. */
  defaults: readonly string[];
  onChange: (change: ColumnSearch) => void;
}

/** A button that opens the dialog for choosing columns. */
export function ColumnsButton(props: ColumnsButtonProps) {
  const dialog = useDialog<null>();
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => dialog.open(null)}>
        Columns
      </Button>
      <Opened dialog={dialog}>{(frame) => <ColumnsDialog {...props} {...frame} />}</Opened>
    </>
  );
}
