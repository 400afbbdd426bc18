import { trpc } from "../../trpc.ts";

/** Fetches a trader with their account, again each time a dialog opens. */
export function useUser(id: number) {
  return trpc.admin.users.get.useQuery({ id }, { refetchOnMount: "always" });
}
