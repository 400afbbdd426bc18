import type { ComponentProps } from "react";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { InUseSelect } from "../../../components/field/in-use-select.tsx";
import { trpc } from "../../../trpc.ts";

/** Chooses one of the phases in use. */
export function PhaseSelect(control: Omit<ComponentProps<typeof InUseSelect>, "known">) {
  const { data } = trpc.admin.users.phases.useQuery(undefined, {
    staleTime: staleTimes.adminPages,
  });
  const known = (data ?? []).map((phase) => [phase, phase] as const);
  return <InUseSelect {...control} known={known} />;
}
