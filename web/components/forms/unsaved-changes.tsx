import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { DiscardDialogProps } from "../dialog/discard-dialog.tsx";
import { lazyComponent } from "../lazy/lazy-component.tsx";

const DiscardDialog = lazyComponent<DiscardDialogProps>(() =>
  import("../dialog/discard-dialog.tsx").then(
    (m) => m.DiscardDialog,
    // An error page would lose the changes.
    () => NativeQuestion,
  ),
);

/** Asks about the unsaved changes of the page; `undefined` if there are none. */
let ask: (() => Promise<boolean>) | undefined;

/**
 * For actions that end in losing unsaved changes, such as signing out.
 * @returns whether to go on: nothing would be lost, or the user discards the changes
 */
export async function confirmDiscard(): Promise<boolean> {
  return ask ? ask() : true;
}

/** Asks before the page is left with unsaved changes. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const isShown = useRef(false);
  const { status, proceed, reset } = useBlocker({
    // The end of a session replaces the page, and its redirect must not wait for an answer that can no longer be
    // given. The router removes this guard only after the redirect has begun.
    shouldBlockFn: ({ current, next }) =>
      isShown.current && isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const [question, setQuestion] = useState<{ answer: (discards: boolean) => void }>();

  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  useEffect(() => {
    if (!isDirty) return undefined;
    let stay: (() => void) | undefined;
    ask = () =>
      new Promise<boolean>((resolve) => {
        stay = () => resolve(false);
        setQuestion({ answer: resolve });
      }).finally(() => setQuestion(undefined));
    return () => {
      ask = undefined;
      stay?.();
    };
  }, [isDirty]);

  function answer(discards: boolean) {
    question?.answer(discards);
    if (discards) proceed?.();
    else reset?.();
  }

  // The dialog loads with the first change.
  if (!isDirty) return null;
  return (
    <DiscardDialog
      isOpen={status === "blocked" || question !== undefined}
      // A blocked Back has already moved the history; pushing an entry would truncate it.
      closesOnBack={false}
      onKeep={() => answer(false)}
      onDiscard={() => answer(true)}
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
