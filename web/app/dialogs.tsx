import {
  type HistoryState,
  type ParsedLocation,
  type RegisteredRouter,
  useLocation,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";
import type { Ability } from "../../src/identity/roles/roles.rule.ts";
import { parseId } from "../../src/platform/fields/id.rule.ts";
import { lazyComponent } from "../components/lazy/lazy-component.tsx";
import { showFailure } from "../components/toast/toasts.ts";
import { describeApiError, isSessionEnd } from "./api-client/api-error.ts";
import { useRefusal } from "./session/use-may.ts";

/*
 * Dialogs are addresses: `?dialog=ban&user=43`. A link opens them, Back closes them, and a reload keeps them.
 *
 * Opening a dialog adds an entry to the browser's history, from which Back leads to the page, or to the dialog below.
 * The address names the dialog at the top; those below it are in the state of the entry.
 */

interface Address {
  name: string;
  id: string;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Set in entries that were added to open a dialog: the dialogs below it, the lowest first. */
    dialogsBelow?: Address[];
  }
}

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The properties of a dialog about the thing with an id. */
export interface AboutProps<Id = number> extends DialogProps {
  id: Id;
}

interface AddressedDialog<Props, Parameter, Id> {
  Component: (props: Props) => ReactNode;
  load: () => Promise<unknown>;
  ability: Ability | undefined;
  parameter: Parameter;
  readId: (text: string) => Id | undefined;
}

/**
 * Declares a dialog whose code loads with the first input on the page.
 * @param load imports its component
 * @param ability required to open it
 */
export function dialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
  ability?: Ability,
): AddressedDialog<Props, undefined, undefined> {
  const readId = () => undefined;
  return { Component: lazyComponent(load), load, ability, parameter: undefined, readId };
}

/**
 * Declares a dialog about the thing with an id. The dialog `ban` with the parameter `user` has the address
 * `?dialog=ban&user=43`; a page must not use the parameter for anything else.
 * @param readId reads the id if it is not a number, and returns `undefined` if it is invalid
 */
export function dialogAbout<
  Parameter extends string,
  Props extends AboutProps<Id>,
  Id extends number | string = number,
>(
  parameter: Parameter,
  load: () => Promise<ComponentType<Props>>,
  ability?: Ability,
  readId: (text: string) => Id | undefined = parseId as (text: string) => Id | undefined,
): AddressedDialog<Props, Parameter, Id> {
  return { Component: lazyComponent(load), load, ability, parameter, readId };
}

type DialogSet = Readonly<Record<string, AddressedDialog<never, string | undefined, unknown>>>;

type IdOf<Each> = Each extends AddressedDialog<never, string | undefined, infer Id> ? Id : never;
type ParameterOf<Each> =
  Each extends AddressedDialog<never, infer Parameter extends string, unknown> ? Parameter : never;

/** The search parameters of a page with these dialogs, for the type of its route's search. */
export type DialogSearch<Dialogs extends DialogSet> = {
  dialog?: (keyof Dialogs & string) | undefined;
} & {
  [Name in keyof Dialogs as ParameterOf<Dialogs[Name]>]?: IdOf<Dialogs[Name]> | undefined;
};

/** Returns a function that opens a dialog above those that are open. */
export function useOpenDialog<Dialogs extends DialogSet>(dialogs: Dialogs) {
  const router = useRouter();
  return <Name extends keyof Dialogs & string>(
    name: Name,
    ...[id]: IdOf<Dialogs[Name]> extends undefined ? [] : [id: IdOf<Dialogs[Name]>]
  ): void => {
    const { search, state } = router.latestLocation;
    const below = [...(state.dialogsBelow ?? []), ...(isGoingBack ? [] : readTop(search))];
    const { parameter } = dialogs[name]!;
    changeSearch(
      router,
      (present) => ({
        ...withoutDialog(present),
        dialog: name,
        ...(parameter && { [parameter]: id }),
      }),
      { state: { dialogsBelow: below } },
    );
  };
}

/** Removes the open dialog from search parameters. */
export function withoutDialog<Search extends object>(search: Search): Search {
  const { dialog: name, ...rest } = search as Raw;
  const parameter = parameters.get(textOf(name));
  if (parameter) delete rest[parameter];
  return rest as Search;
}

type Raw = Record<string, unknown>;

/** The parameters of the dialogs that the page has declared, by the name of the dialog. */
const parameters = new Map<string, string | undefined>();

/** Returns the dialog that search parameters name, as a list of at most one. */
function readTop(search: Raw): Address[] {
  if (search.dialog === undefined) return [];
  const name = textOf(search.dialog);
  return [{ name, id: textOf(search[parameters.get(name) ?? ""]) }];
}

/** Returns a search parameter as it stands in the address; an empty text for a list or an object. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** True inside of a dialog that has an address: Back closes it. */
export const IsAddressed = createContext(false);

/** The properties that dialogs need in addition to those that their address provides. */
type FurtherProps<Dialogs extends DialogSet> = Intersection<
  {
    [Name in keyof Dialogs]: Dialogs[Name] extends AddressedDialog<
      infer Props,
      string | undefined,
      unknown
    >
      ? Omit<Props, keyof AboutProps>
      : never;
  }[keyof Dialogs]
>;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type DialogsProps<Dialogs extends DialogSet> = {
  of: Dialogs;
} & (object extends FurtherProps<Dialogs> ? { with?: undefined } : { with: FurtherProps<Dialogs> });

/**
 * Renders the dialogs of a page that are in its address. Stands in the component of a route or a layout, outside of
 * what waits for data: names that no such component has declared are removed from the address.
 */
export function Dialogs<Set extends DialogSet>({ of, with: shared }: DialogsProps<Set>) {
  const router = useRouter();
  const open = useLocation({
    select: ({ search, state }) => [...(state.dialogsBelow ?? []), ...readAddress(of, search)],
    structuralSharing: true,
  });
  useDeclared(of);
  useFirstInput(() => {
    // If it fails, the dialog itself loads it again.
    for (const { load } of Object.values(of)) load().catch(() => undefined);
  });
  return Object.entries(of).map(([name, declared]) => {
    const Slot = declared.ability ? PermittedSlot : DialogSlot;
    return (
      <Slot
        key={name}
        declared={declared as unknown as AnyDialog}
        address={open.findLast((each) => each.name === name)}
        shared={shared as object | undefined}
        onClose={() => closeTop(router, name)}
      />
    );
  });
}

function readAddress(dialogs: DialogSet, search: Raw): Address[] {
  const name = textOf(search.dialog);
  const declared = dialogs[name];
  return declared ? [{ name, id: textOf(search[declared.parameter ?? ""]) }] : [];
}

/** Adds the dialogs to those that the page has declared, and removes a name that is none of them from the address. */
function useDeclared(dialogs: DialogSet) {
  const router = useRouter();
  // Before the effects of the dialogs, which may close them.
  useLayoutEffect(() => {
    for (const [name, { parameter }] of Object.entries(dialogs)) parameters.set(name, parameter);
    return () => {
      for (const name of Object.keys(dialogs)) parameters.delete(name);
    };
  }, [dialogs]);

  const name = useLocation({ select: ({ search }: { search: Raw }) => search.dialog });
  // From then on, the page and all that it declares are rendered.
  const isRendered = useRouterState({
    select: ({ location, resolvedLocation }) => location.href === resolvedLocation?.href,
  });
  useEffect(() => {
    if (isRendered && name !== undefined && !parameters.has(textOf(name))) leaveDialog(router);
  }, [router, isRendered, name]);
}

/** Calls the function with the first input. Before that, code would compete with what the page is about to show. */
function useFirstInput(act: () => void) {
  const start = useEffectEvent(act);
  useEffect(() => {
    const stop = new AbortController();
    for (const input of ["pointermove", "pointerdown", "keydown"]) {
      document.addEventListener(
        input,
        () => {
          stop.abort();
          start();
        },
        { capture: true, signal: stop.signal },
      );
    }
    return () => stop.abort();
  }, []);
}

type AnyDialog = AddressedDialog<DialogProps & { id?: unknown }, string | undefined, unknown>;

interface SlotProps {
  declared: AnyDialog;
  /** Open if set. */
  address: Address | undefined;
  shared: object | undefined;
  onClose: () => void;
}

/** Opens a dialog only for administrators with the ability; others see which role it requires. */
function PermittedSlot(props: SlotProps) {
  const { declared, address, onClose } = props;
  const refusal = useRefusal(declared.ability!);
  const isRefused = address !== undefined && refusal !== undefined;
  const refuse = useEffectEvent(() => {
    onClose();
    showFailure("Not permitted", refusal);
  });
  useEffect(() => {
    if (isRefused) refuse();
  }, [isRefused]);
  return <DialogSlot {...props} address={isRefused ? undefined : address} />;
}

/** Renders the dialog from when it is first opened, and anew each time, so that it starts without earlier input. */
function DialogSlot({ declared, address, shared, onClose }: SlotProps) {
  const { Component, parameter, readId } = declared;
  // Rendered in a transition, because the code may still have to load.
  const ready = useDeferredValue(address, undefined);
  const [last, setLast] = useState<{ id: unknown; openedAt: Address | undefined; count: number }>();
  const id = ready && readId(ready.id);
  const isMissing = ready !== undefined && parameter !== undefined && id === undefined;

  if (ready !== last?.openedAt && !isMissing) {
    if (ready) setLast({ id, openedAt: ready, count: (last?.count ?? 0) + 1 });
    else if (last) setLast({ ...last, openedAt: undefined });
  }

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isMissing) close();
  }, [isMissing]);

  if (!last) return null;
  return (
    <IsAddressed value>
      <Component
        {...shared}
        key={last.count}
        isOpen={address !== undefined && address === last.openedAt}
        onClose={onClose}
        id={last.id}
      />
    </IsAddressed>
  );
}

/** True from when a dialog's entry is left by its button until the browser has gone back. */
let isGoingBack = false;

/** Closes the dialog if it is the one at the top. */
function closeTop(router: RegisteredRouter, name: string) {
  const { search, state } = router.latestLocation as ParsedLocation<Raw>;
  if (isGoingBack || textOf(search.dialog) !== name) return;
  if (state.dialogsBelow) goBack(router);
  else leaveDialog(router);
}

/** Leaves the entry of a dialog. A navigation that begins meanwhile is repeated, because Back leaves its entry, too. */
function goBack({ history }: RegisteredRouter) {
  isGoingBack = true;
  let repeat: (() => void) | undefined;
  const stop = history.subscribe(({ action, location }) => {
    if (action.type === "PUSH" || action.type === "REPLACE") {
      const navigate = action.type === "PUSH" ? history.push : history.replace;
      repeat = () => navigate(location.href, location.state, { ignoreBlocker: true });
      return;
    }
    isGoingBack = false;
    stop();
    repeat?.();
  });
  history.back({ ignoreBlocker: true });
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

interface SubjectQuery<Subject> {
  /** `null` if it does not exist. */
  data: Subject | null | undefined;
  error: unknown;
}

/**
 * Gives a dialog what its address is about, which may be a row that the page does not show. Closes the dialog, and says
 * why, if it does not exist or cannot be loaded.
 * @param useSubject fetches it by its id
 * @param noun as in "The user was not found"
 */
export function withSubject<Subject, Props extends DialogProps & { subject: Subject }, Id = number>(
  useSubject: (id: Id) => SubjectQuery<Subject>,
  noun: string,
  Component: ComponentType<Props>,
): (props: Omit<Props, "subject"> & AboutProps<Id>) => ReactNode {
  return function WithSubject({ id, ...frame }: Omit<Props, "subject"> & AboutProps<Id>) {
    const { data, error } = useSubject(id);
    const [subject, keep] = useState(data);
    if (data && data !== subject) keep(data);
    const isMissing = frame.isOpen && !subject && (data === null || Boolean(error));
    const close = useEffectEvent(() => {
      frame.onClose();
      if (isSessionEnd(error)) return;
      const reason = error ? describeApiError(error) : undefined;
      showFailure(`The ${noun} was not found`, reason);
    });
    useEffect(() => {
      if (isMissing) close();
    }, [isMissing]);
    if (!subject) return null;
    return <Component {...(frame as unknown as Props)} subject={subject} />;
  };
}
