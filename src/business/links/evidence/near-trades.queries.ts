import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { milliseconds } from "../../record/records/read-records.queries.ts";
import { firstFrom } from "./entry-book.rule.ts";
import { readAccounts } from "./read-firm.queries.ts";
import type { ReadInstrument, Window } from "./window.rule.ts";

interface Reach {
  window: Window;
  /** How far apart two trades may be opened. */
  seconds: number;
  /** How many trades two accounts must have opened so close to each other. */
  matches: number;
  instrumentOf: ReadInstrument;
}

interface OpenedTrade {
  accountId: number;
  symbol: string;
  time: number;
}

/** Of more trades, reading what was opened near them costs more than reading the whole firm. */
const MOST_TRADES = 2_000;
/** The stretches of time that are read by one statement. */
const CHUNK = 100;

/**
 * Whether traders may match with others at all: two accounts match at most as often as trades of theirs were opened in one
 * instrument within reach of each other. It reads what was opened near their own trades, and not the whole firm.
 * @returns true, too, if the traders have many trades
 */
export async function mayHaveMatches(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  { window, seconds, matches, instrumentOf }: Reach,
): Promise<boolean> {
  const own = await readOwnTrades(kysely, userIds, window);
  if (own.length > MOST_TRADES) return true;
  const ofInstruments = Map.groupBy(own, ({ symbol }) => instrumentOf(symbol).name);
  const reach = seconds * 1000;
  const counts = new Map<string, number>();
  for await (const trade of readNear(kysely, own, reach)) {
    const candidates = ofInstruments.get(instrumentOf(trade.symbol).name) ?? [];
    for (let place = firstFrom(candidates, trade.time - reach); ; place += 1) {
      const near = candidates[place];
      if (!near || near.time > trade.time + reach) break;
      if (near.accountId === trade.accountId) continue;
      const pair = `${near.accountId} ${trade.accountId}`;
      const count = (counts.get(pair) ?? 0) + 1;
      if (count >= matches) return true;
      counts.set(pair, count);
    }
  }
  return false;
}

/** Reads the trades of traders that were opened in a window, in the order of time. */
async function readOwnTrades(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  { from, to }: Window,
): Promise<OpenedTrade[]> {
  const accounts = await readAccounts(kysely, userIds);
  const { rows } = await sql<OpenedTrade>`
    select account_id as "accountId", symbol, ${milliseconds("open_time")} as time from trades
    where account_id = any(${accounts.map(({ id }) => id)})
      and open_time >= ${new Date(from).toISOString()}::timestamptz
      and open_time < ${new Date(to).toISOString()}::timestamptz
    order by open_time limit ${MOST_TRADES + 1}`.execute(kysely);
  return rows;
}

/** Yields the trades of all accounts that were opened within reach of some trades. */
async function* readNear(
  kysely: Kysely<Tables>,
  trades: readonly OpenedTrade[],
  reach: number,
): AsyncGenerator<OpenedTrade> {
  const stretches = stretchesOf(trades, reach);
  for (let place = 0; place < stretches.length; place += CHUNK) {
    const conditions = stretches.slice(place, place + CHUNK).map(({ from, to }) => {
      const [first, last] = [from, to].map((time) => new Date(time).toISOString());
      return sql`open_time >= ${first}::timestamptz and open_time <= ${last}::timestamptz`;
    });
    const { rows } = await sql<OpenedTrade>`
      select account_id as "accountId", symbol, ${milliseconds("open_time")} as time from trades
      where ${sql.join(conditions, sql` or `)}`.execute(kysely);
    yield* rows;
  }
}

/** Returns the times within reach of trades, which are in the order of time, without overlaps. */
function stretchesOf(trades: readonly OpenedTrade[], reach: number) {
  const stretches: { from: number; to: number }[] = [];
  for (const { time } of trades) {
    const last = stretches.at(-1);
    if (last && last.to >= time - reach) last.to = time + reach;
    else stretches.push({ from: time - reach, to: time + reach });
  }
  return stretches;
}
