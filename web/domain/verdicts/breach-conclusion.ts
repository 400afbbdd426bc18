import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { kindOf } from "../../../src/business/rulebook/kinds/kinds.rule.ts";
import {
  brokenConduct,
  brokenRules,
} from "../../../src/business/record/verdicts/review-subject.rule.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { momentIn, sayTimes } from "../format/dates.ts";

const floorNames: Readonly<Record<string, string>> = {
  daily_loss: "daily floor",
  max_loss: "maximum loss floor",
};

/**
 * States in a few words how far limits were crossed, and which rules of conduct were broken: `$28.78 below the daily
 * floor`. Each has its own text.
 * @param time the zone of the rules, if the texts state the time: `$28.78 below the daily floor at Mar 02, 2026, …`
 */
export function concludeBreach(
  verdict: Verdict,
  currency: string,
  ...time: [timeZone?: string | undefined]
): string[] {
  const found = brokenConduct(verdict).map(({ finding }) => sayTimes(finding.reason, ...time));
  const broken = brokenRules(verdict).map(({ kind, breach, reason }) => {
    if (!breach?.value || !breach.floor) return sayTimes(reason, ...time);
    const below = storedCents(breach.floor) - storedCents(breach.value);
    const floor = floorNames[kind] ?? `${kindOf(kind).name.toLowerCase()} floor`;
    const where =
      below === 0n ? `Exactly at the ${floor}` : `${moneyIn(currency)(below)} below the ${floor}`;
    return time.length === 0 ? where : `${where} at ${momentIn(breach.at, ...time)}`;
  });
  return [...broken, ...found];
}
