import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { trpc } from "../../trpc.ts";
import {
  type RecordOwner,
  type RecordSearch,
  tradeTableState,
  type TradeTableState,
} from "./record-search.ts";

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

/** @param from the start of the curve; defaults to that of the stage. @param to its end */
export function useEquity(
  source: RecordOwner,
  {
    stage,
    from,
    to,
    isNeeded = true,
  }: { stage: number; from?: Date; to?: Date; isNeeded?: boolean },
) {
  const { who, own, other } = optionsFor(source);
  const input = {
    stage,
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
  };
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

/** @param stage waits for it if it is `undefined` */
export function useTradesPage(
  source: RecordOwner,
  stage: number | undefined,
  state: TradeTableState,
) {
  const { who, own, other } = optionsFor(source);
  const input = { stage: stage ?? 0, ...state };
  const paged = { placeholderData: keepPreviousData } as const;
  const isKnown = stage !== undefined;
  const ofTrader = trader.record.tradesPage.useQuery(input, {
    ...own,
    ...paged,
    enabled: own.enabled && isKnown,
  });
  const ofUser = admin.record.tradesPage.useQuery(
    { ...input, ...who },
    { ...other, ...paged, enabled: other.enabled && isKnown },
  );
  return source === "own" ? ofTrader : ofUser;
}

/** Where a trade is found: among those of the page that the address names. */
export interface TradePlace {
  source: RecordOwner;
  search: RecordSearch;
}

/** Returns a trade with the currency of its stage; `null` if the page does not list it. */
export function useTrade(id: number, { source, search }: TradePlace) {
  const stages = useStages(source);
  const stage = stages.data && stageShown(stages.data, search.stage);
  const page = useTradesPage(source, stage?.id, tradeTableState(search));
  const trade = page.data?.rows.find((row) => row.id === id);
  const currency = stage?.currency;
  const found = useMemo(
    () => (trade && currency !== undefined ? { ...trade, currency } : undefined),
    [trade, currency],
  );
  const isUnlisted = stages.data && (!stage || (page.data && !page.isPlaceholderData));
  return {
    data: found ?? (isUnlisted ? null : undefined),
    error: stages.error ?? page.error,
  };
}

/** Returns the chosen stage, or else the current one. */
export function stageShown(stages: readonly Stage[], chosen: number | undefined) {
  return stages.find(({ id }) => id === chosen) ?? currentStage(stages);
}
