import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import type { Standing } from "../../../src/business/record/verdicts/verdicts.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { trpc } from "../../trpc.ts";
import { useEffect, useState } from "react";

/** Whose verdict is shown: the signed-in trader's own, or that of a trader opened by an administrator. */
export type VerdictOwner = "own" | { userId: number };

const { trader, admin } = trpc;

/** Enables only the queries of the procedures that the viewer may call. */
function optionsFor(owner: VerdictOwner) {
  const isOwn = owner === "own";
  return {
    userId: isOwn ? 0 : owner.userId,
    own: { enabled: isOwn, staleTime: staleTimes.traderData },
    other: { enabled: !isOwn, staleTime: staleTimes.adminPages },
  };
}

/** Refetches when a trading day ends, because daily limits reset. */
const refetch = {
  refetchInterval: ({ state }: { state: { data?: Verdict } }) => millisecondsToReset(state.data),
};
const refetchOwn = {
  refetchInterval: ({ state }: { state: { data?: Standing } }) =>
    millisecondsToReset(state.data?.verdict),
};

/** Only resets after the time of the response count, so that a stale response does not trigger a refetch at once. */
function millisecondsToReset(verdict: Verdict | undefined): number | false {
  if (!verdict || verdict.endedAt !== null) return false;
  const asOf = Date.parse(verdict.asOf);
  const resets = verdict.rules.flatMap((rule) =>
    "resetsAt" in rule && rule.resetsAt !== null ? [Date.parse(rule.resetsAt)] : [],
  );
  const next = Math.min(...resets.filter((time) => time > asOf));
  return Number.isFinite(next) ? Math.max(next - Date.now(), 60_000) : false;
}

/** Fetches the verdict on an own stage with the figures of the same moment. */
export function useStanding(stage: number, isNeeded = true) {
  const { own } = optionsFor("own");
  return trader.standing.useQuery({ stage }, { ...own, ...refetchOwn, enabled: isNeeded });
}

/** Fetches the verdict on a stage: the current one or, if the stage has ended, the one at its end. */
export function useVerdict(owner: VerdictOwner, stage: number) {
  const { userId, own, other } = optionsFor(owner);
  const ofTrader = trader.standing.useQuery(
    { stage },
    { ...own, ...refetchOwn, select: ({ verdict }) => verdict },
  );
  const ofUser = admin.verdict.useQuery({ stage, userId }, { ...other, ...refetch });
  return owner === "own" ? ofTrader : ofUser;
}

/** Fetches the rules of a stage in words; `null` if it has none. */
export function useStageRules(owner: VerdictOwner, stage: number, isNeeded = true) {
  const { userId, own, other } = optionsFor(owner);
  const ofTrader = trader.stages.rules.useQuery(
    { stage },
    { ...own, enabled: own.enabled && isNeeded },
  );
  const ofUser = admin.stages.rules.useQuery(
    { stage, userId },
    { ...other, enabled: other.enabled && isNeeded },
  );
  return owner === "own" ? ofTrader : ofUser;
}

/** Fetches the history of a stage's floors. */
export function useFloors(owner: VerdictOwner, stage: number, isNeeded: boolean) {
  const { userId, own, other } = optionsFor(owner);
  const ofTrader = trader.verdictFloors.useQuery(
    { stage },
    { ...own, enabled: own.enabled && isNeeded },
  );
  const ofUser = admin.verdictFloors.useQuery(
    { stage, userId },
    { ...other, enabled: other.enabled && isNeeded },
  );
  return owner === "own" ? ofTrader : ofUser;
}

const HALF_A_MINUTE = 30_000;

/** Returns the current time, updated twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), HALF_A_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
