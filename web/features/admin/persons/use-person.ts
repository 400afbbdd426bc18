import { staleTimes } from "../../../app/api-client/query-client.ts";
import { trpc } from "../../../trpc.ts";

/** The calls are recorded for each user shown, so they are not repeated whenever a window is focused. */
const options = { staleTime: staleTimes.adminTabs, refetchOnWindowFocus: false };

/** Returns the person that a user belongs to; a user belongs to at most one. */
export const usePersonOf = (userId: number) =>
  trpc.admin.persons.list.useQuery(
    { userId },
    { ...options, select: ([person]) => person ?? null },
  );

/** The same, if it still has this id. */
export const usePerson = (id: number, { userId }: { userId: number }) =>
  trpc.admin.persons.list.useQuery(
    { userId },
    { ...options, select: (persons) => persons.find((person) => person.id === id) ?? null },
  );
