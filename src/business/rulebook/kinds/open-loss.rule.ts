import { breachedWhen, consequence, figure } from "./parts/field.rule.ts";
import { figureCents, figureInMoney } from "./parts/figures.rule.ts";
import { FloorLimit, type FloorState, initialFloorState } from "./parts/floor.rule.ts";
import { limitKind, type RuleOfKind } from "./parts/kind.rule.ts";
import type { Account, Moment } from "./parts/limit.rule.ts";
import { sizeWarnings } from "./parts/loss.rule.ts";

export const openLoss = limitKind({
  kind: "open_loss",
  name: "Open loss",
  fields: { limit: figure({ label: "Limit" }), breachedWhen, consequence },
  words({ limit, breachedWhen: when }, { initialBalance, money }) {
    const verb = when === "below" ? "must not exceed" : "must stay under";
    return `The total loss of open positions ${verb} ${figureInMoney(limit, initialBalance, money)}.`;
  },
  warnings: ({ limit }, stage) => sizeWarnings("Open loss", limit, stage),
});

type OpenLossRule = RuleOfKind<typeof openLoss>;

/**
 * Open positions together must not lose more than a limit: equity minus the balance is compared with the negative
 * limit.
 */
export class OpenLoss extends FloorLimit<OpenLossRule> {
  override readonly floor: bigint;

  static initialState(): FloorState {
    return { ...initialFloorState };
  }

  constructor(rule: OpenLossRule, account: Account, state = OpenLoss.initialState()) {
    super(rule, account, state);
    this.floor = -figureCents(rule.limit, account.initialBalance);
  }

  override play(moment: Moment): void {
    const { balance } = moment.instant;
    const open = moment.equity.map(({ value, source }) => ({ value: value - balance, source }));
    this.compareAll(open, moment);
  }

  protected override get subject(): string {
    return "The result of open positions";
  }

  report() {
    return this.reportFloor(null, null);
  }
}
