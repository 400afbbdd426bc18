import type { RecordedDeal } from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import { Random } from "../../src/demo/trading/random.ts";
import type { NaiveAccount } from "./naive-links.ts";

/** The firm trades for two hours around a midnight, so that entries of one minute belong to two days. */
export const firmOpens = Date.UTC(2026, 2, 2, 23);
export const firmCloses = Date.UTC(2026, 2, 3, 1);

const symbols = ["EURUSD", "EURUSD.ecn", "MES", "ES", "#X"];

/** A position with its deals; times are whole seconds. */
interface Position {
  symbol: string;
  side: "buy" | "sell";
  opened: number;
  /** Seconds until it is closed. */
  held: number;
  volume: number;
  /** A volume that is added after half of the time, and one that is closed then. */
  added?: number;
  taken?: number;
}

/** Returns a firm with unrelated traders, a copier, a hedger and a crowd. */
export function randomFirm(seed: number): NaiveAccount[] {
  const random = new Random(seed);
  const traders = random.integer(3, 7);
  const opening = () => firmOpens / 1000 + random.integer(-600, 7100);
  const position = (opened = opening()): Position => ({
    symbol: random.pick(symbols),
    side: random.pick(["buy", "sell"]),
    opened,
    held: random.pick([5, 20, 61, 300, 2000, 9000]),
    volume: random.integer(1, 40) / 100,
    ...(random.chance(0.2) && { added: random.integer(1, 10) / 100 }),
    ...(random.chance(0.2) && { taken: 0.01 }),
  });
  const books: Position[][] = Array.from({ length: traders }, () =>
    Array.from({ length: random.integer(0, 25) }, () => position()),
  );
  const busiest = books.toSorted((a, b) => b.length - a.length)[0]!;
  const follow = (turn: boolean): Position[] =>
    busiest
      .filter(() => random.chance(0.8))
      .map((leader) => ({
        ...leader,
        side: turn ? (leader.side === "buy" ? "sell" : "buy") : leader.side,
        opened: leader.opened + random.integer(-2, 9),
        held: leader.held + random.integer(-3, 12),
        volume: random.chance(0.8) ? leader.volume * 2 : 0.07,
      }));
  books.push(follow(false), follow(true));
  const news = opening();
  const crowd = { ...position(news), symbol: "EURUSD" };
  for (const book of books) {
    if (random.chance(0.8)) {
      book.push({ ...crowd, opened: news + random.integer(-8, 8), held: random.integer(5, 4000) });
    }
  }
  return books.map((book, index) => ({
    userId: index + 1,
    deals: book.flatMap((each, place) => dealsOf(each, `${index + 1}${100 + place}`, random)),
  }));
}

function dealsOf(position: Position, name: string, random: Random): RecordedDeal[] {
  const { symbol, side, opened, volume, added = 0, taken = 0 } = position;
  const held = Math.max(position.held, 2);
  const deal = (time: number, entry: "in" | "out", size: number): RecordedDeal => ({
    ticket: `${name}/${entry}/${time}`,
    position: name,
    time: time * 1000,
    entry,
    symbol,
    side: entry === "in" ? side : side === "buy" ? "sell" : "buy",
    volume: size.toFixed(2),
    price: "1.10000",
    profit: entry === "out" ? BigInt(random.integer(-9000, 9000)) : 0n,
    commission: -7n,
    swap: 0n,
    fee: 0n,
  });
  const middle = opened + Math.floor(held / 2);
  const partial = taken > 0 && taken < volume + added;
  return [
    deal(opened, "in", volume),
    ...(added > 0 ? [deal(middle, "in", added)] : []),
    ...(partial ? [deal(middle, "out", taken)] : []),
    deal(opened + held, "out", volume + added - (partial ? taken : 0)),
  ];
}
