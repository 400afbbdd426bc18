import type { OpenedAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { joinQueries } from "../../app/api-client/join-queries.ts";
import { trpc } from "../../trpc.ts";

export interface UserWithPassword extends TraderListItem {
  tradingAccount: OpenedAccount;
}

/** Fetches a trader without the master password, again each time a dialog opens. */
export function useUser(id: number, isOpen: boolean) {
  return trpc.admin.users.summary.useQuery({ id }, { enabled: isOpen, refetchOnMount: "always" });
}

/**
 * Fetches a trader with the master password, again each time a dialog opens. While it is open, the password is not
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
