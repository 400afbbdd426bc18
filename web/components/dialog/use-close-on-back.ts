import { useRouter, type RegisteredRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { afterGoingBack, goBack, isGoingBack } from "../../app/going-back.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Marks the history entry from which Back closes a dialog. */
    isDialogEntry?: true;
  }
}

/** The close functions of the open dialogs, the topmost last. */
const openDialogs: (() => void)[] = [];

let isFollowingHistory = false;

/**
 * Makes the browser's Back button close a dialog instead of leaving the page. All open dialogs share one history entry
 * with the URL of the page.
 * @param close called on Back; without it, Back leaves the page as usual
 */
export function useCloseOnBack(isOpen: boolean, close: (() => void) | undefined) {
  const router = useRouter();
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  const isActive = isOpen && close !== undefined;
  useEffect(
    () => (isActive ? registerDialog(router, () => latestClose.current?.()) : undefined),
    [router, isActive],
  );
}

function registerDialog(router: RegisteredRouter, close: () => void) {
  followHistory(router);
  openDialogs.push(close);
  addEntry(router);
  return () => {
    openDialogs.splice(openDialogs.indexOf(close), 1);
    // A dialog that replaces this one opens before the timeout and keeps the entry.
    setTimeout(() => removeEntry(router));
  };
}

function isOnEntry({ history }: RegisteredRouter): boolean {
  return history.location.state.isDialogEntry === true;
}

function addEntry(router: RegisteredRouter) {
  afterGoingBack(() => {
    if (openDialogs.length === 0 || isOnEntry(router)) return;
    void router.navigate({
      to: ".",
      search: true,
      hash: true,
      // The dialogs with addresses below it stay open.
      state: (present) => ({ ...present, isDialogEntry: true }),
      resetScroll: false,
      hashScrollIntoView: false,
      ignoreBlocker: true,
    });
  });
}

function removeEntry(router: RegisteredRouter) {
  afterGoingBack(() => {
    if (openDialogs.length === 0 && isOnEntry(router)) goBack(router);
  });
}

function followHistory(router: RegisteredRouter) {
  if (isFollowingHistory) return;
  isFollowingHistory = true;
  router.history.subscribe(({ action }) => {
    if (action.type === "PUSH" || action.type === "REPLACE") return;
    if (isOnEntry(router)) {
      // Back or Forward has reached the entry of a dialog that is already closed.
      removeEntry(router);
      return;
    }
    if (!isGoingBack()) openDialogs.at(-1)?.();
    // The dialog may stay open, for example to ask about unsaved changes; another may be below it.
    setTimeout(() => addEntry(router));
  });
}
