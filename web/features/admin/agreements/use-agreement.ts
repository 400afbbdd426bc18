import { trpc } from "../../../trpc.ts";

/** Reads an agreement with its versions; `null` if it does not exist. */
export const useAgreement = (id: number) =>
  trpc.admin.agreements.list.useQuery(undefined, {
    select: (agreements) => agreements.find((agreement) => agreement.id === id) ?? null,
  });
