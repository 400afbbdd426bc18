import { rm } from "node:fs/promises";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { decryptMasterPassword } from "../../../src/business/traders/accounts/master-password.ts";
import { decryptPaymentDetails } from "../../../src/business/money/payouts/payment-details.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { readSecrets } from "../../../src/platform/vault/secrets.ts";
import { createCipher } from "../../../src/platform/vault/cipher.ts";
import { verifyPassword } from "../../../src/identity/passwords/hash.ts";
import { startApp } from "../../support/app.ts";
import { startCommand } from "../../support/command.ts";
import { createDatabase } from "../../support/database.ts";
import { hashInt4 } from "../../bench/data/hash-int4.ts";
import { createScratchFolder } from "../../support/scratch.ts";

async function emptyDatabase() {
  const { url, drop } = await createDatabase();
  const dataDir = await createScratchFolder("propdesk-bench-");
  onTestFinished(async () => {
    await drop();
    await rm(dataDir, { recursive: true });
  });
  const env = { DATABASE_URL: url, DATA_DIR: dataDir };
  return {
    url,
    env,
    fill: (...args: string[]) => startCommand("test/bench/data/fill-command.ts", args, env).ended,
  };
}

/** Hashes of the rows that the script of the peers creates for 1,000 traders and 3,000 payout requests. */
const digests = {
  users: [
    `id, full_name, email, country, city, street, house_number, privacy_policy_agreed, banned,
     ban_reason, created_at at time zone 'UTC'`,
    "320b1063e01503356a2d0571ad1bc3f8",
  ],
  trading_accounts: [
    `id, user_id, login, server, balance, profit_loss, status, phase, payout_enabled,
     daily_drawdown_limit, overall_loss_limit, profit_target, created_at at time zone 'UTC'`,
    "5476ecc346de862614ed6698dba951e6",
  ],
  payout_requests: [
    `id, user_id, amount, payment_method, status, admin_notes,
     created_at at time zone 'UTC'`,
    "10b7981208a8d087f6335d88f4767b5a",
  ],
  certificates: [
    "id, user_id, name, issued_at at time zone 'UTC', uploaded_at at time zone 'UTC'",
    "6efbb3e6cb2fae87aca70d3a26d9367c",
  ],
};

/** Checks that a master password and payment details can be decrypted; the ciphertexts are random. */
async function checkSecrets(env: { DATABASE_URL: string; DATA_DIR: string }) {
  const { keyring } = await readSecrets(readConfig(env));
  const cipher = createCipher(keyring);
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ password: string; details: string; hashed: string }>(
    `select master_password as password, sealed_details as details, md5('7') as hashed
      from trading_accounts join payout_requests using (id) where id = 7`,
  );
  const { password, details, hashed } = rows[0]!;
  expect(decryptMasterPassword(cipher, 7, password)).toBe(`mp${hashed}`);
  expect(decryptPaymentDetails(cipher, 7, details)).toBe("details 7");
  // The app starts with another key, which could not decrypt them.
  await client.query("update trading_accounts set master_password = null");
  await client.query("update payout_requests set sealed_details = null");
  await client.end();
}

it("creates the same rows as the peers' script, with correct schema, search indexes and counters", async () => {
  const { url, env, fill } = await emptyDatabase();
  const { stdout, stderr, code } = await fill("--traders", "1000", "--payouts", "3000");
  expect([code, stdout]).toEqual([0, expect.stringContaining("bench-admin-key")]);
  expect(stderr).toMatch(/^users .* 100 % {2}1,000 rows/m);
  await checkSecrets(env);
  const app = await startApp({ databaseUrl: url });
  onTestFinished(() => app.close());
  const { pool, orm } = app.context.database;

  for (const [table, [columns, digest]] of Object.entries(digests)) {
    const { rows } = await pool.query<{ digest: string }>(
      `select md5(string_agg(concat_ws('|', ${columns}), E'\\n' order by id)) as digest
       from ${table}`,
    );
    expect([table, rows[0]!.digest]).toEqual([table, digest]);
  }
  expect(await orm.schema.getUpdateSchemaSQL()).toBe("");
  const { rows: off } = await pool.query(
    `select users.id from users join trading_accounts on user_id = users.id
     where search_text <> search_text_of(full_name, email, login)`,
  );
  expect(off).toEqual([]);

  const trader = app.visitor();
  const { rows: first } = await pool.query<{ email: string; password: string }>(
    "select email, password from users where id = 1",
  );
  expect(await verifyPassword(first[0]!.password, "bench-password")).toBe(true);
  const signIn = { email: first[0]!.email, password: "bench-password" };
  expect((await trader.post("/api/login", signIn)).statusCode).toBe(200);
  const payouts = (await trader.get("/api/user/payouts")).json<object[]>();
  expect(payouts.length).toBeGreaterThanOrEqual(24);

  const administrator = app.visitor();
  await administrator.post("/api/admin/login", { accessKey: "bench-admin-key" });
  expect((await administrator.get("/api/admin/dashboard")).json()).toMatchObject({
    users: { total: 1000 },
    payouts: { total: 3000, byStatus: { pending: { count: 600 }, rejected: { count: 600 } } },
  });
  const found = await administrator.get("/api/admin/users?search=olivia.&limit=1");
  expect(Number(found.headers["x-total-count"])).toBeGreaterThan(10);
  // New rows continue after the last id, and count.
  const { id } = await app.trader({ fullName: "Olivia. Newcomer" });
  expect(id).toBe(1001);
  expect((await administrator.get("/api/admin/dashboard")).json()).toMatchObject({
    users: { total: 1001 },
  });
});

it("adds nothing to a database with traders, and prints its usage", async () => {
  const { url, fill } = await emptyDatabase();
  const app = await startApp({ databaseUrl: url });
  onTestFinished(() => app.close());
  await app.trader();
  const refused = await fill("--traders", "100", "--payouts", "0");
  expect([refused.code, refused.stderr]).toEqual([
    1,
    "The database already has traders: nothing added.\n",
  ]);
  for (const args of [[], ["--traders", "63", "--payouts", "0"], ["--users", "100"]]) {
    const { code, stderr } = await fill(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Usage: npm run bench:data")]);
  }
});

it("spreads numbers as PostgreSQL's hashint4 does", async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const numbers = [0, 1, 2, 64, 97, 123_456, 7_000_003, -1, 2_147_483_647, -2_147_483_648];
  const { rows } = await app.context.database.pool.query<{ hashed: number }>(
    "select hashint4(number) as hashed from unnest($1::int[]) with ordinality as t(number, n) order by n",
    [numbers],
  );
  expect(numbers.map(hashInt4)).toEqual(rows.map(({ hashed }) => hashed));
});
