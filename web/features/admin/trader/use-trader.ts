import type { Stage } from "../../../../src/business/record/stages/stage.schema.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { prefetcher } from "../../../app/api-client/prefetcher.ts";
import { openStage } from "../../../domain/stages/current-stage.ts";
import { trpc } from "../../../trpc.ts";

/** Whose page a dialog is on. */
export interface OfUser {
  userId: number;
}

const options = { staleTime: staleTimes.adminPages };

/** Fetches a trader with their account, without the master password. */
export function useTrader(id: number) {
  return trpc.admin.users.summary.useQuery({ id }, options);
}

/** Fetches the stages of the trader's account, newest first. */
export function useStages(userId: number) {
  return trpc.admin.stages.list.useQuery({ userId }, options);
}

/** Fetches one of the stages; `null` if it does not exist. */
export function useStage(id: number, userId: number) {
  const { data, error } = useStages(userId);
  return { data: data && (data.find((stage) => stage.id === id) ?? null), error };
}

export interface OpenStage {
  /** The stage that another one would end. */
  open: Stage | undefined;
}

const toOpenStage = (stages: Stage[]): OpenStage => ({ open: openStage(stages) });

/** Fetches the open stage. */
export function useOpenStage(userId: number) {
  return trpc.admin.stages.list.useQuery({ userId }, { ...options, select: toOpenStage });
}

/** Fetches the trader's statements, newest first. */
export function useStatements(userId: number) {
  return trpc.admin.statements.list.useQuery({ userId }, options);
}

/** Fetches the names of the demo firm's statements; a firm without demo data has none. */
export function useDemoStatements() {
  return trpc.admin.statements.demoFiles.useQuery(undefined, { staleTime: Infinity });
}

/** For the route's loader: prefetches the data that the header and most tabs use. */
export function prefetchTrader(id: number) {
  void prefetcher.admin.users.summary.prefetch({ id }, options);
  void prefetcher.admin.stages.list.prefetch({ userId: id }, options);
}
