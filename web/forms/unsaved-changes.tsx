import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { DiscardDialogProps } from "../components/dialog/discard-dialog.tsx";
import { lazyComponent } from "../components/lazy/lazy-component.tsx";

const DiscardDialog = lazyComponent<DiscardDialogProps>(
  () => import("../components/dialog/discard-dialog.tsx").then((m) => m.DiscardDialog),
  // An error page would lose the changes.
  NativeQuestion,
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

/** Asks with the browser's own dialog, which needs no code. */
function NativeQuestion({ isOpen, onKeep, onDiscard }: DiscardDialogProps) {
  const answer = useEffectEvent(() => {
    if (window.confirm("Discard changes? Your changes have not been saved.")) onDiscard();
    else onKeep();
  });
  useEffect(() => {
    if (isOpen) answer();
  }, [isOpen]);
  return null;
}
