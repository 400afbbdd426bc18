import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliverWebhook } from "../../../../../src/business/watch/webhooks/deliver-webhook.ts";
import { dispatchEvents } from "../../../../../src/business/watch/webhooks/dispatch-events.ts";
import { webhookEvents } from "../../../../../src/business/watch/webhooks/webhook-event.schema.ts";
import { DAY, MINUTE, SECOND } from "../../../../../src/platform/time/durations.rule.ts";
import { holdLock } from "../../../../support/barrier.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import type { Browser } from "../../../../support/http.ts";
import { identityFacts, submitIdentity } from "../../../../support/identities.ts";
import {
  addSource,
  findOrder,
  offerProgramme,
  paid,
  sendSigned,
} from "../../../../support/shops.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

interface Delivery {
  id: number;
  eventId: string;
  type: string;
  status: string;
  attempts: number;
  nextAttemptAt: string | null;
  log: { status: number | null; error: string | null; body: string | null }[];
}

interface Created {
  id: number;
  secret: string;
}

let test: TestApp;
let owner: Browser;
let received: Received[] = [];
let answer: (response: ServerResponse) => void = (response) => response.end("thanks");
let url: string;
let advanced = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    answer(response);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  // The tests run the jobs themselves, at the times of their clock; a worker of another app would take them.
  test = await startApp({ env: { WORKERS: "0", WEBHOOK_TARGETS: "any" } });
});
beforeEach(async () => {
  // The library compares timestamps with the system clock.
  test.clock.advance(-advanced);
  advanced = 0;
  owner = await test.administrator();
  await test.context.database.pool.query("delete from webhook_endpoints");
  await test.context.database.pool.query("delete from webhook_events");
  await test.context.database.pool.query("delete from pgboss.job where name = 'webhook'");
  received = [];
  answer = (response) => response.end("thanks");
});
afterAll(async () => {
  await test.close();
  server.close();
});

function advance(milliseconds: number): void {
  advanced += milliseconds;
  test.clock.advance(milliseconds);
}

async function create(fields: object = {}): Promise<Created> {
  const input = { url, events: ["trader.created", "trader.banned", "account.updated"], ...fields };
  const created = await owner.post("/api/admin/webhooks", input);
  expect(created.statusCode, created.body).toBe(201);
  return created.json<Created>();
}

/** Runs all queued jobs, including those that are not due yet. */
async function runJobs(): Promise<void> {
  const { rows } = await test.context.database.pool.query<{
    data: { deliveryId: number; turn: number };
  }>("delete from pgboss.job where name = 'webhook' returning data");
  for (const { data } of rows) await deliverWebhook(test.context, data);
}

/** Requests a payout, pays it, reverses the payment, and rejects the request. */
async function performPayout() {
  const trader = await test.trader();
  await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  const request = { amount: "1250.5", paymentMethod: "paypal", paymentDetails: "o@example.com" };
  const { id: payoutId } = (await trader.post("/api/user/payouts", request)).json<{ id: number }>();
  await owner.patch(`/api/admin/payouts/${payoutId}`, { status: "approved" });
  const run = await owner.post("/api/admin/payments", { payoutIds: [payoutId] });
  const { id: paymentRunId, payments } = run.json<{ id: number; payments: { id: number }[] }>();
  const path = `/api/admin/payments/${paymentRunId}`;
  await owner.get(`${path}/export.csv`);
  await owner.post(`${path}/pay`, { reference: "A" });
  await owner.post(`${path}/reverse`, { paymentId: payments[0]!.id, reason: "Returned" });
  const rejection = { status: "rejected", adminNotes: "Closed account" };
  await owner.patch(`/api/admin/payouts/${payoutId}`, rejection);
  return { userId: trader.id, payoutId, paymentRunId };
}

async function send(): Promise<void> {
  await dispatchEvents(test.context);
  await runJobs();
}

async function readLog(id: number): Promise<Delivery[]> {
  const list = await owner.get(`/api/admin/webhooks/${id}/deliveries`);
  return Promise.all(
    list.json<Delivery[]>().map(async (delivery) => {
      const details = await owner.get(`/api/admin/webhooks/${id}/deliveries/${delivery.id}`);
      return details.json<Delivery>();
    }),
  );
}

/** Sends the newest delivery of a webhook again. */
async function redeliver(id: number) {
  const [delivery] = await readLog(id);
  return owner.post(`/api/admin/webhooks/${id}/deliveries/${delivery!.id}/redeliver`, {});
}

async function pauseReasonOf(id: number): Promise<string | null> {
  const response = await owner.get(`/api/admin/webhooks/${id}`);
  return response.json<{ pauseReason: string | null }>().pauseReason;
}

const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

const jobDelays = async () => {
  const { rows } = await test.context.database.pool.query<{ delay: number }>(
    `select round(extract(epoch from start_after - created_on))::int as delay
       from pgboss.job where name = 'webhook'`,
  );
  return rows.map(({ delay }) => delay);
};

describe("the address of a webhook", () => {
  it.each(["ftp://crm.example.com/hooks", "https://user:secret@crm.example.com/hooks"])(
    "cannot be %s",
    async (address) => {
      const input = { url: address, events: ["trader.created"] };
      const refused = await owner.post("/api/admin/webhooks", input);
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { issues: [{ path: ["url"], message: /^Please enter a valid URL/ }] },
      ]);
      const { id } = await create();
      const changed = await owner.patch(`/api/admin/webhooks/${id}`, { url: address });
      expect([changed.statusCode, changed.body]).toEqual([400, refused.body]);
    },
  );
});

describe("an event", () => {
  it("is sent to the webhooks that chose it, and verified by the library of the specification", async () => {
    const { id, secret } = await create();
    await create({ events: ["payout.paid"] });
    const trader = await test.trader();
    await send();
    expect(received).toHaveLength(1);
    expect(verify(secret, received[0]!)).toEqual({
      type: "trader.created",
      timestamp: expect.stringMatching(/Z$/) as string,
      data: { userId: trader.id, source: "registration" },
    });
    const changed = { ...received[0]!, body: received[0]!.body.replace("registration", "x") };
    expect(() => verify(secret, changed)).toThrow("No matching signature found");
    expect(await readLog(id)).toMatchObject([
      {
        eventId: received[0]!.headers["webhook-id"],
        type: "trader.created",
        status: "delivered",
        attempts: 1,
        log: [{ status: 200, error: null, body: "thanks" }],
      },
    ]);
  });

  it("says once what an account waits for, if its kind or the next to act changes", async () => {
    await create({ events: ["account.waiting"] });
    const trader = await test.trader();
    await owner.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    const request = { amount: "10", paymentMethod: "paypal", paymentDetails: "o@example.com" };
    const { id } = (await trader.post("/api/user/payouts", request)).json<{ id: number }>();
    await trader.post("/api/user/payouts", request);
    await trader.delete(`/api/user/payouts/${id}`);
    await owner.patch("/api/admin/settings/gates", { payoutApproval: { identity: true } });
    await trader.put("/api/user/identity", identityFacts);
    await owner.patch("/api/admin/settings/gates", { payoutApproval: { identity: false } });
    await send();
    const sent = received.map(
      ({ body }) => JSON.parse(body) as { timestamp: string; data: object },
    );
    const inOrder = sent.toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
    expect(inOrder.map(({ data }) => data)).toEqual([
      { userId: trader.id, kind: "review", actor: "firm" },
      { userId: trader.id, kind: "identity", actor: "trader" },
      { userId: trader.id, kind: "review", actor: "firm" },
    ]);
  });

  it("says with ids alone what becomes of orders, identities and agreements", async () => {
    await create({
      events: [
        "trader.created",
        "order.held",
        "order.started",
        "order.refunded",
        "order.disputed",
        "identity.decided",
        "agreement.accepted",
      ],
    });
    const shop = await addSource(owner, "json");
    const start = { programmeVersionId: await offerProgramme(owner), initialBalance: "50000.00" };
    const product = { product: "challenge", kind: "start", ...start };
    await owner.post(`/api/admin/sources/${shop.id}/products`, product);
    const message = paid({ items: [{ product: "challenge" }, { product: "unknown" }] });
    const { id } = message.order;
    await sendSigned(test, shop, message);
    for (const type of ["dispute.opened", "dispute.won", "order.refunded"]) {
      await sendSigned(test, shop, { type, order: { id } });
    }
    const { id: orderId, userId, items } = (await findOrder(owner, shop, id))!;
    const trader = await test.trader();
    const identityId = await submitIdentity(trader);
    await owner.post(`/api/admin/identities/${identityId}`, { decision: "approve" });
    const terms = await owner.post("/api/admin/agreements", { name: "Terms", text: "Terms" });
    const agreementId = terms.json<{ id: number }>().id;
    const [agreement] = await trader.agreements.list();
    const { versionId, sha256 } = agreement!;
    await trader.agreements.accept({ versionId, sha256 });
    await send();
    const sent = received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    const [started, held] = items;
    const told = sent.map(({ type, data }) => [type, data]);
    expect(told).toHaveLength(9);
    expect(told).toEqual(
      expect.arrayContaining([
        ["trader.created", { userId, source: "order" }],
        ["order.started", { userId, orderId, itemId: started!.id, stageId: started!.stageId }],
        ["order.held", { userId, orderId, itemId: held!.id, reason: "not_mapped" }],
        ["order.disputed", { userId, orderId, dispute: "open" }],
        ["order.disputed", { userId, orderId, dispute: "won" }],
        ["order.refunded", { userId, orderId, isInFull: true }],
        ["trader.created", { userId: trader.id, source: "registration" }],
        ["identity.decided", { userId: trader.id, identityId, decision: "approve" }],
        ["agreement.accepted", { userId: trader.id, agreementId, versionId }],
      ]),
    );
  });

  it("is captured only if its action succeeds", async () => {
    await create();
    const { email } = await test.trader();
    await send();
    const taken = await owner.post("/api/admin/user", { email });
    expect(taken.statusCode).toBeGreaterThanOrEqual(400);
    await send();
    expect(received).toHaveLength(1);
  });

  it("lists changed fields of accounts without values, and never the master password", async () => {
    const { secret } = await create({ events: ["account.updated"] });
    const { id } = await test.trader();
    const path = `/api/admin/user/${id}/account`;
    await owner.patch(path, { balance: "77123.45", masterPassword: "s3cret-master" });
    await owner.patch(path, { masterPassword: "another-s3cret" });
    await send();
    expect(received).toHaveLength(1);
    expect(verify(secret, received[0]!)).toMatchObject({
      data: { userId: id, changed: ["balance"] },
    });
    expect(received[0]!.body).not.toMatch(/77123|s3cret|master/i);
  });

  it("has the facts of its action, and the time at which it happened", async () => {
    const { secret } = await create({
      events: ["payout.requested", "payout.decided", "payout.paid", "payout.reversed"],
    });
    const { userId, payoutId, paymentRunId } = await performPayout();
    const audit = await owner.get(`/api/admin/audit?payoutId=${payoutId}`);
    const times = new Map(
      audit.json<{ action: string; at: string }[]>().map(({ action, at }) => [action, at]),
    );
    advance(MINUTE);
    await send();
    const ids = { userId, payoutId };
    const money = { paymentRunId, amount: "1250.50", currency: "USD" };
    const expected = [
      [
        "payout.requested",
        "payout.requested",
        { amount: "1250.50", currency: "USD", paymentMethod: "paypal" },
      ],
      ["payout.approved", "payout.decided", { status: "approved", previousStatus: "pending" }],
      ["payment.paid", "payout.paid", money],
      ["payment.reversed", "payout.reversed", money],
      ["payout.reversed", "payout.decided", { status: "rejected", previousStatus: "approved" }],
    ] as const;
    expect(received).toHaveLength(expected.length);
    expect(received.map((request) => verify(secret, request))).toEqual(
      expect.arrayContaining(
        expected.map(([action, type, data]) => ({
          type,
          timestamp: times.get(action),
          data: { ...ids, ...data },
        })),
      ),
    );
  });

  it("is captured for every audited action, and delivered only for those of an event", async () => {
    await create();
    const { id } = await test.trader();
    await owner.patch(`/api/admin/user/${id}`, { fullName: "Dana Reyes" });
    await dispatchEvents(test.context);
    const { rows } = await test.context.database.pool.query<{ action: string; type: string }>(
      `select action, type from webhook_events
       join audit_events on audit_events.id = audit_event_id order by audit_events.id`,
    );
    expect(rows).toContainEqual({ action: "trader.registered", type: "trader.created" });
    expect(rows).toContainEqual({ action: "trader.updated", type: null });
  });

  it.each(Object.entries(webhookEvents))("is documented with a valid example: %s", (_, event) => {
    expect(event.data.parse(event.example)).toEqual(event.example);
  });
});

describe("a failed attempt", () => {
  it("is retried with increasing delays and the same id, at most ten times", async () => {
    const { id, secret } = await create();
    await test.trader();
    answer = (response) => response.writeHead(500).end("down");
    await send();
    const delays: number[] = [];
    for (let attempt = 1; attempt < 10; attempt += 1) {
      const [delay] = await jobDelays();
      delays.push(delay!);
      // Short steps, because three days of failures would pause the webhook.
      advance(MINUTE);
      await runJobs();
    }
    expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(await jobDelays()).toEqual([]);
    expect(await readLog(id)).toMatchObject([{ status: "failed", attempts: 10 }]);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
    expect(secret).toMatch(/^whsec_/);
  });

  it("for three days pauses the webhook, notifies its contact, and holds later events", async () => {
    const contact = `ops.${Date.now()}@example.com`;
    const { id } = await create({ contact });
    await test.trader();
    answer = (response) => response.writeHead(503).end();
    await send();
    advance(3 * DAY - MINUTE);
    await runJobs();
    owner = await test.administrator();
    const early = await owner.get(`/api/admin/webhooks/${id}`);
    expect(early.json()).toMatchObject({ pauseReason: null });
    advance(MINUTE + SECOND);
    await runJobs();
    const paused = await owner.get(`/api/admin/webhooks/${id}`);
    expect(paused.json()).toMatchObject({ pauseReason: "failures", lastOutcome: "503" });
    const { rows } = await test.context.database.pool.query<{ mails: number }>(
      "select count(*)::int as mails from pgboss.job where name = 'mail' and state = 'created'",
    );
    expect(rows[0]!.mails).toBeGreaterThan(0);
    const audit = await owner.get("/api/admin/audit?action=webhook.paused&limit=1");
    expect(audit.json()).toMatchObject([{ actor: "system", actorName: "Webhooks" }]);

    received = [];
    await test.trader();
    await send();
    expect(received).toEqual([]);
    expect((await readLog(id)).map(({ status }) => status)).toEqual(["held", "held"]);
    const holding = await owner.get(`/api/admin/webhooks/${id}`);
    expect(holding.json()).toMatchObject({ waiting: 2, failed: 0 });

    answer = (response) => response.end();
    await owner.patch(`/api/admin/webhooks/${id}`, { paused: false });
    await runJobs();
    expect(received).toHaveLength(2);
    expect(await readLog(id)).toMatchObject([
      { status: "delivered", attempts: 1 },
      { status: "delivered", attempts: 4 },
    ]);
  });

  it("counts towards the three days only since the webhook was resumed", async () => {
    const { id } = await create();
    await test.trader();
    answer = (response) => response.writeHead(503).end();
    await send();
    advance(3 * DAY + SECOND);
    await runJobs();
    owner = await test.administrator();
    await owner.patch(`/api/admin/webhooks/${id}`, { paused: false });
    await runJobs();
    const resumed = await owner.get(`/api/admin/webhooks/${id}`);
    expect(resumed.json()).toMatchObject({ pauseReason: null, lastOutcome: "503", waiting: 1 });
  });

  it("counts towards the three days only since the last success", async () => {
    const { id } = await create();
    await test.trader();
    answer = (response) => response.writeHead(503).end();
    await send();
    answer = (response) => response.end();
    await runJobs();
    advance(3 * DAY + SECOND);
    await test.trader();
    answer = (response) => response.writeHead(503).end();
    await send();
    owner = await test.administrator();
    const failing = await owner.get(`/api/admin/webhooks/${id}`);
    expect(failing.json()).toMatchObject({ pauseReason: null, lastOutcome: "503" });
  });

  it("may be a redirect, which is not followed", async () => {
    const { id } = await create();
    await test.trader();
    answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
    await send();
    expect(received).toHaveLength(1);
    expect(await readLog(id)).toMatchObject([{ status: "pending", lastOutcome: "302" }]);
  });

  it("without a response is described by its reason", async () => {
    const { id } = await create();
    await test.trader();
    answer = (response) => response.destroy();
    await send();
    const lastOutcome = "The connection was closed without a response";
    expect((await owner.get(`/api/admin/webhooks/${id}`)).json()).toMatchObject({ lastOutcome });
    expect(await readLog(id)).toMatchObject([
      { status: "pending", lastOutcome, log: [{ status: null, error: lastOutcome }] },
    ]);
  });

  it("with 410 pauses the webhook immediately", async () => {
    const { id } = await create();
    await test.trader();
    answer = (response) => response.writeHead(410).end();
    await send();
    expect(await pauseReasonOf(id)).toBe("gone");
    // A person who pauses it as well does not replace the reason.
    await owner.patch(`/api/admin/webhooks/${id}`, { paused: true });
    expect(await pauseReasonOf(id)).toBe("gone");
  });
});

describe("a rotation of the secret", () => {
  it("signs with both secrets for a day, then only with the new one", async () => {
    const { id, secret } = await create();
    const rotated = await owner.post(`/api/admin/webhooks/${id}/rotate-secret`, {});
    const { secret: next } = rotated.json<Created>();
    expect(next).not.toBe(secret);
    await test.trader();
    await send();
    verify(secret, received[0]!);
    verify(next, received[0]!);
    expect(received[0]!.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    advance(DAY - MINUTE);
    await test.trader();
    await send();
    expect(received[1]!.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    advance(MINUTE + SECOND);
    await test.trader();
    await send();
    expect(received[2]!.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
  });

  it("stores secrets encrypted, and exposes them in no other response and no audit event", async () => {
    const { id, secret } = await create();
    const { rows } = await test.context.database.pool.query<{ text: string }>(
      "select (select string_agg(w::text, '') from webhook_endpoints w) || (select string_agg(a::text, '') from audit_events a) as text",
    );
    expect(rows[0]!.text).not.toContain(secret);
    for (const path of ["/api/admin/webhooks", `/api/admin/webhooks/${id}`]) {
      expect((await owner.get(path)).body).not.toContain("whsec_");
    }
  });
});

it("an event is held if its webhook is paused between the dispatch and the attempt", async () => {
  const { id } = await create();
  await test.trader();
  await dispatchEvents(test.context);
  await owner.patch(`/api/admin/webhooks/${id}`, { paused: true });
  await runJobs();
  expect(received).toEqual([]);
  expect(await readLog(id)).toMatchObject([{ status: "held", attempts: 0, nextAttemptAt: null }]);
  await owner.patch(`/api/admin/webhooks/${id}`, { paused: false });
  await runJobs();
  expect(received).toHaveLength(1);
});

describe("an event of a webhook that is being resumed", () => {
  const resuming = (id: number) =>
    holdLock(test, {
      statement: "update webhook_endpoints set paused_at = null, pause_reason = null where id = $1",
      values: [id],
    });

  it("is sent if its job has found the webhook paused", async () => {
    const { id } = await create();
    await test.trader();
    await dispatchEvents(test.context);
    await owner.patch(`/api/admin/webhooks/${id}`, { paused: true });
    const lock = await resuming(id);
    const sending = runJobs();
    await lock.blocked(1);
    await lock.release();
    await sending;
    expect(received).toHaveLength(1);
    expect(await readLog(id)).toMatchObject([{ status: "delivered" }]);
  });

  it("is sent if it is dispatched at the same moment", async () => {
    const { id } = await create();
    await owner.patch(`/api/admin/webhooks/${id}`, { paused: true });
    await test.trader();
    const lock = await resuming(id);
    const dispatching = dispatchEvents(test.context);
    await lock.blocked(1);
    await lock.release();
    await dispatching;
    await runJobs();
    expect(received).toHaveLength(1);
  });
});

describe("a redelivery", () => {
  it("requested twice concurrently is sent once, with the same id", async () => {
    const { id } = await create();
    await test.trader();
    await send();
    const [delivery] = await readLog(id);
    const path = `/api/admin/webhooks/${id}/deliveries/${delivery!.id}/redeliver`;
    const answers = await Promise.all([owner.post(path, {}), owner.post(path, {})]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    await runJobs();
    expect(received).toHaveLength(2);
    expect(received[1]!.headers["webhook-id"]).toBe(received[0]!.headers["webhook-id"]);
  });

  it("replaces the scheduled attempt", async () => {
    const { id } = await create();
    await test.trader();
    answer = (response) => response.writeHead(500).end();
    await send();
    answer = (response) => response.end();
    expect((await redeliver(id)).statusCode).toBe(200);
    await runJobs();
    expect(received).toHaveLength(2);
    expect(await readLog(id)).toMatchObject([
      { status: "delivered", attempts: 2, log: [{ status: 200 }, { status: 500 }] },
    ]);
  });

  it("replaces the scheduled attempt even if it fails", async () => {
    const { id } = await create();
    await test.trader();
    answer = (response) => response.writeHead(500).end();
    await send();
    await redeliver(id);
    await runJobs();
    expect(received).toHaveLength(2);
    expect(await readLog(id)).toMatchObject([{ status: "pending", attempts: 2 }]);
    expect(await jobDelays()).toHaveLength(1);
  });

  it("reaches a paused webhook, which stays paused", async () => {
    const { id } = await create();
    await test.trader();
    await send();
    await owner.patch(`/api/admin/webhooks/${id}`, { paused: true });
    await redeliver(id);
    await runJobs();
    expect(received).toHaveLength(2);
    expect(await pauseReasonOf(id)).toBe("administrator");
  });

  it("that fails is held again, and does not replace the reason of the pause", async () => {
    const { id } = await create();
    await test.trader();
    await send();
    await owner.patch(`/api/admin/webhooks/${id}`, { paused: true });
    for (const status of [500, 410]) {
      answer = (response) => response.writeHead(status).end();
      await redeliver(id);
      await runJobs();
      expect(await readLog(id)).toMatchObject([{ status: "held", nextAttemptAt: null }]);
      expect(await jobDelays()).toEqual([]);
      expect(await pauseReasonOf(id)).toBe("administrator");
    }
  });

  it("returns 404 for a webhook that does not exist", async () => {
    expect((await owner.get("/api/admin/webhooks/2147483647/deliveries")).statusCode).toBe(404);
  });

  it("returns 404 for the delivery of another webhook", async () => {
    const { id } = await create();
    const other = await create();
    await test.trader();
    await send();
    const [delivery] = await readLog(id);
    const path = `/api/admin/webhooks/${other.id}/deliveries/${delivery!.id}`;
    expect((await owner.get(path)).statusCode).toBe(404);
    expect((await owner.post(`${path}/redeliver`, {})).statusCode).toBe(404);
    await runJobs();
    expect(received).toHaveLength(2);
  });
});

describe("a test event", () => {
  it("is sent once, even to a paused webhook, and does not count as a failure", async () => {
    const { id, secret } = await create();
    await owner.patch(`/api/admin/webhooks/${id}`, { paused: true });
    // The log contains the whole body, even if it arrives in parts.
    answer = (response) => {
      response.writeHead(404).write("nothing ");
      setTimeout(() => response.end("here"), 50);
    };
    await owner.post(`/api/admin/webhooks/${id}/test`, {});
    await runJobs();
    expect(verify(secret, received[0]!)).toMatchObject({ type: "webhook.test" });
    expect(await readLog(id)).toMatchObject([
      { status: "failed", attempts: 1, log: [{ status: 404, body: "nothing here" }] },
    ]);
    expect((await owner.get(`/api/admin/webhooks/${id}`)).json()).toMatchObject({
      failingSince: null,
      pauseReason: "administrator",
    });
  });

  it("that is answered with 410 does not pause the webhook", async () => {
    const { id } = await create();
    answer = (response) => response.writeHead(410).end();
    await owner.post(`/api/admin/webhooks/${id}/test`, {});
    await runJobs();
    expect(await readLog(id)).toMatchObject([{ status: "failed", log: [{ status: 410 }] }]);
    expect(await pauseReasonOf(id)).toBeNull();
  });
});

describe("the audit log", () => {
  it("has an event of each change of a webhook, and of each delivery on request", async () => {
    const { id } = await create();
    await test.trader();
    await send();
    const path = `/api/admin/webhooks/${id}`;
    await owner.patch(path, { description: "CRM" });
    await owner.patch(path, { description: "CRM" });
    await owner.patch(path, { paused: true });
    await owner.patch(path, { paused: false });
    await owner.post(`${path}/rotate-secret`, {});
    await redeliver(id);
    await owner.post(`${path}/test`, {});
    expect((await owner.delete(path)).statusCode).toBe(200);
    const events = (await owner.get("/api/admin/audit?limit=50")).json<
      { action: string; changes: { webhookId?: { from: number | null; to: number | null } } }[]
    >();
    const own = events.filter(({ changes: { webhookId } }) =>
      [webhookId?.from, webhookId?.to].includes(id),
    );
    expect(own.map(({ action }) => action).toReversed()).toEqual([
      "webhook.created",
      "webhook.changed",
      "webhook.paused",
      "webhook.resumed",
      "webhook.secret-rotated",
      "webhook.redelivered",
      "webhook.tested",
      "webhook.deleted",
    ]);
  });
});

describe("two processes", () => {
  it("that dispatch concurrently create one delivery per event", async () => {
    const { id } = await create();
    for (let count = 0; count < 5; count += 1) await test.trader();
    await Promise.all([dispatchEvents(test.context), dispatchEvents(test.context)]);
    await runJobs();
    expect(received).toHaveLength(5);
    expect(await readLog(id)).toHaveLength(5);
  });

  it("do not wait for the events that the other one dispatches", async () => {
    const { id } = await create();
    await test.trader();
    const undispatched = "select 1 from webhook_events where dispatched_at is null for update";
    const other = await holdLock(test, { statement: undispatched, values: [] });
    try {
      expect(await dispatchEvents(test.context)).toBe(0);
    } finally {
      await other.release();
    }
    await dispatchEvents(test.context);
    expect(await readLog(id)).toHaveLength(1);
  });
});

describe("deliveries and attempts", () => {
  it("are written and read by the previous release during a rolling upgrade", async () => {
    const { id } = await create();
    const { pool } = test.context.database;
    const { rows: events } = await pool.query<{ id: string }>(
      "insert into webhook_events (at, type, payload) values (now(), 'webhook.test', '{}') returning id",
    );
    const { rows: inserted } = await pool.query<{ id: unknown }>(
      `insert into webhook_deliveries (endpoint_id, event_id, status)
        select endpoint.id, event.id, 'held'
        from webhook_events as event, webhook_endpoints as endpoint
        where event.id = $1 for share of endpoint returning id`,
      [events[0]!.id],
    );
    const [first] = inserted;
    expect(typeof first!.id).toBe("number");
    const resumed = await pool.query(
      `update webhook_deliveries set status = 'pending', turn = turn + 1
        where endpoint_id = $1 and status = 'held' returning id, turn`,
      [id],
    );
    expect(resumed.rows).toEqual([{ id: first!.id, turn: 1 }]);
    const locked = await pool.query(
      `select delivery.turn, event.type from webhook_deliveries as delivery
        join webhook_events as event on event.id = delivery.event_id
        where delivery.id = $1 for update of delivery`,
      [first!.id],
    );
    expect(locked.rows).toEqual([{ turn: 1, type: "webhook.test" }]);
  });

  it("may have ids beyond 32 bits", async () => {
    const { id } = await create();
    await test.context.database.pool.query(
      `select setval(pg_get_serial_sequence('event_deliveries', 'id'), 3000000000),
        setval(pg_get_serial_sequence('webhook_attempts', 'id'), 3000000000)`,
    );
    const path = `/api/admin/webhooks/${id}/deliveries`;
    const sent = await owner.post(`/api/admin/webhooks/${id}/test`);
    expect(sent.json<Delivery>().id).toBe(3_000_000_001);
    await runJobs();
    const listed = await owner.get(`${path}?limit=1`);
    expect(listed.json<Delivery[]>().map((each) => each.id)).toEqual([3_000_000_001]);
    const found = await owner.get(`${path}/3000000001`);
    expect(found.json<Delivery>()).toMatchObject({ status: "delivered", log: [{ status: 200 }] });
    const again = await owner.post(`${path}/3000000001/redeliver`);
    expect(again.json<Delivery>()).toMatchObject({ id: 3_000_000_001, status: "pending" });
    for (const unknown of ["3000000002", "9007199254740993", "0"]) {
      expect((await owner.get(`${path}/${unknown}`)).statusCode).toBe(404);
    }
  });
});
