import { Client } from "pg";

/** Months over which everything is spread; the period of the measured calls is the last twelve of them. */
export const MONTHS = 60;
const STAGES_EACH = 10;

/** A number from 0 to less than 1 that depends on an id alone, another one for each purpose. */
const chance = (id: string, purpose: number) =>
  `((hashint4(${id} + ${purpose * 7919})::bigint + 2147483648) / 4294967296.0)`;

const statements = [
  // The rows are inserted without triggers and references.
  "set session_replication_role = replica",
  `insert into programmes (name, created_at, created_by)
   select 'Programme ' || n, now(), 'Bench' from generate_series(1, 3) as n`,
  `insert into programme_versions
     (programme_id, version, currency, initial_balances, steps, created_at, created_by)
   select n, 1, 'USD', '{100000.00}', '[{"phase": "Phase 1", "payoutEnabled": false},
     {"phase": "Phase 2", "payoutEnabled": false}, {"phase": "Funded", "payoutEnabled": true}]', now(), 'Bench'
   from generate_series(1, 3) as n`,
  // The last of a trader's ten stages is open for every second trader.
  `insert into stages (account_id, phase, currency, initial_balance, started_at, ended_at, outcome,
     created_at, programme_version_id, programme_step)
   select account, 'Phase ' || step, 'USD', 100000, started, ended,
     case when ended is null then null when ${chance("place", 1)} < 0.3 then 'passed'
       when ${chance("place", 1)} < 0.9 then 'failed' else 'abandoned' end,
     started, 1 + account % 3, step
   from (
     select account, number, place, 1 + number % 3 as step, started,
       case when number < ${STAGES_EACH - 1} or account % 2 = 0
         then started + ${chance("place", 2)} * interval '160 days' end as ended
     from (
       select account, number, account * ${STAGES_EACH} + number as place,
         $1::timestamptz + number * interval '${MONTHS / STAGES_EACH} months'
           + ${chance("account", 3)} * interval '20 days' as started
       from generate_series(1, $2::int) as account, generate_series(0, ${STAGES_EACH - 1}) as number
     ) as placed
   ) as planned`,
  `insert into reviews (account_id, stage_id, kind, verdict, subjects, former_status, created_at,
     decision, decided_at, decided_by)
   select account_id, id, 'breach', jsonb_build_object(
       'endedAt', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'reason', repeat('The equity was below the floor. ', 12),
       'rules', jsonb_build_array(
         jsonb_build_object('kind', 'max_loss', 'index', 0, 'breach', null),
         jsonb_build_object('kind', 'daily_loss', 'index', 1, 'breach', jsonb_build_object(
           'at', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))),
     '{}', 'active', ended_at, case when id % 20 > 0 then 'confirm' end,
     case when id % 20 > 0 then ended_at + ${chance("id", 4)} * interval '3 days' end, 'Bench'
   from stages where outcome = 'failed'`,
  `insert into appeals (user_id, subject_kind, subject_id, text, created_at, appealed_at, decision,
     reason, decided_at, decided_by)
   select account_id, 'review', id, 'Please look again', decided_at, decided_at,
     case when id % 60 > 1 then 'deny' end, case when id % 60 > 1 then 'Checked again' end,
     case when id % 60 > 1 then decided_at + interval '1 day' end,
     case when id % 60 > 1 then 'Bench' end
   from reviews where id % 20 = 1 and decision is not null`,
  `insert into actions (account_id, stage_id, login, kind, status, reason, cause_kind, cause_id, event,
     requested_at, requested_by, finished_at)
   select account_id, stage_id, account_id::text, wanted, 'done', 'Breach', 'review', id,
     'breachConfirmed', created_at, 'Rules', created_at + interval '1 minute'
   from reviews, unnest('{close_positions,disable_trading}'::text[]) as wanted`,
  `insert into orders (reference, user_id, currency, total, received_at, email)
   select id::text, account_id, 'USD', 500, started_at, 'bench' || account_id || '@example.com'
   from stages`,
  `insert into order_items (order_id, product, kind, programme_version_id, initial_balance, status,
     stage_id, started_at)
   select orders.id, 'challenge', 'start', programme_version_id, 100000, 'started', stages.id, started_at
   from orders join stages on stages.id = orders.reference::int`,
  `insert into order_steps (order_id, kind, at, received_at, amount)
   select id, kind, received_at, received_at, case when kind = 'refunded' then 100 end
   from orders, unnest('{created,paid,started,refunded}'::text[]) as kind
   where kind <> 'refunded' or id % 20 = 0`,
  `update payout_requests set status = case when id % 50 = 0 then 'cancelled' else status end,
     created_at = $1::timestamptz + ${chance("id", 5)} * interval '${MONTHS} months'`,
  `insert into decisions (user_id, subject_kind, subject_id, step, actor_kind, name, at)
   select user_id, 'payout', id, case status when 'approved' then 'approve' else 'reject' end,
     'administrator', 'Bench', created_at + ${chance("id", 6)} * interval '3 days'
   from payout_requests where status in ('approved', 'rejected')`,
  `insert into payments (run_id, payout_id, amount, currency, payment_method, status, paid_at, paid_by,
     reversed_at)
   select 1, id, amount, 'USD', payment_method, case when id % 40 = 1 then 'reversed' else 'paid' end,
     created_at + interval '5 days', 'Bench',
     case when id % 40 = 1 then created_at + interval '9 days' end
   from payout_requests where status = 'approved'`,
  `update payout_requests set payment_id = payments.id
   from payments where payments.payout_id = payout_requests.id and payments.status = 'paid'`,
  `insert into audit_events (id, chain, position, at, actor_kind, action, trader_id, payout_id, changes,
     previous_hash, hash)
   select id, 0, id, created_at + interval '1 hour', 'trader',
     case status when 'cancelled' then 'payout.cancelled' else 'payout.requested' end, user_id, id,
     '{}', '', '' from payout_requests`,
  `insert into identities (user_id, status, created_at, submitted_at, decided_at, decided_by)
   select user_id, 'approved', started, started, started + interval '5 hours', 'Bench' from (
     select account_id as user_id, min(started_at) as started from stages group by account_id
   ) as first`,
];

/** Adds ten stages to each trader of a database, and all that follows from stages. */
export async function fillFigures(
  databaseUrl: string,
  { traders, start }: { traders: number; start: Date },
): Promise<void> {
  // A connection of its own, because those of the app give up after a while.
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    for (const statement of statements) {
      const parameters = [start.toISOString(), traders];
      const used = statement.includes("$2") ? 2 : statement.includes("$1") ? 1 : 0;
      await client.query(statement, parameters.slice(0, used));
    }
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
}
