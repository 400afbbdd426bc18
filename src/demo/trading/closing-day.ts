import {
  closeAt,
  closeWithNet,
  findOpportunity,
  type Opportunity,
  type Slot,
  volumeFor,
} from "./opportunity.ts";
import { netOfPosition, type Position } from "./position.ts";
import type { Random } from "./random.ts";
import type { TradingAccount } from "./trading-account.ts";

/** Attempts to find two trades that reach the result exactly. */
const ATTEMPTS = 60;
/** The number of prices to try around the likely one. */
const PRICES = 120;

/**
 * Trades the last day so that the account ends at exactly the planned result: all trades but the last two approach it,
 * and those two reach it to the cent.
 * @param missing cents between the current and the planned profit
 * @param risk approximate cents that one trade may gain or lose
 * @returns whether a combination of volumes and prices was found
 */
export function tradeToResult(
  account: TradingAccount,
  random: Random,
  window: Slot,
  { missing, risk }: { missing: number; risk: number },
): boolean {
  const count = Math.max(2, Math.min(9, Math.ceil(Math.abs(missing) / (1.1 * risk))));
  const slots = cut(window, count);
  let rest = missing;
  for (const [index, slot] of slots.slice(0, -2).entries()) {
    const wanted = (rest / (count - index)) * random.between(0.85, 1.15);
    const found = findFor(account, random, slot, wanted);
    const position = found && closeAt(found, volumeFor(found, wanted), found.likely);
    if (!position) continue;
    account.add(position);
    rest -= Number(netOfPosition(position));
  }
  const [first, second] = slots.slice(-2) as [Slot, Slot];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const wanted = shareOfFirst(random, rest, risk);
    const one = findFor(account, random, first, wanted);
    const other = one && findFor(account, random, second, rest - wanted);
    const pair = other && solve(one, other, wanted, rest);
    if (!pair) continue;
    for (const position of pair) account.add(position);
    return true;
  }
  return false;
}

function findFor(account: TradingAccount, random: Random, slot: Slot, wanted: number) {
  const isFree = account.isFree.bind(account);
  return findOpportunity(account.market, isFree, random, slot, wanted);
}

/**
 * Returns about half of the missing amount. If that is small, returns a usual gain or loss, which the other trade
 * offsets.
 */
function shareOfFirst(random: Random, missing: number, risk: number): number {
  if (Math.abs(missing) > 0.9 * risk) return Math.round(missing * random.between(0.4, 0.6));
  return Math.round((random.chance(0.5) ? 1 : -1) * random.between(0.6, 1.1) * risk);
}

function cut({ from, to }: Slot, count: number): Slot[] {
  const length = (to - from) / count;
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * length,
    to: from + (index + 1) * length,
  }));
}

/** Tries prices of the first position and volumes of the second until both sum up to the missing amount. */
function solve(
  one: Opportunity,
  other: Opportunity,
  wanted: number,
  missing: number,
): [Position, Position] | undefined {
  const volume = volumeFor(one, wanted);
  const usual = volumeFor(other, missing - wanted);
  for (let step = 0; step < PRICES; step += 1) {
    // Starts at the likely price and moves outwards: 0, 1, -1, 2, -2 …
    const change = one.likely + (step % 2 === 0 ? -step / 2 : (step + 1) / 2);
    if (change < one.lowest || change > one.highest) continue;
    const first = closeAt(one, volume, change);
    if (!first) continue;
    const rest = missing - Number(netOfPosition(first));
    for (let size = Math.ceil(usual * 0.7); size <= usual * 1.3; size += 1) {
      const second = closeWithNet(other, size, rest);
      if (second) return [first, second];
    }
  }
  return undefined;
}
