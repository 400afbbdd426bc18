import { useRouter } from "@tanstack/react-router";
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import type { Ability } from "../../src/identity/roles/roles.rule.ts";
import { parseId } from "../../src/platform/fields/id.rule.ts";
import { lazyComponent } from "../components/lazy/lazy-component.tsx";
import { showFailure } from "../components/toast/toasts.ts";
import { describeApiError, isSessionEnd } from "./api-client/api-error.ts";
import {
  closeDialog,
  type DialogAddress,
  openDialog,
  useDeclared,
  useOpenAddresses,
} from "./dialog-address.ts";
import { useRefusal } from "./session/use-may.ts";

/*
 * Dialogs are addresses: `?dialog=ban&user=43`. A link opens them, Back closes them, and a reload keeps them.
 *
 * Opening a dialog adds an entry to the browser's history, from which Back leads to the page, or to the dialog below.
 * The address names the dialog at the top; those below it are in the state of the entry.
 */

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The properties of a dialog about the thing with an id. */
export interface AboutProps<Id = number> extends DialogProps {
  id: Id;
}

/** The id of what a dialog is about, or nothing. */
type AboutId = [] | [id: number | string];

/** A dialog that needs `Props`, with the search parameter that holds its id. */
interface AddressedDialog<Props, Parameter extends string | undefined, About extends AboutId> {
  Component: (props: Props) => ReactNode;
  load: () => Promise<unknown>;
  ability: Ability | undefined;
  parameter: Parameter;
  /** Returns `undefined` if the address names no valid id. */
  readSubject: (text: string) => About | undefined;
}

/**
 * Declares a dialog whose code loads with the first input on the page.
 * @param load imports its component
 * @param ability required to open it
 */
export function dialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
  ability?: Ability,
): AddressedDialog<Props, undefined, []> {
  const Component = lazyComponent(load);
  return { Component, load, ability, parameter: undefined, readSubject: () => [] };
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
): AddressedDialog<Props, Parameter, [id: Id]> {
  const readSubject = (text: string): [id: Id] | undefined => {
    const id = readId(text);
    return id === undefined ? undefined : [id];
  };
  return { Component: lazyComponent(load), load, ability, parameter, readSubject };
}

type AnyDialog = AddressedDialog<never, string | undefined, AboutId>;
type DialogSet = Readonly<Record<string, AnyDialog>>;

type SubjectOf<Each extends AnyDialog> = NonNullable<ReturnType<Each["readSubject"]>>;

/** The search parameters of a page with these dialogs, for the type of its route's search. */
export type DialogSearch<Dialogs extends DialogSet> = {
  dialog?: (keyof Dialogs & string) | undefined;
} & {
  [Name in keyof Dialogs as NonNullable<Dialogs[Name]["parameter"]>]?:
    SubjectOf<Dialogs[Name]>[0] | undefined;
};

/** Returns a function that opens a dialog above those that are open; the same one in every rendering. */
export function useOpenDialog<Dialogs extends DialogSet>(dialogs: Dialogs) {
  const router = useRouter();
  return useCallback(
    <Name extends keyof Dialogs & string>(name: Name, ...[id]: SubjectOf<Dialogs[Name]>): void =>
      openDialog(router, name, dialogs[name]!.parameter, id),
    [router, dialogs],
  );
}

/** Returns a function that closes a dialog at the top, or one that a dialog at the top which is closing uncovers. */
export function useCloseDialog(): (name: string) => void {
  const router = useRouter();
  return (name) => closeDialog(router, name);
}

/** The properties that dialogs need in addition to those that their address provides: of all of them together. */
type FurtherProps<Dialogs extends DialogSet> = {
  [Name in keyof Dialogs]: (
    further: Omit<Parameters<Dialogs[Name]["Component"]>[0], keyof AboutProps>,
  ) => void;
}[keyof Dialogs] extends (further: infer All) => void
  ? All
  : never;

type DialogsProps<Dialogs extends DialogSet> = {
  of: Dialogs;
} & (object extends FurtherProps<Dialogs> ? { with?: undefined } : { with: FurtherProps<Dialogs> });

/**
 * Renders the dialogs of a page that are in its address. Stands in the component of a route or a layout, outside of
 * what waits for data: names that no such component has declared are removed from the address. A name that a layout has
 * declared cannot be declared again by one of its pages.
 */
export function Dialogs<Set extends DialogSet>({ of, with: further }: DialogsProps<Set>) {
  const router = useRouter();
  const { top, open } = useOpenAddresses(of);
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
        declared={declared}
        address={open.findLast((each) => each.name === name)}
        isTop={name === top}
        further={further as object | undefined}
        onClose={() => closeDialog(router, name)}
      />
    );
  });
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

interface SlotProps {
  declared: AnyDialog;
  /** Open if set. */
  address: DialogAddress | undefined;
  /** No other dialog is open above it. */
  isTop: boolean;
  further: object | undefined;
  onClose: () => void;
}

/** Opens a dialog only for administrators with the ability; others see which role it requires. */
function PermittedSlot(props: SlotProps) {
  const { declared, address, isTop, onClose } = props;
  const refusal = useRefusal(declared.ability!);
  const isRefused = address !== undefined && isTop && refusal !== undefined;
  const refuse = useEffectEvent(() => {
    onClose();
    showFailure("Not permitted", refusal);
  });
  useEffect(() => {
    if (isRefused) refuse();
  }, [isRefused]);
  return <DialogSlot {...props} address={isRefused ? undefined : address} />;
}

/**
 * How a dialog is open: at the top by its address, below another one, or not by an address. Back closes the one at the
 * top.
 */
export const DialogPlace = createContext<"top" | "below" | undefined>(undefined);

/** Renders the dialog from when it is first opened, and anew each time, so that it starts without earlier input. */
function DialogSlot({ declared, address, isTop, further, onClose }: SlotProps) {
  const { readSubject } = declared;
  const Component = declared.Component as ComponentType<DialogProps & { id: unknown }>;
  // Rendered in a transition, because the code may still have to load.
  const ready = useDeferredValue(address, undefined);
  const [last, setLast] = useState<{
    id: unknown;
    openedAt: DialogAddress | undefined;
    count: number;
  }>();
  const subject = ready && readSubject(ready.id);
  const isInvalid = isTop && ready !== undefined && subject === undefined;
  // After a reload, a dialog below another one opens when it is at the top, because the order of the layers on the
  // screen is the order in which they open.
  const isDue = ready !== undefined && !isInvalid && (isTop || ready === last?.openedAt);

  if (isDue && ready !== last?.openedAt)
    setLast({ id: subject?.[0], openedAt: ready, count: (last?.count ?? 0) + 1 });
  else if (!isDue && last?.openedAt) setLast({ ...last, openedAt: undefined });

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isInvalid) close();
  }, [isInvalid]);

  if (!last) return null;
  return (
    <DialogPlace value={isTop ? "top" : "below"}>
      <Component
        {...further}
        key={last.count}
        isOpen={address !== undefined && address === last.openedAt}
        onClose={onClose}
        id={last.id}
      />
    </DialogPlace>
  );
}

interface SubjectQuery<Subject> {
  /** `null` if it does not exist. */
  data: Subject | null | undefined;
  error: unknown;
}

/**
 * Gives a dialog what its address is about, which may be a row that the page does not show. Closes the dialog, and says
 * why, if it does not exist or cannot be loaded.
 * @param useSubject fetches it by its id, and receives the further properties of the dialog
 * @param noun as in "The user was not found"
 */
export function withSubject<Subject, Props extends DialogProps & { subject: Subject }, Id = number>(
  useSubject: (id: Id, further: Omit<Props, "subject">) => SubjectQuery<Subject>,
  noun: string,
  Component: ComponentType<Props>,
): (props: Omit<Props, "subject"> & AboutProps<Id>) => ReactNode {
  return function WithSubject({ id, ...frame }: Omit<Props, "subject"> & AboutProps<Id>) {
    const { data, error } = useSubject(id, frame as unknown as Omit<Props, "subject">);
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
