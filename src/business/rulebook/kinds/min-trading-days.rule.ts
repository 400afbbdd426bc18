import { moneyIn } from "../../../platform/money/money.ts";
import { choice, days, type FieldTexts, figure, optional } from "./parts/field.rule.ts";
import { counted, dayCount, figureCents, figureInMoney } from "./parts/figures.rule.ts";
import { objectiveKind, type RuleOfKind } from "./parts/kind.rule.ts";
import { type Account, type Moment, Objective } from "./parts/limit.rule.ts";

/** Only profitable days can require a minimum. */
const countsProfitableDays = ({ counts }: FieldTexts) => counts === "profitable";

const countedDays = {
  opened: "on which a position is opened",
  closed: "on which a position is closed",
  traded: "on which a position is opened or closed",
  opened_and_closed: "on which a trade is both opened and closed",
};

export const minTradingDays = objectiveKind({
  kind: "min_trading_days",
  name: "Trading days",
  unit: "days",
  fields: {
    days: days({ label: "Days" }),
    counts: choice(
      { label: "Counts", changed: "counted by" },
      {
        opened: { label: "Days with an opened position", changed: "positions opened" },
        closed: { label: "Days with a closed position", changed: "positions closed" },
        traded: { label: "Days with any deal", changed: "positions opened or closed" },
        opened_and_closed: {
          label: "Days with a trade opened and closed",
          changed: "trades opened and closed",
        },
        profitable: { label: "Profitable days", changed: "profit" },
      },
    ),
    minimumProfit: optional(
      figure({
        label: "Minimum profit of a day",
        unitLabel: "Unit of the minimum profit",
        hint: "Leave empty for any profit.",
        changed: "minimum profit",
        appliesTo: countsProfitableDays,
      }),
    ),
  },
  words(rule, { initialBalance, money }) {
    if (rule.counts !== "profitable") {
      return `There must be at least ${dayCount(rule.days)} ${countedDays[rule.counts]}.`;
    }
    const profit = rule.minimumProfit
      ? `a result of at least ${figureInMoney(rule.minimumProfit, initialBalance, money)}`
      : "a profit";
    return `There must be at least ${dayCount(rule.days)} with ${profit}.`;
  },
  warnings: (rule) => [
    ...(rule.days === 0 ? ["Trading days: 0 days are met from the start."] : []),
    ...(rule.counts === "profitable" && !rule.minimumProfit
      ? [
          "Trading days: profitable days are counted without a minimum profit; specify how much a day must earn.",
        ]
      : []),
    ...(rule.counts !== "profitable" && rule.minimumProfit
      ? [
          "Trading days: the minimum profit has no effect, because the rule does not count profitable days.",
        ]
      : []),
  ],
});

type MinTradingDaysRule = RuleOfKind<typeof minTradingDays>;

export interface MinTradingDaysState {
  /** Completed days that count. */
  days: number;
  /** Whether the current day has a deal that counts; `profitable` also depends on its net. */
  hasCounted: boolean;
  /** The net of the current day. Cents. */
  net: bigint;
  /** The days on which open trades were opened, by `keyOf` of their positions. */
  openedOn: Record<string, string>;
}

/** A platform may give positions any name, even `__proto__`, which is unsafe as the key of an object. */
const keyOf = (position: string) => `#${position}`;

/** The trader must trade on a number of days. */
export class MinTradingDays extends Objective<MinTradingDaysRule, MinTradingDaysState> {
  static initialState(): MinTradingDaysState {
    return { days: 0, hasCounted: false, net: 0n, openedOn: {} };
  }

  constructor(rule: MinTradingDaysRule, account: Account, state = MinTradingDays.initialState()) {
    super(rule, account, state);
  }

  override play(moment: Moment): void {
    const { deals, net } = moment.instant;
    if (deals.length === 0) return;
    this.state.net += net;
    if (this.#countsNow(moment)) this.state.hasCounted = true;
  }

  #countsNow(moment: Moment): boolean {
    const { counts } = this.rule;
    const { deals } = moment.instant;
    if (counts === "opened") return deals.some(({ entry }) => entry !== "out");
    if (counts === "closed") return deals.some(({ entry }) => entry !== "in");
    return counts !== "opened_and_closed" || this.#closesTradeOfToday(moment);
  }

  #closesTradeOfToday({ instant, day }: Moment): boolean {
    const { openedOn } = this.state;
    let closes = false;
    for (const { position, event } of instant.legs) {
      const key = keyOf(position);
      if (event === "opened") openedOn[key] = day.name;
      else {
        closes ||= openedOn[key] === day.name;
        delete openedOn[key];
      }
    }
    return closes;
  }

  get #countsToday(): boolean {
    if (!this.state.hasCounted) return false;
    return this.rule.counts !== "profitable" || this.state.net >= this.#minimumProfit;
  }

  /** If the rule has none, a day with any profit counts. */
  get #minimumProfit(): bigint {
    const { minimumProfit } = this.rule;
    return minimumProfit === null ? 1n : figureCents(minimumProfit, this.account.initialBalance);
  }

  override endDay(): void {
    if (this.#countsToday) this.state.days += 1;
    this.state.hasCounted = false;
    this.state.net = 0n;
  }

  report() {
    const value = this.state.days + (this.#countsToday ? 1 : 0);
    const target = this.rule.days;
    const missing = Math.max(0, target - value);
    return {
      status: missing === 0 ? ("met" as const) : ("not_met" as const),
      value,
      target,
      missing,
      reachedAt: null,
      reason: `${counted(value, "day")} ${value === 1 ? "counts" : "count"} of ${target}: days ${this.#words()}.`,
    };
  }

  #words(): string {
    const words = {
      opened: "on which a position was opened",
      closed: "on which a position was closed",
      traded: "with a deal",
      opened_and_closed: "on which a trade was opened and closed",
      profitable: `with a profit of at least ${moneyIn(this.account.currency)(this.#minimumProfit)}`,
    };
    return words[this.rule.counts];
  }
}
