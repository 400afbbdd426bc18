import { getQueryKey } from "@trpc/react-query";
import { type ComponentType, type ReactNode } from "react";
import type { OpenedAccount } from "../../../../src/business/traders/accounts/account.schema.ts";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { joinQueries, useListed } from "../../../app/api-client/queries.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { LoadingRegion } from "../../../components/feedback/loading-region.tsx";
import { FieldSkeleton } from "../../../components/field/field-skeleton.tsx";
import { FormFields } from "../../../components/forms/form-layout.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { PersonName } from "../../../domain/format/texts.tsx";
import { CellLines, CellText } from "../../../table/grid/cells.tsx";
import { trpc } from "../../../trpc.ts";

export interface UserDialogProps extends DialogProps {
  /** The user, possibly as listed some time ago; see `useUser`. */
  subject: TraderListItem;
}

/** Gives a dialog the user with the id in its address. */
export const aboutUser = <Props extends UserDialogProps = UserDialogProps>(
  Component: ComponentType<Props>,
) => withSubject<TraderListItem, Props>(useKnownUser, "user", Component);

/** Returns a user as listed until their own data has arrived. */
function useKnownUser(id: number): { data: TraderListItem | undefined; error: unknown } {
  const { data, error } = trpc.admin.users.summary.useQuery(
    { id },
    { staleTime: staleTimes.adminPages },
  );
  const listed = useListed<TraderListItem>(getQueryKey(trpc.admin.users.page), id);
  return { data: data ?? listed, error };
}

/** Fetches a user without the master password, again each time a dialog opens. */
export function useUser(id: number, isOpen: boolean) {
  return trpc.admin.users.summary.useQuery({ id }, { enabled: isOpen, refetchOnMount: "always" });
}

export interface UserWithPassword extends TraderListItem {
  tradingAccount: OpenedAccount;
}

/**
 * Fetches a user with the master password, again each time a dialog opens. While it is open, the password is not
 * fetched again, because every view is recorded in the audit log.
 */
export function useUserWithPassword(id: number, isOpen: boolean) {
  const user = useUser(id, isOpen);
  const view = trpc.admin.users.get.useQuery({ id }, { enabled: isOpen, refetchOnMount: "always" });
  return {
    ...joinQueries(user, view),
    data: user.data && view.data && withPassword(user.data, view.data.tradingAccount),
  };
}

function withPassword(
  user: TraderListItem,
  { masterPassword }: Pick<OpenedAccount, "masterPassword">,
): UserWithPassword {
  return { ...user, tradingAccount: { ...user.tradingAccount, masterPassword } };
}

/** The user that a dialog acts on. */
export function UserTarget({ user }: { user: Pick<TraderListItem, "fullName" | "email"> }) {
  return (
    <CellLines>
      <strong>
        <PersonName of={user} />
      </strong>
      {user.fullName ? <CellText look="soft">{user.email}</CellText> : null}
    </CellLines>
  );
}

interface LoadedUserProps<User> {
  query: { data?: User | undefined; isLoadingError: boolean; refetch: () => Promise<unknown> };
  children: (user: User) => ReactNode;
}

/** Shows the content of a dialog about a user, or a skeleton while the user loads. */
export function LoadedUser<User>({ query, children }: LoadedUserProps<User>) {
  const skeleton = (
    <LoadingRegion name="Loading user">
      <FormFields isWide>
        {Array.from({ length: 6 }, (_, index) => (
          <FieldSkeleton key={index} />
        ))}
      </FormFields>
    </LoadingRegion>
  );
  return (
    <Loaded query={query} noun="the user" skeleton={skeleton}>
      {children}
    </Loaded>
  );
}
