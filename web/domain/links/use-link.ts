import { trpc } from "../../trpc.ts";

/** Each read is recorded for everyone shown, so nothing but a write reads a case again. */
const once = { retry: false, refetchOnWindowFocus: false, staleTime: Infinity } as const;

export const useLink = (id: number) => trpc.admin.links.get.useQuery({ id }, once);

export const useLinkRows = (input: {
  id: number;
  kind: "copied" | "opposite";
  a: number;
  b: number;
}) => trpc.admin.links.rows.useQuery(input, once);
