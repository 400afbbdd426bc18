import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import type { AccountWarning } from "../../../src/business/record/warnings/warning.schema.ts";
import {
  type DayStart,
  tradingDays,
} from "../../../src/business/rulebook/timeline/trading-day.rule.ts";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { tightestLimit } from "../../domain/verdicts/rule-figure.ts";

interface Present {
  stage: { id: number; currency: string; endedAt: Date | null };
  verdict: Verdict;
  day: DayStart;
  /** Milliseconds since 1970 UTC. */
  now: number;
}

export interface ShownWarning {
  id: number;
  title: string;
  text: string;
}

/**
 * Chooses the warnings that still matter, at most one of each limit: of today's limit those of the current trading day,
 * and of the stage's limit those of the stage. None if the limit is broken, because the verdict then says so.
 * @param warnings newest first
 */
export function currentWarnings(
  warnings: readonly AccountWarning[],
  { stage, verdict, day, now }: Present,
): ShownWarning[] {
  if (stage.endedAt !== null || verdict.endedAt !== null) return [];
  return (["daily_loss", "max_loss"] as const).flatMap((kind) => {
    const limit = tightestLimit(verdict, kind);
    if (limit?.status !== "kept") return [];
    const today = kind === "daily_loss" ? tradingDays(day)(now).name : null;
    const warning = warnings.find(
      (each) => each.stageId === stage.id && each.kind === kind && each.day === today,
    );
    if (!warning) return [];
    const money = (amount: string) => formatMoney(amount, stage.currency);
    const name = kind === "daily_loss" ? "today's loss limit" : "the maximum loss limit";
    const left = limit.room === null ? "" : ` Now ${money(limit.room)} is left.`;
    return [
      {
        id: warning.id,
        title: `At least ${warning.percent}% of ${name} was used`,
        text: `${money(warning.room)} was left above the floor of ${money(warning.floor)}.${left}`,
      },
    ];
  });
}
