import { figureCents } from "../rules/rule-figures.rule.ts";
import type { RuleOf } from "../rules/rules.schema.ts";
import { FloorLimit, type FloorState, initialFloorState } from "./floor.rule.ts";
import type { Account, Moment } from "./moment.rule.ts";

/**
 * Open positions together must not lose more than a limit: equity minus the balance is compared with the negative
 * limit.
 */
export class OpenLoss extends FloorLimit<RuleOf<"open_loss">> {
  override readonly floor: bigint;

  static initialState(): FloorState {
    return { ...initialFloorState };
  }

  constructor(rule: RuleOf<"open_loss">, account: Account, state = OpenLoss.initialState()) {
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
