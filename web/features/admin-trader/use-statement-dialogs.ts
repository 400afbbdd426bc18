import { useDialog } from "../../components/dialog/use-dialog.ts";

interface ShownStatement {
  id: number;
  /** It was just imported. */
  isNew: boolean;
}

/** Manages the statement dialogs; those about a single statement are opened by its id. */
export function useStatementDialogs() {
  return {
    importing: useDialog<File>(),
    details: useDialog<ShownStatement>(),
    confirming: useDialog<number>(),
    withdrawing: useDialog<number>(),
  };
}

export type StatementDialogsState = ReturnType<typeof useStatementDialogs>;
