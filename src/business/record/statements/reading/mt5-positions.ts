import type { DealEntry, DealSide } from "../../../rulebook/timeline/trading-record.rule.ts";
import { type Match, matchParts, take } from "./mt5-parts.ts";

/**
 * A row of the Positions table: a position that was closed in the period. Some reports have one row for each of its
 * closing deals.
 */
export interface PositionRow {
  position: string;
  symbol: string;
  side: DealSide;
  volume: bigint;
  closeTime: number;
  closePrice: string;
  profit: bigint;
}

/** A deal whose position is to be found. */
export interface PositionedDeal {
  entry: DealEntry;
  order: string;
  time: number;
  symbol: string;
  side: DealSide;
  volume: bigint;
  price: string;
  profit: bigint;
}

/** A position while its closing deals are sought. */
export interface Holding {
  position: string;
  symbol: string;
  side: DealSide;
  openedAt: number;
  /** Infinite if the Positions table has no row of it. */
  closedAt: number;
  /** The volume and profit that the deals found so far do not explain. */
  volume: bigint;
  profit: bigint;
}

const opposite = (side: DealSide): DealSide => (side === "buy" ? "sell" : "buy");
const keyOf = (...parts: (string | number)[]) => parts.join(" ");

/**
 * Finds the position of each deal of a MetaTrader 5 report, whose Deals table states only orders. A position has the
 * number of the order that opened it. Of a closing deal whose position is not in the report, it is the deal's own order.
 * @param deals in the order of the file, which is chronological
 * @param onGuess called with each deal that may belong to another position as well
 */
export function findPositions(
  deals: PositionedDeal[],
  rows: PositionRow[],
  isNetting: boolean,
  onGuess: (deal: PositionedDeal) => void = () => {},
): string[] {
  // Old builds do not state the type of the account. Positions are only reversed and added to in netting accounts.
  return isNetting || deals.some(({ entry }) => entry === "inout") || wereAddedTo(deals, rows)
    ? findNettingPositions(deals, rows)
    : findHedgingPositions(deals, rows, onGuess);
}

/** Whether a position became larger than the order that opened it. */
function wereAddedTo(deals: PositionedDeal[], rows: PositionRow[]): boolean {
  const left = new Map<string, bigint>();
  for (const { entry, order, volume } of deals)
    if (entry === "in") left.set(order, (left.get(order) ?? 0n) + volume);
  return rows.some(({ position, volume }) => {
    const before = left.get(position);
    // A position that was opened before the period has no opening deal to compare.
    if (before === undefined) return false;
    left.set(position, before - volume);
    return before < volume;
  });
}

/** A netting account has at most one position per symbol. */
function findNettingPositions(deals: PositionedDeal[], rows: PositionRow[]): string[] {
  const closedRows = Map.groupBy(rows, ({ symbol, closeTime }) => keyOf(symbol, closeTime));
  const held = new Map<string, { position: string; volume: bigint }>();
  return deals.map(({ entry, order, time, symbol, volume }) => {
    const current = held.get(symbol);
    if (!current) {
      if (entry === "out") return closedRows.get(keyOf(symbol, time))?.shift()?.position ?? order;
      held.set(symbol, { position: order, volume });
      return order;
    }
    if (entry === "in") current.volume += volume;
    else current.volume = entry === "out" ? current.volume - volume : volume - current.volume;
    if (current.volume <= 0n) held.delete(symbol);
    return current.position;
  });
}

/**
 * In a hedging account, each opening order has a position of its own. A closing deal belongs to the position whose row
 * in the Positions table it matches; the remaining ones closed parts of positions.
 */
function findHedgingPositions(
  deals: PositionedDeal[],
  rows: PositionRow[],
  onGuess: (deal: PositionedDeal) => void,
): string[] {
  const holdings = holdingsOf(deals, rows);
  const positions = new Map<PositionedDeal, string>();
  for (const deal of deals) if (deal.entry === "in") positions.set(deal, deal.order);
  for (const { deal, holding } of matchRows(deals, rows, holdings))
    positions.set(deal, holding.position);
  const bySide = Map.groupBy(holdings.values(), ({ symbol, side }) => keyOf(symbol, side));
  const parts = deals.filter((deal) => !positions.has(deal));
  const partsBySide = Map.groupBy(parts, ({ symbol, side }) => keyOf(symbol, opposite(side)));
  for (const [key, ofSide] of partsBySide) {
    for (const { deal, holding, isGuess } of matchParts(ofSide, bySide.get(key) ?? [])) {
      positions.set(deal, holding.position);
      if (isGuess) onGuess(deal);
    }
  }
  return deals.map((deal) => positions.get(deal) ?? deal.order);
}

function holdingsOf(deals: PositionedDeal[], rows: PositionRow[]): Map<string, Holding> {
  const holdings = new Map<string, Holding>();
  for (const { entry, order, time, symbol, side, volume } of deals) {
    if (entry !== "in") continue;
    const known = holdings.get(order);
    if (known) known.volume += volume;
    else {
      const holding = { position: order, symbol, side, openedAt: time, volume, profit: 0n };
      holdings.set(order, { ...holding, closedAt: Number.POSITIVE_INFINITY });
    }
  }
  for (const [position, ofPosition] of Map.groupBy(rows, (row) => row.position)) {
    const { symbol, side } = ofPosition[0]!;
    const known = holdings.get(position);
    holdings.set(position, {
      position,
      symbol,
      side,
      // A position without an opening deal was opened before the period.
      openedAt: known?.openedAt ?? Number.NEGATIVE_INFINITY,
      closedAt: Math.max(...ofPosition.map(({ closeTime }) => closeTime)),
      volume: known?.volume ?? ofPosition.reduce((sum, row) => sum + row.volume, 0n),
      profit: ofPosition.reduce((sum, row) => sum + row.profit, 0n),
    });
  }
  return holdings;
}

/** Finds the deal of each row: at its closing time, with the same volume, price and profit as far as possible. */
function matchRows(
  deals: PositionedDeal[],
  rows: PositionRow[],
  holdings: Map<string, Holding>,
): Match[] {
  const closings = Map.groupBy(
    deals.filter(({ entry }) => entry === "out"),
    ({ symbol, side, time }) => keyOf(symbol, side, time),
  );
  const pairs = rows.flatMap((row) => {
    const candidates = closings.get(keyOf(row.symbol, opposite(row.side), row.closeTime)) ?? [];
    return candidates.map((deal) => ({ row, deal, score: scoreOf(row, deal) }));
  });
  const matched = new Set<PositionRow | PositionedDeal>();
  return pairs
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ row, deal }): Match[] => {
      const holding = holdings.get(row.position)!;
      if (matched.has(row) || matched.has(deal) || deal.volume > holding.volume) return [];
      matched.add(row).add(deal);
      take(deal, holding);
      return [{ deal, holding, isGuess: false }];
    });
}

function scoreOf(row: PositionRow, deal: PositionedDeal): number {
  return (
    (row.volume === deal.volume ? 4 : 0) +
    (row.closePrice === deal.price ? 2 : 0) +
    (row.profit === deal.profit ? 1 : 0)
  );
}
