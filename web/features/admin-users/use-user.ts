import { trpc } from "../../trpc.ts";

/** A trader with the account, fetched again whenever a dialog opens. */
export function useUser(id: number) {
  return trpc.admin.users.get.useQuery({ id }, { refetchOnMount: "always" });
}
