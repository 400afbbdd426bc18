import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import { parseCents } from "../../platform/money/money.ts";
import { DAY } from "../../platform/time/durations.rule.ts";
import { limitsOf } from "../demo-record.ts";
import type { DemoAccount } from "../demo-trader.ts";
import { demoTraders } from "../demo-traders.ts";
import { instruments } from "../trading/market.ts";
import { bookingTicket, type PlatformAccount } from "./simulated-account.ts";
import { loginOfCreated } from "./simulated-platform.ts";

/** An account as Propdesk knows it; a record without a ticket has none of the optional parts. */
interface Row {
  userId: number;
  stageId: number;
  email: string;
  name: string;
  login: string;
  initialBalance: string;
  balance: string;
  dayOpening: string | null;
  until: Date;
  lastTicket: string | null;
  bookings: string[];
  isEnabled: boolean;
  wasReviewed: boolean;
  positions: RowPosition[];
}

interface RowPosition {
  id: string;
  symbol: string;
  side: "buy" | "sell";
  volume: string;
  openTime: string;
  openPrice: string;
}

/** A demo account at the end of its record. */
export interface DemoPlatformAccount extends PlatformAccount {
  email: string;
  /** Whether a breach or a pass has already been reviewed, or is waiting for it. */
  wasReviewed: boolean;
}

/**
 * Reads the accounts of the demo traders that have a login and an open stage: Propdesk's records are the only memory of
 * the simulated platform. Accounts of other traders are left out, unless they were opened here, because their records are real.
 */
export async function readPlatformAccounts(
  kysely: Kysely<Tables>,
  now: Date,
): Promise<DemoPlatformAccount[]> {
  const emails = demoTraders.map(({ email }) => email);
  const today = new Date(Math.floor(now.getTime() / DAY) * DAY).toISOString().slice(0, 10);
  const { rows } = await sql<Row>`
    select users.id as "userId", stages.id as "stageId", email, coalesce(full_name, email) as name, accounts.login,
      initial_balance as "initialBalance",
      case when bookings."until" is null then initial_balance else balance end as balance,
      (select opening_balance from trading_days where trading_days.account_id = accounts.id
        and stage_id = stages.id and day = ${today}) as "dayOpening",
      greatest(started_at, bookings."until",
        (select max(time) from snapshots where account_id = accounts.id),
        (select (max(day) + 1)::timestamp at time zone 'UTC' from snapshot_days
          where account_id = accounts.id)) as "until",
      (select max(substring(ticket from '^\\d{1,12}')::bigint) from deals
        where account_id = accounts.id) as "lastTicket",
      array(select ticket from operations where account_id = accounts.id
        and starts_with(ticket, ${bookingTicket("")})) as bookings,
      coalesce((select kind = 'enable_trading' from actions
        where actions.account_id = accounts.id and actions.login = accounts.login
          and kind in ('disable_trading', 'enable_trading') and actions.status = 'done'
        order by delivered_at desc, actions.id desc limit 1), accounts.status = 'active')
        as "isEnabled",
      exists (select from reviews where account_id = accounts.id) as "wasReviewed",
      coalesce((select json_agg(json_build_object('id', position, 'symbol', symbol, 'side', side,
          'volume', volume::text, 'openTime', open_time, 'openPrice', open_price::text))
        from trades where account_id = accounts.id and stage_id = stages.id
          and close_time is null), '[]') as positions
    from trading_accounts accounts
    join users on users.id = accounts.user_id
    join stages on stages.account_id = accounts.id and ended_at is null
    cross join lateral (select max(time) as "until" from (
      select time from deals where account_id = accounts.id and stage_id = stages.id
      union all
      select time from operations where account_id = accounts.id and stage_id = stages.id
    ) booked) bookings
    where accounts.login is not null and (email = any(${emails}) or ${isCreatedHere})
    order by users.id`.execute(kysely);
  return rows.map(accountOf);
}

/** Whether the simulator opened the account: its login follows from the action. */
const isCreatedHere = sql`exists (select from actions where actions.account_id = accounts.id
  and kind = 'create_account' and actions.status = 'done' and actions.login = accounts.login
  and actions.login = (${sql.lit(Number(loginOfCreated(0)))} + actions.id)::text)`;

/** What most rule sets of the demo allow an account to lose on a day. */
const usualLimits: NonNullable<DemoAccount["limits"]> = ["5%", "10%", null];

function accountOf(row: Row): DemoPlatformAccount {
  const { initialBalance, balance, dayOpening, until, lastTicket, positions, ...account } = row;
  const { limits = usualLimits } =
    demoTraders.find(({ email }) => email === row.email)?.account ?? {};
  return {
    ...account,
    initialBalance: parseCents(initialBalance)!,
    balance: parseCents(balance)!,
    dayOpening: parseCents(dayOpening ?? balance)!,
    dailyLimit: limitsOf({ size: Number(initialBalance), limits }).dailyLimit,
    until: new Date(until).getTime(),
    lastTicket: Number(lastTicket ?? 30_000_000),
    positions: positions.flatMap(positionOf),
  };
}

/** Leaves out positions in symbols that the simulated market does not have, such as those of an imported statement. */
function positionOf({ id, symbol, side, volume, openTime, openPrice }: RowPosition) {
  const instrument = instruments.find((each) => each.symbol === symbol);
  if (!instrument) return [];
  return [
    {
      id,
      instrument,
      side,
      volume: Math.round(Number(volume) * 100),
      openTime: Date.parse(openTime),
      openPrice: Math.round(Number(openPrice) * 10 ** instrument.digits),
    },
  ];
}
