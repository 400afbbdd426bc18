import { trpc } from "../../../trpc.ts";

export function useFinding(id: number) {
  return trpc.admin.conduct.get.useQuery({ id });
}
