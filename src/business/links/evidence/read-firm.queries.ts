import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { storedCents } from "../../../platform/money/money.ts";
import { milliseconds, readDeal } from "../../record/records/read-records.queries.ts";
import type { DealSide, RecordedDeal } from "../../rulebook/timeline/trading-record.rule.ts";
import type { AccountTrades } from "./detector.rule.ts";
import type { StageDeals } from "./exposure.rule.ts";
import {
  type ReadInstrument,
  tradesInWindow,
  type Window,
  windowTrade,
  type WindowTrade,
} from "./window.rule.ts";

interface TradeRow {
  accountId: number;
  position: string;
  symbol: string;
  side: DealSide;
  openTime: number;
  closeTime: number;
  volume: string;
  net: string;
  /** The deals of a trade that was open at the end of the window. */
  deals: JsonDeal[] | null;
}

type JsonDeal = Omit<RecordedDeal, Money> & Record<Money, string>;
type Money = "profit" | "commission" | "swap" | "fee";

/** The accounts whose trades are read by one statement. More take long to read without a pause. */
const CHUNK = 100;

/**
 * Reads the trades of all accounts in a window, as of its end. A trade that was closed by then is read as it is kept;
 * the others are derived from their deals up to then.
 */
export async function readFirm(
  kysely: Kysely<Tables>,
  window: Window,
  instrumentOf: ReadInstrument,
): Promise<AccountTrades[]> {
  const accounts: AccountTrades[] = [];
  for (let last = 0; ;) {
    const chunk = await kysely
      .selectFrom("trading_accounts")
      .select(["id", "user_id as userId"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(CHUNK)
      .execute();
    if (chunk.length === 0) return accounts;
    last = chunk.at(-1)!.id;
    const users = new Map(chunk.map(({ id, userId }) => [id, userId]));
    const rows = await readTrades(kysely, [...users.keys()], window);
    for (const [accountId, own] of Map.groupBy(rows, (row) => row.accountId)) {
      const trades = own.flatMap((row) => readTrade(row, window, instrumentOf));
      if (trades.length > 0) accounts.push({ userId: users.get(accountId)!, trades });
    }
  }
}

async function readTrades(
  kysely: Kysely<Tables>,
  accountIds: number[],
  { from, to }: Window,
): Promise<TradeRow[]> {
  const end = new Date(to).toISOString();
  const { rows } = await sql<TradeRow>`
    select trades.account_id as "accountId", trades.position, trades.symbol, trades.side,
      ${milliseconds("trades.open_time")} as "openTime",
      ${milliseconds("trades.close_time")} as "closeTime",
      trades.volume::text as volume, trades.net, open.deals
    from trades
    join deals as first on first.account_id = trades.account_id and first.id = trades.id
      and first.entry <> 'out'
    left join lateral (
      select json_agg(json_build_object('ticket', ticket, 'position', position,
        'time', ${milliseconds("time")}, 'entry', entry, 'symbol', symbol, 'side', side,
        'volume', volume::text, 'price', price::text, 'profit', profit::text,
        'commission', commission::text, 'swap', swap::text, 'fee', fee::text)) as deals
      -- First what is known of the trade: the deals of a trade that was closed by then are not looked for.
      from deals where trades.close_order >= ${end}::timestamptz
        and deals.account_id = trades.account_id and deals.stage_id = trades.stage_id
        and deals.position = trades.position and stands and time < ${end}::timestamptz
    ) as open on true
    where trades.account_id = any(${accountIds})
      and trades.open_time >= ${new Date(from).toISOString()}::timestamptz
      and trades.open_time < ${end}::timestamptz
    order by trades.account_id, trades.open_time, trades.id`.execute(kysely);
  return rows;
}

function readTrade(row: TradeRow, window: Window, instrumentOf: ReadInstrument): WindowTrade[] {
  if (row.deals === null) {
    return [windowTrade({ ...row, net: storedCents(row.net) }, window.to, instrumentOf)];
  }
  return tradesInWindow(row.deals.map(readDeal), window, instrumentOf);
}

/** Reads the deals of traders' trades that were opened in a window, by trader and stage. */
export async function readWindowDeals(
  kysely: Kysely<Tables>,
  userIds: readonly number[],
  { from, to }: Window,
): Promise<Map<number, StageDeals[]>> {
  const accounts = await readAccounts(kysely, userIds);
  const ids = accounts.map(({ id }) => id);
  const end = new Date(to).toISOString();
  const { rows } = await sql<{ accountId: number; stageId: number } & JsonDeal>`
    select deals.account_id as "accountId", deals.stage_id as "stageId", deals.ticket, deals.position,
      ${milliseconds("deals.time")} as time, deals.entry, deals.symbol, deals.side,
      deals.volume::text as volume, deals.price::text as price, deals.profit, deals.commission,
      deals.swap, deals.fee
    from trades
    join deals on deals.account_id = trades.account_id and deals.stage_id = trades.stage_id
      and deals.position = trades.position and deals.stands and deals.time < ${end}::timestamptz
    where trades.account_id = any(${ids})
      and trades.open_time >= ${new Date(from).toISOString()}::timestamptz
      and trades.open_time < ${end}::timestamptz`.execute(kysely);
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map(
    accounts.map(({ id, userId }) => {
      const stages = Map.groupBy(byAccount.get(id) ?? [], ({ stageId }) => stageId);
      return [userId, [...stages.values()].map((deals) => deals.map(readDeal))];
    }),
  );
}

/** Reads the accounts of traders. */
export function readAccounts(kysely: Kysely<Tables>, userIds: readonly number[]) {
  return kysely
    .selectFrom("trading_accounts")
    .select(["id", "user_id as userId"])
    .where("user_id", "in", [...userIds])
    .execute();
}
