/** The properties of a symbol. Prices are whole ticks; a tick is the last decimal of a price. */
export interface Instrument {
  symbol: string;
  digits: number;
  /** Units per lot. */
  contractSize: number;
  /** The currency of its price. All accounts are in dollars. */
  quote: "USD" | "JPY";
  /** Today's price in the market of the demo. */
  level: number;
  /** Standard deviation of a day's change, as a fraction of the price. */
  dailyMove: number;
  /** Ask minus bid, in ticks. */
  spread: number;
  /** Cents per lot, for opening and closing together. */
  commission: number;
  /** Cents per lot and night. */
  swap: { buy: number; sell: number };
}

type Row = readonly [
  symbol: string,
  digits: number,
  contractSize: number,
  level: number,
  dailyMove: number,
  spread: number,
  commission: number,
  swap: readonly [buy: number, sell: number],
];

const rows: readonly Row[] = [
  ["EURUSD", 5, 100_000, 1.1652, 0.005, 2, 700, [-720, 260]],
  ["GBPUSD", 5, 100_000, 1.3347, 0.0058, 4, 700, [-410, -180]],
  ["USDJPY", 3, 100_000, 153.24, 0.0062, 4, 700, [980, -1850]],
  ["XAUUSD", 2, 100, 4121.35, 0.0105, 18, 700, [-5200, 1900]],
  ["US30", 1, 1, 47_215.5, 0.0085, 20, 0, [-720, 90]],
  ["NAS100", 1, 1, 25_104.2, 0.0115, 12, 0, [-390, 60]],
  ["BTCUSD", 2, 1, 96_480.15, 0.022, 1500, 0, [-2600, -900]],
];

export const instruments: readonly Instrument[] = rows.map(
  ([symbol, digits, contractSize, level, dailyMove, spread, commission, [buy, sell]]) => ({
    symbol,
    digits,
    contractSize,
    quote: symbol === "USDJPY" ? "JPY" : "USD",
    level,
    dailyMove,
    spread,
    commission,
    swap: { buy, sell },
  }),
);

/** Instruments with a tick value of one cent for 0.01 lots, so that any result can be reached. */
export const centInstruments = instruments.filter(
  ({ quote, contractSize, digits }) => quote === "USD" && contractSize === 10 ** digits,
);
