import {
  type HistoryState,
  type ParsedLocation,
  type RegisteredRouter,
  useLocation,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import { useEffect, useLayoutEffect } from "react";
import { afterGoingBack, goBack } from "./going-back.ts";

/*
 * The part of an address that names the dialogs that are open, and the entries of the browser's history that opening
 * and closing them adds and leaves. `dialogs.tsx` declares and renders them.
 */

/** A dialog that is open, and the id of what it is about as it stands in the address. */
export interface DialogAddress {
  name: string;
  id: string;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Set in entries that were added to open a dialog: the dialogs below it, the lowest first. */
    dialogsBelow?: DialogAddress[];
  }
}

/** The search parameter that holds the id of what a dialog is about, by the name of the dialog. */
export type DialogParameters = Readonly<Record<string, { parameter: string | undefined }>>;

type Raw = Record<string, unknown>;

/** The parameters of the dialogs that the page and its layouts have declared. */
const declared = new Map<string, string | undefined>();

/**
 * Adds dialogs to those that can be open, and removes a name that is none of them from the address.
 * @throws Error if the page or a layout has declared a dialog of the same name
 */
export function useDeclared(dialogs: DialogParameters): void {
  const router = useRouter();
  // Before the effects of the dialogs, which may close them.
  useLayoutEffect(() => {
    for (const [name, { parameter }] of Object.entries(dialogs)) {
      if (declared.has(name)) throw new Error(`Two dialogs on this page are called "${name}"`);
      declared.set(name, parameter);
    }
    return () => {
      for (const name of Object.keys(dialogs)) declared.delete(name);
    };
  }, [dialogs]);

  const name = useLocation({ select: ({ search }: { search: Raw }) => search.dialog });
  // From then on, the page and all that it declares are rendered.
  const isRendered = useRouterState({
    select: ({ location, resolvedLocation }) => location.href === resolvedLocation?.href,
  });
  useEffect(() => {
    if (isRendered && name !== undefined && !declared.has(textOf(name))) leaveDialog(router);
  }, [router, isRendered, name]);
}

/** Returns the name of the dialog at the top, and those of `dialogs` that are open, the lowest first. */
export function useOpenAddresses(dialogs: DialogParameters) {
  return useLocation({
    select: ({ search, state }: ParsedLocation<Raw>) => {
      const top = textOf(search.dialog);
      const found = dialogs[top];
      return {
        top,
        open: [
          ...(state.dialogsBelow ?? []),
          ...(found ? [{ name: top, id: textOf(search[found.parameter ?? ""]) }] : []),
        ],
      };
    },
    // An address stays the same object while its dialog is open.
    structuralSharing: true,
  });
}

/** Opens a dialog above those that are open. */
export function openDialog(
  router: RegisteredRouter,
  name: string,
  parameter: string | undefined,
  id: unknown,
): void {
  afterGoingBack(() => {
    const { search, state } = router.latestLocation;
    changeSearch(
      router,
      (present) => ({
        ...withoutDialog(present),
        dialog: name,
        ...(parameter && { [parameter]: id }),
      }),
      { state: { dialogsBelow: [...(state.dialogsBelow ?? []), ...readTop(search)] } },
    );
  });
}

/** Returns the dialog that search parameters name, as a list of at most one. */
function readTop(search: Raw): DialogAddress[] {
  if (search.dialog === undefined) return [];
  const name = textOf(search.dialog);
  return [{ name, id: textOf(search[declared.get(name) ?? ""]) }];
}

/** Removes the open dialog from search parameters. */
export function withoutDialog<Search extends object>(search: Search): Search {
  const { dialog: name, ...rest } = search as Raw;
  const parameter = declared.get(textOf(name));
  if (parameter) delete rest[parameter];
  return rest as Search;
}

/** Returns a search parameter as it stands in the address; an empty text for a list or an object. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** Closes the dialog if it is the one at the top. */
export function closeDialog(router: RegisteredRouter, name: string): void {
  afterGoingBack(() => {
    const { search, state } = router.latestLocation as ParsedLocation<Raw>;
    if (textOf(search.dialog) !== name) return;
    if (state.isDialogEntry) {
      // A dialog without an address was open above it and shared its address.
      goBack(router);
      closeDialog(router, name);
    } else if (state.dialogsBelow) goBack(router);
    else leaveDialog(router);
  });
}

/** Removes a dialog from the address of an entry that was not added for it, such as that of a link. */
function leaveDialog(router: RegisteredRouter) {
  changeSearch(router, withoutDialog, { replace: true });
}

/** Changes the search parameters of the page, which the router cannot know by their types. */
function changeSearch(
  router: RegisteredRouter,
  search: (present: Raw) => Raw,
  options: { replace?: true; state?: HistoryState },
) {
  const navigate: (options: object) => Promise<void> = router.navigate;
  const stays = { to: ".", hash: true, resetScroll: false, hashScrollIntoView: false };
  void navigate({ ...stays, search, ...options, ignoreBlocker: true });
}
