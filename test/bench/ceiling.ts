import Fastify from "fastify";
import pg from "pg";

/**
 * The minimum work of a server on this database: one hand-written, prepared statement per call, whose JSON is built by
 * PostgreSQL. It neither authenticates nor validates nor logs, decrypts nothing, and stores no payment details. The
 * additional cost of the product is for sessions, rules, validation, encryption and the audit log.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const server = Fastify();

const time = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const account = `id, user_id as "userId", login, server, balance::text, profit_loss::text as
  "profitLoss", status, phase, payout_enabled as "payoutEnabled", daily_drawdown_limit as
  "dailyDrawdownLimit", overall_loss_limit as "overallLossLimit", profit_target as "profitTarget",
  ${time("created_at")} as "createdAt"`;
const payout = `id, user_id as "userId", amount::text, payment_method as "paymentMethod",
  sealed_details as "paymentDetails", status, admin_notes as "adminNotes",
  ${time("created_at")} as "createdAt"`;
const trader = `users.id, full_name as "fullName", email, country, city, street,
  house_number as "houseNumber", privacy_policy_agreed as "privacyPolicyAgreed", banned,
  ban_reason as "banReason", ${time("users.created_at")} as "createdAt", (select row_to_json(account)
  from (select ${account} from trading_accounts where user_id = users.id) as account)
  as "tradingAccount"`;

const list = (rows: string) =>
  `select coalesce(json_agg(item), '[]')::text as json from (${rows}) as item`;

const statements = {
  account: `select row_to_json(item)::text as json from (
    select ${account}, master_password as "masterPassword" from trading_accounts where user_id = $1) as item`,
  payouts: list(`select ${payout} from payout_requests where user_id = $1 order by id desc`),
  request: `with item as (
      insert into payout_requests (user_id, amount, payment_method, created_at)
      select $1, $2::numeric, $3, now() from trading_accounts
      where user_id = $1 and payout_enabled returning ${payout})
    select row_to_json(item)::text as json from item`,
  search: `with found as materialized (
      select id from users where search_text like $1 limit 1001)
    select count(*)::text as total, (${list(`select ${trader} from users
      where search_text like $1 order by users.id desc limit 50`)}) as json from found`,
  list: list(`select ${trader} from users order by users.id desc limit 1000`),
  overview: `select json_build_object('counts', (${list(
    "select kind, status, currency, sum(count) as count, sum(amount)::text as amount from counters group by 1, 2, 3",
  )})::json, 'recentUsers', (${list(`select ${trader} from users order by users.id desc limit 5`)})::json)::text as json`,
};

async function ask(name: keyof typeof statements, values: unknown[] = []): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ name, text: statements[name], values });
  return rows[0]!.json;
}

const whoever = (headers: Record<string, unknown>) => Number(headers["x-trader"]);

server.addHook("onRequest", async (_request, reply) => {
  reply.type("application/json; charset=utf-8");
});
server.get("/api/user/account", ({ headers }) => ask("account", [whoever(headers)]));
server.get("/api/user/payouts", ({ headers }) => ask("payouts", [whoever(headers)]));
server.post<{ Body: { amount: string; paymentMethod: string } }>(
  "/api/user/payouts",
  async ({ headers, body }, reply) => {
    reply.code(201);
    return ask("request", [whoever(headers), body.amount, body.paymentMethod]);
  },
);
server.get<{ Querystring: { search?: string } }>("/api/admin/users", ({ query }) =>
  query.search ? ask("search", [`%${query.search.toLowerCase()}%`]) : ask("list"),
);
server.get("/api/admin/dashboard", () => ask("overview"));

await server.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
