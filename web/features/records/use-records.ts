import { keepPreviousData } from "@tanstack/react-query";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";
import type { RecordOwner } from "./record-owner.ts";
import type { TradeTableState } from "./trade-table-state.ts";

const { trader, admin } = trpc;

/** Enables only the queries of the procedures that the viewer may call. */
function optionsFor(source: RecordOwner) {
  const isOwn = source === "own";
  const staleTime = isOwn ? staleTimes.traderData : staleTimes.adminPages;
  return {
    who: { userId: isOwn ? 0 : source.userId },
    own: { enabled: isOwn, staleTime },
    other: { enabled: !isOwn, staleTime },
  };
}

export function useStages(source: RecordOwner) {
  const { who, own, other } = optionsFor(source);
  const ofTrader = trader.stages.list.useQuery(undefined, own);
  const ofUser = admin.stages.list.useQuery(who, other);
  return source === "own" ? ofTrader : ofUser;
}

/** @param from the start of the curve; defaults to that of the stage */
export function useEquity(
  source: RecordOwner,
  { stage, from, isNeeded = true }: { stage: number; from?: Date; isNeeded?: boolean },
) {
  const { who, own, other } = optionsFor(source);
  const input = { stage, ...(from && { from: from.toISOString() }) };
  const ofTrader = trader.record.equity.useQuery(input, {
    ...own,
    enabled: own.enabled && isNeeded,
  });
  const ofUser = admin.record.equity.useQuery(
    { ...input, ...who },
    { ...other, enabled: other.enabled && isNeeded },
  );
  return source === "own" ? ofTrader : ofUser;
}

export function useDays(source: RecordOwner, stage: number) {
  const { who, own, other } = optionsFor(source);
  const ofTrader = trader.record.days.useQuery({ stage }, own);
  const ofUser = admin.record.days.useQuery({ stage, ...who }, other);
  return source === "own" ? ofTrader : ofUser;
}

export function useStatistics(source: RecordOwner, stage: number) {
  const { who, own, other } = optionsFor(source);
  const ofTrader = trader.record.statistics.useQuery({ stage }, own);
  const ofUser = admin.record.statistics.useQuery({ stage, ...who }, other);
  return source === "own" ? ofTrader : ofUser;
}

export function useTradesPage(source: RecordOwner, stage: number, state: TradeTableState) {
  const { who, own, other } = optionsFor(source);
  const input = { stage, ...state };
  const paged = { placeholderData: keepPreviousData } as const;
  const ofTrader = trader.record.tradesPage.useQuery(input, { ...own, ...paged });
  const ofUser = admin.record.tradesPage.useQuery({ ...input, ...who }, { ...other, ...paged });
  return source === "own" ? ofTrader : ofUser;
}
