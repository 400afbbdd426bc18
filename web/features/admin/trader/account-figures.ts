import type { AccountWithoutPassword } from "../../../../src/business/traders/accounts/account.schema.ts";
import type { Stage } from "../../../../src/business/record/stages/stage.schema.ts";
import { formatDecimal, parseCents, plainAmount } from "../../../../src/platform/money/money.ts";
import { formatSharePoints } from "../../../domain/format/figures.ts";

type Figures = Pick<AccountWithoutPassword, "balance" | "profitLoss">;

const centsOf = (amount: string) => parseCents(amount, Number.POSITIVE_INFINITY) ?? 0n;

/** Returns the initial balance of the current stage; without a stage, the balance less profit and loss. */
export function initialBalance(
  { balance, profitLoss }: Figures,
  stage: Pick<Stage, "initialBalance"> | undefined,
): string {
  return stage?.initialBalance ?? formatDecimal(centsOf(balance) - centsOf(profitLoss));
}

/** Returns the sign of profit and loss, and its share of the initial balance, such as `+2.50%`. */
export function resultOf(
  account: Figures,
  stage: Pick<Stage, "initialBalance"> | undefined,
): { tone: "gain" | "loss" | undefined; percent: string } {
  const result = centsOf(account.profitLoss);
  const initial = centsOf(initialBalance(account, stage));
  return {
    tone: result > 0n ? "gain" : result < 0n ? "loss" : undefined,
    percent: initial > 0n ? formatSharePoints(result, initial) : "0.00%",
  };
}

/** Returns the balance after a correction; `null` if the typed text is not an amount. */
export function correctedBalance(balance: string, amount: string): string | null {
  const change = parseCents(plainAmount(amount));
  return change === null ? null : formatDecimal(centsOf(balance) + change);
}
