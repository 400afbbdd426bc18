import { useDialog } from "../../components/dialog/use-dialog.ts";
import { usePreload } from "../../document/use-preload.ts";

export const loadImportDialog = () => import("./import-dialog.tsx");

interface ShownStatement {
  id: number;
  /** It was just imported. */
  isNew: boolean;
}

/** Manages the statement dialogs; those about a single statement are opened by its id. */
export function useStatementDialogs() {
  // Preloaded, so that it opens without a delay once a file is chosen.
  usePreload(loadImportDialog);
  return {
    importing: useDialog<File>(),
    details: useDialog<ShownStatement>(),
    confirming: useDialog<number>(),
    withdrawing: useDialog<number>(),
  };
}

export type StatementDialogsState = ReturnType<typeof useStatementDialogs>;
