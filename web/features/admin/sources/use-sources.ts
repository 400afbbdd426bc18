import { useMemo } from "react";
import type { SourceKind } from "../../../../src/business/decisions/orders/order.rule.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { trpc } from "../../../trpc.ts";

/** A source; only owners know its address and when its last messages arrived. */
export interface ShownSource {
  id: number;
  name: string;
  kind: SourceKind;
  url?: string;
  createdAt?: Date;
  lastReceivedAt?: Date | null;
  lastRefused?: { at: Date; reason: string } | undefined;
}

/** Milliseconds between two readings while a page is open, because messages arrive while a shop is set up. */
export const POLL = 10_000;

const presentOnly = (all: readonly (ShownSource & { isRemoved: boolean })[]): ShownSource[] =>
  all.filter(({ isRemoved }) => !isRemoved);

/** Fetches the sources that are not removed, newest first. */
export function useSources() {
  const names = trpc.admin.sources.names.useQuery(undefined, {
    refetchOnMount: "always",
    select: presentOnly,
  });
  const polled = {
    enabled: useMay("sources.manage"),
    refetchOnMount: "always",
    refetchInterval: POLL,
  } as const;
  const full = trpc.admin.sources.list.useQuery(undefined, polled);
  const refused = trpc.admin.sources.refused.useQuery(undefined, polled);
  // The same objects in every rendering, because dialogs compare what they are about.
  const data = useMemo(() => {
    const known = new Map(full.data?.map((source) => [source.id, source]));
    const refusals = new Map(refused.data?.map((refusal) => [refusal.sourceId, refusal]));
    return names.data?.map((source): ShownSource => ({
      ...source,
      ...known.get(source.id),
      lastRefused: refusals.get(source.id),
    }));
  }, [names.data, full.data, refused.data]);
  return { ...names, data };
}

/** Fetches a source. Its data is `null` if it does not exist, or was removed. */
export function useSource(id: number) {
  const sources = useSources();
  const data = sources.data && (sources.data.find((source) => source.id === id) ?? null);
  return { ...sources, data };
}
