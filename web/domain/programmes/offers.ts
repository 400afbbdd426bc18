import type {
  Programme,
  ProgrammeVersion,
} from "../../../src/business/decisions/programmes/programme.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";

/** A version of a programme, with the name of the programme. */
export interface Offer extends ProgrammeVersion {
  name: string;
}

/** Returns the newest version of each programme, with its name. */
function newestVersions(programmes: readonly Programme[]): Offer[] {
  return programmes.map(({ name, versions }) => ({ ...versions[0]!, name }));
}

/** Fetches the newest versions of the programmes that are not archived. */
export function useOffers() {
  const { data = [], isPending } = trpc.admin.programmes.list.useQuery(
    { archived: false },
    { staleTime: staleTimes.adminPages },
  );
  return { offers: newestVersions(data), isPending };
}

/** Fetches all versions of all programmes, by id. */
export function useProgrammeVersions(): ReadonlyMap<number, Offer> {
  const { data = [] } = trpc.admin.programmes.list.useQuery(
    { archived: true },
    { staleTime: staleTimes.adminPages },
  );
  return new Map(
    data.flatMap(({ name, versions }) =>
      versions.map((version) => [version.id, { ...version, name }] as const),
    ),
  );
}
