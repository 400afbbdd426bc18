import type { ComponentProps } from "react";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { InUseSelect } from "../../components/field/in-use-select.tsx";
import { trpc } from "../../trpc.ts";

/** Chooses one of the tags in use. */
export function TagSelect(control: Omit<ComponentProps<typeof InUseSelect>, "known">) {
  const { data } = trpc.admin.tags.list.useQuery(undefined, { staleTime: staleTimes.adminPages });
  const known = (data ?? []).map(({ tag, traders }) => [tag, `${tag} (${traders})`] as const);
  return <InUseSelect {...control} known={known} />;
}
