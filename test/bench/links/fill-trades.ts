import { Client } from "pg";

const instruments = "'{EURUSD,GBPUSD,USDJPY,XAUUSD,US30,NAS100,BTCUSD}'::text[]";

/** A number from 0 to less than 1 that depends on a leading account and a trade alone, another one for each purpose. */
const chance = (purpose: number) =>
  `((hashint4(led * 1009 + trade + ${purpose * 100_000_007})::bigint + 2147483648) / 4294967296.0)`;

/** Every hundredth account copies the one before it, three seconds later. */
const leader = "case when account % 100 = 0 then account - 1 else account end";

const statements = [
  // The rows are inserted without triggers and references.
  "set session_replication_role = replica",
  `insert into stages (account_id, phase, currency, initial_balance, started_at, created_at)
   select account, 'Phase 1', 'USD', 100000, $1::timestamptz, $1::timestamptz
   from generate_series(1, $2::int) as account`,
  `create temporary table planned as
   select account as account_id, account * 1000 + trade as position,
     (${instruments})[1 + floor(${chance(1)} * 7)::int] as symbol,
     case when ${chance(2)} < 0.5 then 'buy' else 'sell' end as side,
     date_trunc('second', $1::timestamptz + ${chance(3)} * interval '30 days')
       + (case when led < account then 3 else 0 end) * interval '1 second' as opened,
     ${chance(4)} * interval '3 hours' + interval '1 minute' as held
   from (select account, ${leader} as led from generate_series(1, $2::int) as account) as accounts,
     generate_series(1, $3::int) as trade`,
  "delete from planned where opened + held > now()",
  `insert into deals (account_id, stage_id, stands, ticket, "time", token_id, received_at, "position",
     entry, symbol, side, volume, price, profit, commission, swap, fee)
   select planned.account_id, stages.id, true, planned.position || entry,
     case entry when 'in' then opened else opened + held end, 1, now(), planned.position::text, entry,
     symbol, case when entry = 'in' then side when side = 'buy' then 'sell' else 'buy' end, 1.00, 1.1,
     case entry when 'in' then 0 else 10 end, 0, 0, 0
   from planned join stages on stages.account_id = planned.account_id,
     unnest('{in,out}'::text[]) as entry
   order by opened`,
  `insert into trades (account_id, stage_id, "position", id, symbol, side, volume, open_time, close_time,
     close_order, close_day, open_price, close_price, profit, commission, swap, fee, net, has_conflict, sources)
   select deals.account_id, stage_id, deals."position", deals.id, deals.symbol, deals.side, 1.00, opened,
     opened + held, opened + held, (opened + held)::date, 1.1, 1.1, 10, 0, 0, 0, 10, false, '[]'
   from deals join planned on planned.account_id = deals.account_id
     and planned.position::text = deals."position"
   where entry = 'in'`,
];

/** Gives each account of a database the same number of trades in the last 30 days. */
export async function fillTrades(
  databaseUrl: string,
  { traders, trades, start }: { traders: number; trades: number; start: Date },
): Promise<void> {
  // A connection of its own, because those of the app give up after a while.
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    for (const statement of statements) {
      const values = [start.toISOString(), traders, trades];
      const used = statement.includes("$3") ? 3 : statement.includes("$2") ? 2 : 0;
      await client.query(statement, values.slice(0, used));
    }
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
}
