import type { PayoutRow } from "../../../src/business/money/payouts/payout.schema.ts";
import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { Verdict } from "../../../src/business/judgement/engine/verdict.schema.ts";
import { joinQueries } from "../../app/api-client/join-queries.ts";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { trpc } from "../../trpc.ts";

export interface PayoutEvidenceFacts {
  /** The present readiness of the account, without the request itself as a reason against another one. */
  readiness: Readiness;
  /** The stage in which the request was made; `undefined` if the account has none. */
  stage: Stage | undefined;
  /** The current stage, to which the present readiness refers. */
  current: Stage | undefined;
  /** Whether the request was made in an earlier stage than the current one. */
  isEarlier: boolean;
  verdict: Verdict | undefined;
  accountStatus: string;
}

/** Refetched each time a dialog opens. */
const options = { refetchOnMount: "always" } as const;

/** Finds the stage in which a request was made. @param stages newest first */
function stageOf(stages: readonly Stage[], { createdAt }: Pick<PayoutRow, "createdAt">) {
  return stages.find(({ startedAt }) => startedAt <= createdAt) ?? stages.at(-1);
}

function withoutItself(readiness: Readiness, { status }: Pick<PayoutRow, "status">): Readiness {
  if (status !== "pending") return readiness;
  const reasons = readiness.reasons.filter(({ code }) => code !== "request_pending");
  return { ...readiness, reasons, ready: reasons.length === 0 };
}

/** Fetches the current readiness of a trader, and the verdict on the stage of a request. */
export function usePayoutEvidence(payout: Pick<PayoutRow, "userId" | "createdAt" | "status">) {
  const { userId } = payout;
  const readiness = trpc.admin.payouts.readiness.useQuery({ userId }, options);
  const stages = trpc.admin.stages.list.useQuery({ userId }, options);
  const trader = trpc.admin.users.summary.useQuery({ id: userId }, options);
  const stage = stages.data && stageOf(stages.data, payout);
  const verdict = trpc.admin.verdict.useQuery(
    { userId, stage: stage?.id },
    { ...options, enabled: stage !== undefined },
  );
  const current = stages.data && currentStage(stages.data);
  const isComplete = stages.data && (stage === undefined || verdict.data);
  const facts: PayoutEvidenceFacts | undefined =
    readiness.data && trader.data && isComplete
      ? {
          readiness: withoutItself(readiness.data, payout),
          stage,
          current,
          isEarlier: stage !== undefined && stage.id !== current?.id,
          verdict: verdict.data,
          accountStatus: trader.data.tradingAccount.status,
        }
      : undefined;
  return { facts, ...joinQueries(readiness, stages, trader, verdict) };
}
