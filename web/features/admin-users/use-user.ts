import { trpc } from "../../trpc.ts";

/** All about one trader, asked for anew whenever a dialog opens. */
export function useUser(id: number) {
  return trpc.admin.users.get.useQuery({ id }, { refetchOnMount: "always" });
}
