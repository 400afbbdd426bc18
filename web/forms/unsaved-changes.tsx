import { useBlocker } from "@tanstack/react-router";
import { lazyComponent } from "../components/lazy/lazy-component.tsx";

const DiscardDialog = lazyComponent(() =>
  import("../components/dialog/discard-dialog.tsx").then((m) => m.DiscardDialog),
);

/** Asks before the page is left with unsaved changes. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  // The dialog loads with the first change.
  if (!isDirty) return null;
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
