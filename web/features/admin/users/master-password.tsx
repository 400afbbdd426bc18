import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ComponentProps } from "react";
import { showApiError } from "../../../app/api-client/api-error.ts";
import { Copyable } from "../../../components/button/copy-button.tsx";
import { TextButton } from "../../../components/button/text-button.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { untilSettled } from "../../../components/forms/until-settled.ts";
import { useSingleFlight } from "../../../components/forms/use-single-flight.ts";
import { NoValue } from "../../../components/panel/facts.tsx";
import { trpc } from "../../../trpc.ts";

/** A master password that is not loaded until an administrator asks for it. */
export interface HiddenPassword {
  /** `undefined` until it is shown; `null` if the account has none. */
  masterPassword: string | null | undefined;
  show: () => void;
}

/** Fetches a master password on request only, because every view is recorded, and the trader sees the last one. */
function useHiddenPassword(userId: number, startsShown = false): HiddenPassword {
  const [isShown, setShown] = useState(startsShown);
  // Disabled, so that only `show` fetches it.
  const { data, refetch } = trpc.admin.users.get.useQuery({ id: userId }, { enabled: false });
  const show = useSingleFlight(() =>
    untilSettled(
      refetch({ throwOnError: true })
        .then(() => setShown(true))
        .catch((error: unknown) => showApiError("Failed to load the master password", error)),
    ),
  );
  return {
    masterPassword: isShown ? data?.tradingAccount.masterPassword : undefined,
    show: () => void show(),
  };
}

/** For a form: the password is shown from the beginning if the details below show it. */
export function usePasswordOf(userId: number): HiddenPassword {
  const isBelow = useLocation({
    select: ({ state }) =>
      state.dialogsBelow?.some(({ name, id }) => name === "user-details" && id === String(userId)),
  });
  // The form stays as it is while it closes.
  const [startsShown] = useState(isBelow ?? false);
  return useHiddenPassword(userId, startsShown);
}

/**
 * Returns a function that shows a master password that was just saved in place of the former one, without fetching
 * it. It does nothing if the password was left as it was.
 */
export function useSavedPassword(id: number) {
  const { get } = trpc.useUtils().admin.users;
  return (masterPassword: string | null | undefined) => {
    if (masterPassword === undefined) return;
    get.setData({ id }, (view) => {
      if (!view) return view;
      const account = { ...view.account, masterPassword };
      return { ...view, tradingAccount: account, account };
    });
  };
}

export const notAssigned = <NoValue>Not assigned yet</NoValue>;

export function ShownPassword({ value }: { value: string | null | undefined }) {
  return value ? <Copyable noun="Master password" value={value} /> : notAssigned;
}

export function MasterPassword({ userId }: { userId: number }) {
  const { masterPassword, show } = useHiddenPassword(userId);
  if (masterPassword === undefined) return <ShowButton onShow={show} />;
  return <ShownPassword value={masterPassword} />;
}

interface MasterPasswordFieldProps extends Omit<ComponentProps<typeof TextField>, "label"> {
  /** The present password; without it, the account is new. */
  present?: HiddenPassword | undefined;
}

/** As long as the present password is not shown, a blank field leaves it unchanged. */
export function MasterPasswordField({ present, ...field }: MasterPasswordFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isHidden = present !== undefined && present.masterPassword === undefined;
  const wasHidden = useRef(isHidden);
  useEffect(() => {
    // The button, which had the focus, has disappeared.
    if (wasHidden.current && !isHidden) frame.current?.querySelector("input")?.focus();
    wasHidden.current = isHidden;
  }, [isHidden]);

  return (
    <div ref={frame}>
      <TextField
        label="Master Password"
        autoComplete="off"
        spellCheck={false}
        placeholder={present?.masterPassword === null ? "Not assigned yet" : undefined}
        hint={
          isHidden ? (
            <>
              Unchanged if left blank. <ShowButton onShow={present.show} />
            </>
          ) : undefined
        }
        {...field}
      />
    </div>
  );
}

function ShowButton({ onShow }: { onShow: () => void }) {
  return (
    <TextButton onClick={onShow} data-tooltip="Viewing it is recorded in the history">
      Show
    </TextButton>
  );
}
