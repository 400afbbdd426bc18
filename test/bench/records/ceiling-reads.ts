/**
 * Each history call as one statement on the derived rows; the curve is thinned to 500 points, like that of the product.
 */
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
  equity: `with point as (
      select (p->>0)::bigint as time, (p->>1)::bigint as balance, (p->>2)::bigint as equity
      from trading_days, jsonb_array_elements(points) as p where account_id = $1 and stage_id = $2
    ), span as (
      select min(time) as first, max(time) as last from point
    ), part as (
      select point.*, first, last,
        least(123, floor((time - first) * 124.0 / (last - first))) as part
      from point, span
    ), ranked as (
      select *,
        row_number() over (partition by part order by balance, time) as balance_low,
        row_number() over (partition by part order by balance desc, time) as balance_high,
        row_number() over (partition by part order by equity nulls last, time) as equity_low,
        row_number() over (partition by part order by equity desc nulls last, time) as equity_high
      from part
    )
    select json_agg(json_build_object('time', to_timestamp(time / 1000.0),
      'balance', round(balance / 100.0, 2)::text, 'equity', round(equity / 100.0, 2)::text)
      order by time)::text
    from ranked where 1 in (balance_low, balance_high, equity_low, equity_high)
      or time in (first, last)`,
} as const;
