/** The least that each history call can be: one statement on the derived rows. */
export const derivedReads = {
  days: `select json_agg(d)::text from (
      select day, opening_balance::text, closing_balance::text, net::text, trades, wins, losses,
        equity_low::text, equity_high::text, carried_since, first_observation, open_since,
        open_seconds, observed_seconds
      from trading_days where account_id = $1 and stage_id = $2 order by day) as d`,
  statistics: `select count(*), count(*) filter (where net > 0), count(*) filter (where net < 0),
      sum(net) filter (where net > 0), sum(net) filter (where net < 0), max(net), min(net),
      avg(extract(epoch from close_time - open_time)),
      (select json_agg(s) from (select symbol, count(*), sum(net), sum(volume) from trades
        where account_id = $1 and stage_id = $2 group by symbol) as s)
    from trades where account_id = $1 and stage_id = $2 and close_time is not null`,
  equity: `select json_agg(points order by day)::text from trading_days
    where account_id = $1 and stage_id = $2`,
} as const;
