import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { createDatabase } from "../support/database.ts";
import type { HttpClient } from "../support/http-client.ts";
import { type AppProcess, Processes, quickHashes, appCommand } from "../support/process.ts";
import { freeReference, paid, type Shop, signatureOf } from "../support/shops.ts";
import { waitUntil } from "../support/until.ts";

/** The orders of a day that are sent at once. Set the variable to 1000 to measure (docs/performance.md). */
const ORDERS = Number(process.env.ORDERS ?? 60);

const processes = new Processes();
const key = Buffer.alloc(32, 7).toString("base64");
const accessKey = "the key of this test";
let env: Record<string, string>;
let apps: AppProcess[];
let shop: Shop;
let pool: pg.Pool;
let drop: () => Promise<unknown>;

const start = () => processes.start({ env, command: appCommand(...quickHashes) });

beforeAll(async () => {
  const database = await createDatabase();
  drop = () => database.drop();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  env = {
    DATABASE_URL: database.url,
    SESSION_SECRET: key,
    ENCRYPTION_KEY: key,
    ADMIN_ACCESS_KEY: accessKey,
  };
  apps = await Promise.all([start(), start()]);
  const owner = apps[0]!.visitor();
  await owner.post("/api/admin/login", { accessKey });
  shop = await openShop(owner);
});
afterAll(async () => {
  await processes.cleanUp();
  await pool.end();
  await drop();
});

async function created<Body>(owner: HttpClient, path: string, body: object): Promise<Body> {
  const response = await owner.post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.json<Body>();
}

/** Adds a shop whose product starts a programme. */
async function openShop(owner: HttpClient): Promise<Shop> {
  const rules = { name: "Rules", rules: noRules };
  const set = await created<{ versions: { id: number }[] }>(owner, "/api/admin/rules", rules);
  const step = { phase: "Phase 1", rulesVersionId: set.versions[0]!.id, payoutEnabled: false };
  const programme = await created<{ versions: { id: number }[] }>(owner, "/api/admin/programmes", {
    name: "One step",
    currency: "USD",
    initialBalances: ["100000.00"],
    steps: [step],
  });
  const source = { name: "Shop", kind: "json" };
  const added = await created<Shop>(owner, "/api/admin/sources", source);
  await created(owner, `/api/admin/sources/${added.id}/products`, {
    product: "challenge",
    kind: "start",
    programmeVersionId: programme.versions[0]!.id,
    initialBalance: "100000.00",
  });
  return added;
}

/** @returns whether the message was acknowledged */
async function send({ url }: AppProcess, message: object): Promise<boolean> {
  const body = JSON.stringify(message);
  const headers = { "content-type": "application/json", ...signatureOf(shop, body, new Date()) };
  const sent = fetch(`${url}/api/hooks/${shop.id}`, { method: "POST", headers, body });
  return sent.then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Runs a few at a time, as a shop sends its messages. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

const newOrders = (length: number) => Array.from({ length }, () => paid({ id: freeReference() }));

type Message = ReturnType<typeof paid>;

async function count(statement: string, messages: readonly Message[]): Promise<number> {
  const references = messages.map(({ order }) => order.id);
  const { rows } = await pool.query<{ count: number }>(statement, [references]);
  return rows[0]!.count;
}

const startedItems = `select count(*)::int as count
  from order_items join orders on orders.id = order_id
  where reference = any($1) and status = 'started'`;
const startedStages = `select count(*)::int as count
  from stages join trading_accounts as account on account.id = account_id
  join orders on orders.user_id = account.user_id where reference = any($1)`;

async function expectEachStartedOnce(messages: readonly Message[]): Promise<void> {
  const { length } = messages;
  await waitUntil(
    "everything has started",
    async () => (await count(startedItems, messages)) === length,
  );
  expect(await count(startedStages, messages)).toBe(length);
}

it("two apps start all orders of a day once, though each message arrives at both", async () => {
  const messages = newOrders(ORDERS);
  const began = performance.now();
  await inTurns(messages, async (message) => {
    expect(await Promise.all(apps.map((app) => send(app, message)))).toEqual([true, true]);
  });
  await expectEachStartedOnce(messages);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stderr.write(`${ORDERS} orders were started within ${seconds} s\n`);
});

it("kill -9 between storing a message and answering it loses no order, and starts none twice", async () => {
  const messages = newOrders(40);
  const [killed, other] = apps as [AppProcess, AppProcess];
  const unanswered: Message[] = [];
  let answers = 0;
  await inTurns(messages, async (message) => {
    if (!(await send(killed, message))) unanswered.push(message);
    else if ((answers += 1) === 10) void killed.signal("SIGKILL");
  });
  await killed.exited;
  expect(unanswered.length).toBeGreaterThan(0);
  // A shop sends again what was not answered, and may send again what was.
  await inTurns([...unanswered, ...messages.slice(0, 5)], async (message) => {
    expect(await send(other, message)).toBe(true);
  });
  await expectEachStartedOnce(messages);
});
