import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import {
  decryptMasterPassword,
  encryptMasterPassword,
} from "../../../../../src/business/traders/accounts/master-password.ts";
import {
  decryptPaymentDetails,
  encryptPaymentDetails,
} from "../../../../../src/business/money/payouts/payment-details.ts";
import { openKeyringFile } from "../../../../../src/platform/vault/secrets.ts";
import { findRunningPostgres } from "../../../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { createCipher, fixedKeyring } from "../../../../../src/platform/vault/cipher.ts";
import { recordDeployedKeys } from "../../../../../src/business/watch/keys/key-usage.queries.ts";
import { rotateKeys } from "../../../../../src/business/watch/keys/rotate-keys.ts";
import { startApp } from "../../../../support/app.ts";
import { startCommand } from "../../../../support/command.ts";
import type { HttpClient } from "../../../../support/http-client.ts";
import { type AppProcess, Processes } from "../../../../support/process.ts";
import { waitUntil } from "../../../../support/until.ts";

const processes = new Processes();
const clients: pg.Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  await processes.cleanUp();
});

const accessKey = "the key of this test";
const env = { ADMIN_ACCESS_KEY: accessKey, RATE_LIMIT: "off", LOG_LEVEL: "warn" };
const keys = ({ dataDir }: { dataDir: string }, task: string) =>
  startCommand("src/commands/keys.ts", [task], { DATA_DIR: dataDir });
const keyFile = (dataDir: string) => join(dataDir, "secrets/encryption-key");

async function administratorOf(app: AppProcess): Promise<HttpClient> {
  const administrator = app.visitor();
  await administrator.post("/api/admin/login", { accessKey });
  return administrator;
}

async function connect(app: AppProcess): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await findRunningPostgres(app.dataDir) });
  client.on("error", () => {});
  await client.connect();
  clients.push(client);
  return client;
}

/** Inserts traders with master passwords, which a rotation encrypts in batches of 500. */
async function insertTraders(app: AppProcess, count: number): Promise<Map<number, string>> {
  const client = await connect(app);
  const cipher = createCipher(openKeyringFile(keyFile(app.dataDir), []));
  const { rows } = await client.query<{ id: number }>(
    `insert into users (email, created_at)
     select 'many.' || n || '@example.com', now() from generate_series(1, $1::int) n returning id`,
    [count],
  );
  const passwords = new Map(rows.map(({ id }) => [id, `password ${id}`]));
  await client.query(
    `insert into trading_accounts (user_id, master_password, created_at)
     select id, sealed, now() from unnest($1::int[], $2::text[]) as made (id, sealed)`,
    [
      [...passwords.keys()],
      [...passwords].map(([id, password]) => encryptMasterPassword(cipher, id, password)),
    ],
  );
  return passwords;
}

/** Decrypts all master passwords with only the keys of the key file. */
async function decryptAll(app: AppProcess): Promise<Map<number, string | null>> {
  const cipher = createCipher(openKeyringFile(keyFile(app.dataDir), []));
  const { rows } = await (
    await connect(app)
  ).query<{ id: number; sealed: string }>(
    "select user_id as id, master_password as sealed from trading_accounts where master_password is not null",
  );
  return new Map(rows.map(({ id, sealed }) => [id, decryptMasterPassword(cipher, id, sealed)]));
}

it("rotates during concurrent writes, after which the old key is no longer needed", async () => {
  const app = await processes.start({ env });
  const administrator = await administratorOf(app);
  const passwords = await insertTraders(app, 3000);
  const ids = [...passwords.keys()].slice(0, 20);
  const writing = new AbortController();
  const writer = (async () => {
    for (let round = 0; !writing.signal.aborted; round += 1) {
      const id = ids[round % ids.length]!;
      const masterPassword = `changed ${round}`;
      const response = await administrator.patch(`/api/admin/user/${id}/account`, {
        masterPassword,
      });
      expect(response.status).toBe(200);
      passwords.set(id, masterPassword);
    }
  })();
  const { code, stdout, stderr } = await keys(app, "rotate").ended;
  writing.abort();
  await writer;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, newKey] = /^The current key is now (\S{8}), stored/.exec(stdout)!;
  expect(await decryptAll(app)).toEqual(passwords);
  expect((await keys(app, "list").ended).stdout).toMatch(
    new RegExp(
      `^ID +STATUS +MASTER PASSWORDS +STORED RESPONSES +WAITING MAILS\n${newKey} +current +3000 +0 +0\n\\S{8} +older +0 +0 +0\n$`,
    ),
  );

  await app.signal("SIGTERM");
  const [first] = (await readFile(keyFile(app.dataDir), "utf8")).split("\n");
  await writeFile(keyFile(app.dataDir), `${first}\n`);
  const again = await processes.start({ dataDir: app.dataDir, env });
  const opened = await (await administratorOf(again)).get(`/api/admin/user/${ids[0]}`);
  expect(opened.json()).toMatchObject({
    tradingAccount: { masterPassword: passwords.get(ids[0]!) },
  });
});

it("continues after a kill -9 with the key it had created", async () => {
  const app = await processes.start({ env });
  // Four batches.
  const passwords = await insertTraders(app, 2000);
  const client = await connect(app);
  const byKey = async () => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int from trading_accounts group by split_part(master_password, '.', 2)",
    );
    return rows.map(({ count }) => count);
  };
  await blockUpdateOf(client, Math.max(...passwords.keys()));
  const rotation = keys(app, "rotate");
  await waitUntil("some rows have the new key", async () => (await byKey()).length === 2);
  rotation.kill();
  await rotation.ended;
  expect(await byKey()).toHaveLength(2);
  expect(await decryptAll(app)).toEqual(passwords);
  // The running app decrypts values of either key.
  const administrator = await administratorOf(app);
  for (const id of [...passwords.keys()].filter((_, index) => index % 333 === 0)) {
    const account = (await administrator.get(`/api/admin/user/${id}`)).json();
    expect(account).toMatchObject({ tradingAccount: { masterPassword: passwords.get(id) } });
  }
  await endBlockedUpdate(client);

  const { code, stdout } = await keys(app, "rotate").ended;
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Resumed the rotation to the key \S{8}/),
  ]);
  expect(await byKey()).toEqual([2000]);
  expect(await decryptAll(app)).toEqual(passwords);
  expect((await readFile(keyFile(app.dataDir), "utf8")).trim().split("\n")).toHaveLength(2);
});

/** Makes the update of a trading account wait. The lock needs no transaction id, for which a rotation would wait. */
async function blockUpdateOf(client: pg.Client, userId: number): Promise<void> {
  await client.query(`create function wait() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(1); return new; end'`);
  await client.query(`create trigger wait before update on trading_accounts
    for each row when (old.user_id = ${userId}) execute function wait()`);
  await client.query("select pg_advisory_lock(1)");
}

async function endBlockedUpdate(client: pg.Client): Promise<void> {
  await client.query("select pg_terminate_backend(pid) from pg_locks where not granted");
  await client.query("select pg_advisory_unlock(1)");
  await client.query("drop function wait cascade");
}

it("a missing key makes the start fail with a message", async () => {
  const app = await processes.start({ env });
  const administrator = await administratorOf(app);
  const { id } = (
    await administrator.post("/api/admin/users", { email: "noah@example.com" })
  ).json<{ id: number }>();
  await administrator.patch(`/api/admin/user/${id}/account`, { masterPassword: "k7#Tpx2v" });
  await app.signal("SIGTERM");
  await rm(keyFile(app.dataDir));
  const second = await processes.launch({ dataDir: app.dataDir, env });
  expect((await second.exited).code).toBe(1);
  expect(second.stderr).toMatch(
    /^ENCRYPTION_KEY is not the key of this database: 1 master passwords, 0 stored responses and \d waiting mails are encrypted with the key \S{8}\. Set .+ from a backup\n$/,
  );
});

it("with keys from the environment, re-encrypts older values and creates no key", async () => {
  const test = await startApp();
  const { database } = test.context;
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const { id } = await test.trader();
  const sealed = encryptMasterPassword(createCipher(fixedKeyring([older])), id, "k7#Tpx2v");
  await database.pool.query("update trading_accounts set master_password = $1", [sealed]);
  const payout = await database.pool.query<{ id: number }>(
    `insert into payout_requests (user_id, amount, payment_method, created_at)
     values ($1, 10, 'paypal', now()) returning id`,
    [id],
  );
  const payoutId = payout.rows[0]!.id;
  const details = encryptPaymentDetails(createCipher(fixedKeyring([older])), payoutId, "o@x.com");
  await database.pool.query("update payout_requests set sealed_details = $1", [details]);

  // First every instance is configured to decrypt with the new key, then to encrypt with it.
  const opensBoth = fixedKeyring([older, newer]);
  expect(await rotateKeys(test.context, opensBoth)).toMatchObject({ outcome: "nothing-to-do" });
  const sealsNew = fixedKeyring([newer, older]);
  const keyId = sealsNew.current().id;
  expect(await rotateKeys(test.context, sealsNew)).toEqual({ outcome: "key-not-deployed", keyId });
  await recordDeployedKeys(test.context, opensBoth);
  expect(await rotateKeys(test.context, sealsNew)).toMatchObject({
    outcome: "resumed",
    reencrypted: 2,
  });
  const events = await database.pool.query(
    "select actor_name, changes from audit_events where action = 'encryption-key.rotated'",
  );
  expect(events.rows).toEqual([
    {
      actor_name: "Command line",
      changes: {
        keyId: { from: null, to: sealsNew.current().id },
        reencrypted: { from: null, to: 2 },
      },
    },
  ]);
  const { rows } = await database.pool.query<{ sealed: string }>(
    "select master_password as sealed from trading_accounts",
  );
  const renewed = await database.pool.query<{ sealed: string }>(
    "select sealed_details as sealed from payout_requests",
  );
  const { sealed: newDetails } = renewed.rows[0]!;
  expect(decryptPaymentDetails(createCipher(fixedKeyring([newer])), payoutId, newDetails)).toBe(
    "o@x.com",
  );
  for (const keyring of [opensBoth, fixedKeyring([newer])]) {
    expect(decryptMasterPassword(createCipher(keyring), id, rows[0]!.sealed)).toBe("k7#Tpx2v");
  }
  expect(await rotateKeys(test.context, sealsNew)).toMatchObject({ outcome: "nothing-to-do" });
  await test.close();
});

it("rejects an environment key that no app has started with unless forced", async () => {
  const newKey = randomBytes(32).toString("base64");
  const app = await processes.start({ env });
  await insertTraders(app, 1);
  const oldKey = (await readFile(keyFile(app.dataDir), "utf8")).trim();
  const rotate = (...options: string[]) =>
    startCommand("src/commands/keys.ts", ["rotate", ...options], {
      DATA_DIR: app.dataDir,
      ENCRYPTION_KEY: newKey,
      ENCRYPTION_KEYS_OLD: oldKey,
    }).ended;
  const { code, stderr } = await rotate();
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^No app has started with the key \S{8} yet, .+ add --force\.\n$/),
  ]);
  expect((await decryptAll(app)).size).toBe(1);
  const forced = await rotate("--force");
  expect([forced.code, forced.stderr]).toEqual([0, ""]);
  await expect(decryptAll(app)).rejects.toThrow("No key with the id");

  await app.signal("SIGTERM");
  const newest = randomBytes(32).toString("base64");
  const deployed = { ENCRYPTION_KEY: newKey, ENCRYPTION_KEYS_OLD: `${oldKey},${newest}` };
  await processes.start({ dataDir: app.dataDir, env: { ...env, ...deployed } });
  const next = await startCommand("src/commands/keys.ts", ["rotate"], {
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEY: newest,
    ENCRYPTION_KEYS_OLD: newKey,
  }).ended;
  expect([next.code, next.stderr]).toEqual([0, ""]);
});

it("fails if an open transaction may have used the former key, and can then be completed", async () => {
  const [newer, older] = [randomBytes(32), randomBytes(32)];
  const test = await startApp({ keyring: fixedKeyring([older]) });
  const { pool } = test.context.database;
  const keyring = fixedKeyring([newer, older]);
  const writer = await pool.connect();
  await writer.query("begin");
  await writer.query("select pg_current_xact_id()");
  const options = { force: true, writerTimeout: 200 };
  await expect(rotateKeys(test.context, keyring, options)).rejects.toThrow(
    "A transaction that began before the rotation has not ended within 0.2 seconds",
  );
  await writer.query("commit");
  writer.release();
  // Transactions of other test files' databases count, too, so the wait must not be short.
  const resumed = await rotateKeys(test.context, keyring, { force: true });
  expect(resumed).toMatchObject({ outcome: "resumed" });
  await test.close();
});

it("keeps a text that is changed after the rotation has read it", async () => {
  const [newer, older] = [randomBytes(32), randomBytes(32)];
  const test = await startApp({ keyring: fixedKeyring([older]) });
  const { pool } = test.context.database;
  const keyring = fixedKeyring([newer, older]);
  const { id } = await test.trader();
  const store = (client: pg.Pool | pg.PoolClient, used: typeof keyring, password: string) =>
    client.query("update trading_accounts set master_password = $1 where user_id = $2", [
      encryptMasterPassword(createCipher(used), id, password),
      id,
    ]);
  await store(pool, fixedKeyring([older]), "before the rotation");
  // Unlike the lock of a row, this one needs no transaction id, for which the rotation would wait.
  const writer = await pool.connect();
  await writer.query("begin");
  await writer.query("lock table trading_accounts in exclusive mode");
  const rotation = rotateKeys(test.context, keyring, { force: true });
  await waitUntil("the rotation is blocked", async () => {
    const blocked = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return blocked.rows.length > 0;
  });
  await store(writer, keyring, "during the rotation");
  await writer.query("commit");
  writer.release();
  expect(await rotation).toMatchObject({ outcome: "resumed", reencrypted: 0 });
  const { rows } = await pool.query<{ sealed: string }>(
    "select master_password as sealed from trading_accounts where user_id = $1",
    [id],
  );
  const cipher = createCipher(keyring);
  expect(decryptMasterPassword(cipher, id, rows[0]!.sealed)).toBe("during the rotation");
  await test.close();
});

it("rejects a rotation while another one is running", async () => {
  const test = await startApp();
  const { database } = test.context;
  const keyring = fixedKeyring([randomBytes(32)]);
  const holder = await database.pool.connect();
  await holder.query("select pg_advisory_lock(7310006)");
  expect(await rotateKeys(test.context, keyring)).toEqual({ outcome: "busy" });
  holder.release(true);
  await test.close();
});
