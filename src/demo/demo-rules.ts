import { parseLimit } from "../business/traders/accounts/account.rule.ts";
import { percentWords } from "../business/rulebook/kinds/parts/figures.rule.ts";
import type { ConductRule } from "../business/rulebook/kinds/conduct/conduct.schema.ts";
import type { ObjectiveRule } from "../business/rulebook/kinds/kinds.rule.ts";
import type { PayoutRules, Rules } from "../business/rulebook/rules/rules.schema.ts";
import { formatDecimal } from "../platform/money/money.ts";
import type { DemoTrader } from "./demo-trader.ts";
import { EXPERT_ADVISOR_LOGIN } from "./trading/trading-plan.ts";

/** A rule set that some demo accounts share. */
export interface DemoRules {
  name: string;
  rules: Rules;
}

/** The usual figures of the firm; the names of rule sets contain figures that differ. */
const usual = { daily: "5", overall: "10" };
const usualTargets: Record<string, string | undefined> = {
  Evaluation: "8",
  "Phase 1": "8",
  "Phase 2": "5",
};

/**
 * Returns the rules for the limits written for an account. The trading day is in UTC.
 * @returns `undefined` if the texts name no figures
 */
export function demoRulesOf({ account }: DemoTrader): DemoRules | undefined {
  const { phase, size, limits } = account;
  const percent = (text: string | null | undefined) => percentOfSize(text ?? null, size);
  const [daily, overall] = [percent(limits?.[0]), percent(limits?.[1])];
  if (phase === undefined || daily === undefined || overall === undefined) return undefined;
  if (phase === "Funded") {
    const name = setName(phase, { daily, overall });
    const funded = { ...rulesWith(daily, overall), payout: fundedPayout };
    return Number(account.platform?.[0]) === EXPERT_ADVISOR_LOGIN
      ? { name: `${name}, news`, rules: { ...funded, conduct: [news] } }
      : { name, rules: funded };
  }
  const target = percent(limits?.[2]);
  if (target === undefined) return undefined;
  return {
    name: setName(phase, { daily, overall, target }),
    rules: { ...rulesWith(daily, overall), objectives: objectivesOf(phase, target) },
  };
}

/** Returns `5` for `5%`, and also for `$2,500` of 50,000. */
function percentOfSize(text: string | null, size: number): string | undefined {
  const cents = parseLimit(text, { balance: `${size}.00`, profitLoss: "0.00" });
  if (!cents || size === 0) return undefined;
  return percentWords(formatDecimal((cents * 100n) / BigInt(size))).slice(0, -1);
}

/** Returns `Phase 1`, or `Phase 1, 10% target` if a figure is not the usual one. */
function setName(
  phase: string,
  { daily, overall, target }: { daily: string; overall: string; target?: string },
): string {
  const parts = [
    daily !== usual.daily && `${daily}% daily loss`,
    overall !== usual.overall && `${overall}% maximum loss`,
    target !== usualTargets[phase] && `${target}% target`,
  ];
  return [phase, ...parts.filter((part) => part !== false)].join(", ");
}

function rulesWith(daily: string, overall: string): Rules {
  const measured = "equity";
  const breachedWhen = "below";
  return {
    day: { timeZone: "UTC", startsAt: "00:00" },
    observation: { maxGapSeconds: 3600 },
    limits: [
      {
        kind: "daily_loss",
        limit: { percent: daily, of: "initial" },
        from: "balance",
        measured,
        breachedWhen,
        consequence: "fail",
      },
      {
        kind: "max_loss",
        limit: { percent: overall, of: "initial" },
        mode: "static",
        locksAt: null,
        onWithdrawal: "stay",
        measured,
        breachedWhen,
        consequence: "fail",
      },
    ],
    objectives: [],
    payout: null,
  };
}

function objectivesOf(phase: string, target: string): ObjectiveRule[] {
  return [
    { kind: "profit_target", target: { percent: target, of: "initial" } },
    { kind: "min_trading_days", days: 4, counts: "opened", minimumProfit: null },
    ...(phase === "Evaluation"
      ? [{ kind: "consistency", bestDayAtMostPercent: "50" } as const]
      : []),
  ];
}

const fundedPayout: PayoutRules = {
  sharePercent: "80",
  firstAfterDays: 14,
  everyDays: 14,
  minimum: "50.00",
  minimumWinningDays: 5,
  winningDayMinimum: null,
  bestDayAtMostPercent: null,
  bufferAmount: "0.00",
};

/** What is traded around an event costs half of its profit, and the twentieth day would end the account. */
const news: ConductRule = {
  kind: "news",
  impacts: ["high"],
  before: 10,
  after: 10,
  concerns: "currencies",
  instruments: { NAS100: ["USD"] },
  restricts: ["entry", "exit"],
  exceptOpenedBefore: null,
  except: [],
  consequence: "deduct",
  deductPercent: "50",
  strikes: 20,
};

/** Returns the rules that applied to funded traders until some days ago, with a lower profit share. */
export function beforeRaise({ payout, ...rules }: Rules): Rules {
  return { ...rules, payout: payout && { ...payout, sharePercent: "75" } };
}
