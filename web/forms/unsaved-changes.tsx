import { useBlocker } from "@tanstack/react-router";
import { DiscardDialog } from "../components/dialog/discard-dialog.tsx";

/** Asks before the page is left with unsaved changes. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <DiscardDialog
      isOpen={status === "blocked"}
      // A blocked Back has already moved the history; pushing an entry would truncate it.
      closesOnBack={false}
      onKeep={() => reset?.()}
      onDiscard={() => proceed?.()}
    />
  );
}
