import { storedCents } from "../../../platform/money/money.ts";
import type { ConductRule } from "../kinds/conduct/conduct.schema.ts";
import { percentHundredths, percentOf } from "../kinds/parts/figures.rule.ts";
import type { ConductVerdict } from "./conduct-verdict.schema.ts";

/** A closed trade of which a part leaves the payable profit. */
export interface DeductedTrade {
  position: string;
  /** Milliseconds since 1970 UTC. */
  closeTime: number;
  /** Cents. */
  net: bigint;
  /** The greatest of its percentages, as the rules state it. */
  percent: string;
  /** The keys of the findings, in the order of the rules. */
  causes: string[];
}

/** Only a net above 0 is deducted, and no loss. Cents. */
export function deductionOf({ net, percent }: Pick<DeductedTrade, "net" | "percent">): bigint {
  return net > 0n ? percentOf(net, percent) : 0n;
}

/** Returns the closed trades that standing findings deduct, each once, by its greatest percentage. */
export function deductedTrades(
  rules: readonly Pick<ConductRule, "deductPercent">[],
  conduct: readonly ConductVerdict[],
): Map<string, DeductedTrade> {
  const deducted = new Map<string, DeductedTrade>();
  for (const { index, findings } of conduct) {
    const percent = rules[index]!.deductPercent;
    for (const { key, status, consequence, trades } of findings) {
      if (percent === null || status !== "stands" || consequence !== "deduct") continue;
      for (const { position, closeTime, net } of trades) {
        if (closeTime === null) continue;
        const closed = { position, closeTime: Date.parse(closeTime), net: storedCents(net) };
        addDeduction(deducted, { ...closed, percent, causes: [key] });
      }
    }
  }
  return deducted;
}

/** Adds a cause to a trade, which is deducted once, by its greatest percentage. */
export function addDeduction(
  deducted: Map<string, DeductedTrade>,
  { position, closeTime, net, percent, causes }: DeductedTrade,
): void {
  const present = deducted.get(position) ?? { position, closeTime, net, percent, causes: [] };
  const isGreater = percentHundredths(percent) > percentHundredths(present.percent);
  deducted.set(position, {
    ...present,
    percent: isGreater ? percent : present.percent,
    causes: [...present.causes, ...causes],
  });
}
