import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ListedAction } from "../../src/business/record/actions/action.schema.ts";
import { pollActions } from "../../src/business/record/actions/poll-actions.ts";
import { changedActions } from "../../src/business/record/actions/queue.ts";
import type { TokenActor } from "../../src/identity/tokens/authenticate-token.ts";
import { DAY, MINUTE, SECOND } from "../../src/platform/time/durations.rule.ts";
import {
  actionsOf,
  answer,
  finishAll,
  poll,
  requestAction,
  traderWithLogin,
  type WireAction,
} from "../support/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { startStage } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import { waitUntil } from "../support/until.ts";

let test: TestApp;
let administrator: Browser;
let bridge: Browser & { id: number; token: string };
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  bridge = await test.token(["actions:execute"], { label: "MT5 bridge" });
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.advance(MINUTE);
  await finishAll(bridge);
});

const newTrader = () => traderWithLogin(test, administrator);
const find = async (id: number) =>
  (await administrator.get("/api/admin/actions"))
    .json<WireAction[]>()
    .find((each) => each.id === id);
const step = (name: "approve" | "cancel" | "retry", id: number, body?: object) =>
  administrator.post(`/api/admin/actions/${id}/${name}`, body);

let accounts = 0;

/** Requests an action for each of so many new accounts, at once. @returns their ids, oldest first */
async function requestMany(count: number): Promise<number[]> {
  const { rows } = await test.context.database.pool.query<{ id: number }>(
    `with traders as (insert into users (email, created_at)
       select 'many-' || n || '@example.com', now() from generate_series($1::int, $2::int) n
       returning id),
     accounts as (insert into trading_accounts (user_id, login, created_at)
       select id, 'many' || id, now() from traders returning id, login),
     requested as (insert into actions (account_id, login, kind, status, reason, cause_kind,
         requested_at, requested_by)
       select id, login, 'close_positions', 'pending', 'Test', 'person', now(), 'Test'
       from accounts order by id desc returning id, account_id),
     queued as (insert into action_queues select account_id, id, 'epoch' from requested)
     select id from requested order by id`,
    [accounts + 1, accounts + count],
  );
  accounts += count;
  return rows.map(({ id }) => id);
}

const polledIds = async () => (await poll(bridge)).map(({ id }) => id);

/** Makes a pending action a proposal, which only events create otherwise. */
const propose = (id: number) =>
  test.context.database.pool.query(
    `with proposed as (update actions set status = 'proposed' where id = $1 returning account_id)
     update action_queues set head_id = null, due_at = null
     from proposed where action_queues.account_id = proposed.account_id`,
    [id],
  );

describe.each(transports)("an action over $name", (transport) => {
  it("is requested by a person for the login and the current stage of an account", async () => {
    const trader = await newTrader();
    const stage = await startStage(administrator, trader.id);
    const { body } = await transport.call(administrator, "admin.actions.request", {
      id: trader.id,
      kind: "withdraw",
      amount: 1250.5,
      reason: "Profit of March",
    });
    // Money waits until another person approves it.
    expect(body).toEqual({
      id: expect.any(Number) as number,
      userId: trader.id,
      stageId: stage.id,
      login: trader.login,
      server: null,
      kind: "withdraw",
      amount: "1250.50",
      account: null,
      status: "proposed",
      reason: "Profit of March",
      cause: { kind: "person", id: null },
      requestedAt: expect.any(String) as string,
      requestedBy: "Test administrator",
      deliveredAt: null,
      startedAt: null,
      finishedAt: null,
      attempts: 0,
      message: null,
    });
  });

  it("is listed newest first, by status, kind and trader", async () => {
    const trader = await newTrader();
    const { id: cancelled } = await requestAction(administrator, trader.id);
    await step("cancel", cancelled);
    const { id } = await requestAction(administrator, trader.id, { kind: "disable_trading" });
    const list = async (query: object) => {
      const found = await transport.call<WireAction[]>(administrator, "admin.actions.list", {
        userId: trader.id,
        ...query,
      });
      return found.body.map((action) => action.id);
    };
    expect(await list({})).toEqual([id, cancelled]);
    expect(await list({ limit: 1 })).toEqual([id]);
    expect(await list({ status: "cancelled,done" })).toEqual([cancelled]);
    expect(await list({ status: "pending,cancelled" })).toEqual([id, cancelled]);
    expect(await list({ kind: "disable_trading" })).toEqual([id]);
  });

  it("is approved, cancelled or requested again, and refuses anything else with the current action", async () => {
    const trader = await newTrader();
    const { id } = await requestAction(administrator, trader.id);
    const call = async (name: "approve" | "cancel" | "retry") =>
      transport.call(administrator, `admin.actions.${name}`, { id, reason: "Checked" });
    await propose(id);
    expect(await call("retry")).toMatchObject({
      status: 409,
      message: "Only an action that is failed can be requested again; this one is proposed",
      body: { current: { id, status: "proposed" } },
    });
    expect(await call("approve")).toMatchObject({ status: 200, body: { status: "pending" } });
    expect((await call("approve")).status).toBe(409);
    expect((await poll(bridge)).map((action) => action.id)).toEqual([id]);
    expect(await call("cancel")).toMatchObject({
      status: 409,
      body: { current: { status: "delivered" } },
    });
    await answer(bridge, id, "failed");
    expect(await call("retry")).toMatchObject({
      status: 200,
      body: { status: "pending", finishedAt: null },
    });
    expect(await call("cancel")).toMatchObject({
      status: 200,
      body: { status: "cancelled", finishedAt: expect.any(String) as string },
    });
    expect((await call("retry")).status).toBe(409);
    expect((await call("cancel")).status).toBe(409);
  });

  it("is shown to its trader once it is finished, newest first and without names", async () => {
    const trader = await newTrader();
    const first = await requestAction(administrator, trader.id, { kind: "deposit", amount: "5" });
    await (await test.administrator("risk")).post(`/api/admin/actions/${first.id}/approve`, {});
    const second = await requestAction(administrator, trader.id);
    await poll(bridge);
    await answer(bridge, first.id, "done");
    const list = () => transport.call<object[]>(trader, "trader.actions.list");
    const deposited = {
      id: first.id,
      kind: "deposit",
      amount: "5.00",
      status: "done",
      finishedAt: expect.any(String) as string,
    };
    expect((await list()).body).toEqual([deposited]);
    await step("cancel", second.id);
    expect((await list()).body).toMatchObject([{ id: second.id, status: "cancelled" }, deposited]);
    expect((await transport.call(await newTrader(), "trader.actions.list")).body).toEqual([]);
  });
});

describe("a request", () => {
  const send = async (fields: object, userId?: number) => {
    const id = userId ?? (await newTrader()).id;
    const body = { kind: "close_positions", reason: "Agreed", ...fields };
    const response = await administrator.post(`/api/admin/user/${id}/actions`, body);
    return [response.statusCode, response.json<{ message: string }>().message];
  };

  it.each([
    [{ kind: "withdraw" }, "Amount is required"],
    [{ kind: "withdraw", amount: null }, "Amount is required"],
    [{ kind: "deposit", amount: "0" }, "Amount must be greater than 0"],
    [{ kind: "deposit", amount: "-5" }, "Amount must be greater than 0"],
    [{ kind: "deposit", amount: "NaN" }, "Amount must be a valid number"],
    [{ amount: "5" }, "Only withdraw and deposit have an amount"],
    [{ reason: " " }, "Please provide a reason"],
    [
      { kind: "explode" },
      "kind must be one of disable_trading, enable_trading, close_positions, withdraw, deposit, create_account, reset_password, change_account",
    ],
  ])("with %j is 400", async (fields, message) => {
    expect(await send(fields)).toEqual([400, message]);
  });

  it("for an account without a login is 409, and for an unknown trader 404", async () => {
    const { id } = await test.trader();
    expect(await send({}, id)).toEqual([409, "This account has no login at the platform yet"]);
    expect((await send({}, 2_000_000_000))[0]).toBe(404);
    expect(await actionsOf(administrator, id)).toEqual([]);
  });

  it("is for owners and risk managers, and for tokens that may write records", async () => {
    const { id } = await newTrader();
    const body = { kind: "close_positions", reason: "Agreed" };
    const statusFor = async (browser: Browser) =>
      (await browser.post(`/api/admin/user/${id}/actions`, body)).statusCode;
    expect(await statusFor(await test.administrator("risk"))).toBe(201);
    expect(await statusFor(await test.administrator("payouts"))).toBe(403);
    expect(await statusFor(await test.administrator("support"))).toBe(403);
    expect(await statusFor(await test.token(["records:write"], { label: "Desk" }))).toBe(201);
    expect(await statusFor(await test.token(["records:read", "actions:execute"]))).toBe(403);
    expect((await actionsOf(administrator, id)).map((action) => action.requestedBy)).toEqual([
      "Test risk",
      "Desk",
    ]);
  });

  it("is made once with the same Idempotency-Key", async () => {
    const { id } = await newTrader();
    const body = { kind: "close_positions", reason: "Agreed" };
    const sendOnce = () =>
      administrator.post(`/api/admin/user/${id}/actions`, body, { "idempotency-key": `a-${id}` });
    expect([(await sendOnce()).statusCode, (await sendOnce()).statusCode]).toEqual([201, 201]);
    expect(await actionsOf(administrator, id)).toHaveLength(1);
  });
});

describe("a poll", () => {
  it("needs a token with the scope actions:execute", async () => {
    const statusFor = async (browser: Browser) =>
      (await browser.get("/api/bridge/actions")).statusCode;
    expect(await statusFor(test.visitor())).toBe(401);
    expect(await statusFor(administrator)).toBe(401);
    expect(await statusFor(await test.token(["feed:write", "records:write"]))).toBe(403);
    expect(await statusFor(bridge)).toBe(200);
  });

  it("delivers the first action of each account, the next one when that is finished", async () => {
    const [one, other] = [await newTrader(), await newTrader()];
    const first = await requestAction(administrator, one.id);
    const second = await requestAction(administrator, one.id, { kind: "disable_trading" });
    const third = await requestAction(administrator, one.id, { kind: "enable_trading" });
    const others = await requestAction(administrator, other.id);
    const delivered = await poll(bridge);
    expect(delivered).toEqual([
      { ...first, status: "delivered", attempts: 1, deliveredAt: expect.any(String) as string },
      { ...others, status: "delivered", attempts: 1, deliveredAt: expect.any(String) as string },
    ]);
    expect(await poll(bridge)).toEqual([]);
    await answer(bridge, first.id, "failed");
    expect((await poll(bridge)).map(({ id }) => id)).toEqual([second.id]);
    await answer(bridge, second.id, "done");
    await step("cancel", third.id);
    expect(await poll(bridge)).toEqual([]);
  });

  it("is not held back by a proposed action, which is delivered when it is approved", async () => {
    const trader = await newTrader();
    const proposed = await requestAction(administrator, trader.id);
    await propose(proposed.id);
    const next = await requestAction(administrator, trader.id);
    expect((await poll(bridge)).map(({ id }) => id)).toEqual([next.id]);
    await step("approve", proposed.id);
    expect((await poll(bridge)).map(({ id }) => id)).toEqual([proposed.id]);
  });

  it("delivers again what was not answered within 60 seconds, to any bridge, and counts it", async () => {
    const { id } = await requestAction(administrator, (await newTrader()).id);
    const another = await test.token(["actions:execute"]);
    test.clock.stop();
    await poll(bridge);
    test.clock.advance(MINUTE - 1);
    expect(await poll(another)).toEqual([]);
    test.clock.advance(1);
    expect(await poll(another)).toMatchObject([{ id, status: "delivered", attempts: 2 }]);
    expect(await poll(bridge)).toEqual([]);
    expect((await answer(bridge, id, "done")).statusCode).toBe(200);
  });

  describe("when more than 100 actions are due", () => {
    afterEach(() =>
      test.context.database.pool.query("delete from users where email like 'many-%'"),
    );

    it("delivers at most 100, the oldest first", async () => {
      const ids = await requestMany(120);
      expect(await polledIds()).toEqual(ids.slice(0, 100));
      expect(await polledIds()).toEqual(ids.slice(100));
    });

    it("delivers new ones and those that no bridge has answered, whatever there is more of", async () => {
      const unanswered = await requestMany(101);
      await polledIds();
      await polledIds();
      test.clock.advance(MINUTE);
      const [fresh] = await requestMany(1);
      expect(await polledIds()).toEqual([...unanswered.slice(0, 99), fresh]);
      const many = await requestMany(120);
      expect(await polledIds()).toEqual([...unanswered.slice(99), ...many.slice(0, 98)]);
    });
  });

  it("waits for an action, and returns as soon as one is requested", async () => {
    const trader = await newTrader();
    const waiting = poll(bridge, 30);
    const { id } = await requestAction(administrator, trader.id);
    expect((await waiting).map((action) => action.id)).toEqual([id]);
  });

  it("that waits receives an action whose lease ends", async () => {
    const { id } = await requestAction(administrator, (await newTrader()).id);
    await poll(bridge);
    const waiting = poll(bridge, 30);
    test.clock.advance(MINUTE);
    expect(await waiting).toMatchObject([{ id, attempts: 2 }]);
  });

  it("returns nothing when its time is over", async () => {
    expect(await poll(bridge, 1)).toEqual([]);
  });

  it("ends when its token is revoked, and takes nothing", async () => {
    const revoked = await test.token(["actions:execute"]);
    const waiting = revoked.get("/api/bridge/actions?wait=30");
    await administrator.delete(`/api/admin/tokens/${revoked.id}`);
    const { id } = await requestAction(administrator, (await newTrader()).id);
    expect((await waiting).statusCode).toBe(401);
    expect(await poll(bridge)).toMatchObject([{ id, attempts: 1 }]);
  });

  it.each(["31", "-1", "1.5", "soon", ""])("with wait=%s is 400", async (wait) => {
    expect((await bridge.get(`/api/bridge/actions?wait=${wait}`)).statusCode).toBe(400);
  });

  it("fails if the database does not respond, even before it listens for actions", async () => {
    const database = {
      ...test.context.database,
      get kysely(): never {
        throw new Error("The database does not respond");
      },
    };
    const live = { ...test.context.live, subscribe: () => new Promise<never>(() => {}) };
    const options = { wait: 30, signal: new AbortController().signal, isClosing: () => false };
    const polls = [1, 2].map(() =>
      pollActions({ ...test.context, database, live }, { id: bridge.id } as TokenActor, options),
    );
    const outcomes = await Promise.allSettled(polls);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("of hundreds at once receives each action once, and holds no connection while it waits", async () => {
    const trader = await newTrader();
    const waiting = Array.from({ length: 400 }, () => poll(bridge, 1));
    // Other calls are answered meanwhile.
    const { id } = await requestAction(administrator, trader.id);
    const received = (await Promise.all(waiting)).flat();
    if (received.length === 0) received.push(...(await poll(bridge)));
    expect(received).toMatchObject([{ id, attempts: 1 }]);
    await waitUntil("no connection is in use", () => {
      const { pool } = test.context.database;
      return pool.idleCount === pool.totalCount;
    });
  });
});

describe("an answer", () => {
  const delivered = async () => {
    const trader = await newTrader();
    const { id } = await requestAction(administrator, trader.id);
    await poll(bridge);
    return { id, trader };
  };

  it("finishes the action, and the same one again changes nothing", async () => {
    const { id } = await delivered();
    const finishedAt = "2026-03-02T10:00:00.123Z";
    const first = await answer(bridge, id, "done", { message: "Closed 2 positions", finishedAt });
    expect([first.statusCode, first.json()]).toMatchObject([
      200,
      { id, status: "done", message: "Closed 2 positions", finishedAt },
    ]);
    const again = await answer(bridge, id, "done", { message: "Twice" });
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  });

  it("is 409 with the current action after another answer", async () => {
    const { id } = await delivered();
    await answer(bridge, id, "failed", { message: "No such login" });
    const other = await answer(bridge, id, "done");
    expect([other.statusCode, other.json()]).toMatchObject([
      409,
      { current: { id, status: "failed", message: "No such login" } },
    ]);
  });

  it("is 409 if the action was cancelled, or never delivered", async () => {
    const { id } = await requestAction(administrator, (await newTrader()).id);
    const early = await answer(bridge, id, "done");
    expect([early.statusCode, early.json()]).toMatchObject([
      409,
      { message: "This action has not been delivered yet", current: { status: "pending" } },
    ]);
    await step("cancel", id);
    const late = await answer(bridge, id, "done");
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { message: "This action was cancelled", current: { status: "cancelled" } },
    ]);
  });

  it("counts anew after a retry", async () => {
    const { id } = await delivered();
    await answer(bridge, id, "failed", { message: "The platform was closed" });
    await step("retry", id);
    expect(await find(id)).toMatchObject({ status: "pending", message: null, deliveredAt: null });
    expect(await poll(bridge)).toMatchObject([{ id, attempts: 2 }]);
    expect((await answer(bridge, id, "done")).json()).toMatchObject({ status: "done" });
  });

  it("to an action that does not exist is 404, and a wrong one 400", async () => {
    const { id } = await delivered();
    expect((await answer(bridge, 2_000_000_000, "done")).statusCode).toBe(404);
    for (const path of ["0", "-1", "1.5", "99999999999", "abc"]) {
      const response = await bridge.post(`/api/bridge/actions/${path}`, { status: "done" });
      expect(response.statusCode).toBe(404);
    }
    for (const body of [{}, { status: "pending" }, [], { status: "done", extra: 1 }]) {
      expect((await bridge.post(`/api/bridge/actions/${id}`, body)).statusCode).toBe(400);
    }
    const tooLarge = await answer(bridge, id, "done", { message: "x".repeat(10_000_000) });
    expect(tooLarge.statusCode).toBe(413);
    expect(await find(id)).toMatchObject({ status: "delivered" });
  });
});

describe("the table of actions", () => {
  const ask = async <Body>(procedure: string, input: object) => {
    const response = await administrator.query(procedure, input);
    return response.json<{ result: { data: { json: Body } } }>().result.data.json;
  };
  const page = (query: object) =>
    ask<{ rows: ListedAction[]; total: number }>("admin.actions.page", query);

  it("finds actions by their traders, and counts what matches", async () => {
    const trader = await newTrader();
    const first = await requestAction(administrator, trader.id, { kind: "deposit", amount: "5" });
    const second = await requestAction(administrator, trader.id, { kind: "enable_trading" });
    await requestAction(administrator, (await newTrader()).id);
    const search = trader.login;
    const { rows, total } = await page({ search });
    expect([rows.map(({ id }) => id), total]).toEqual([[second.id, first.id], 2]);
    expect(rows[1]).toEqual({
      ...first,
      currency: "USD",
      trader: { fullName: expect.any(String) as string, email: trader.email },
      retryRefusal: null,
      unansweredSince: null,
    });
    const idsOf = async (query: object) =>
      (await page({ search, ...query })).rows.map((each) => each.id);
    expect(await idsOf({ order: "asc" })).toEqual([first.id, second.id]);
    expect(await idsOf({ kind: "deposit" })).toEqual([first.id]);
    expect(await idsOf({ status: "done,failed" })).toEqual([]);
  });

  it("shows what happened to an action, with the words of people and bridges", async () => {
    const { id } = await requestAction(administrator, (await newTrader()).id);
    await poll(bridge);
    await answer(bridge, id, "failed", { message: "The market is closed" });
    await step("retry", id, { reason: "It has opened" });
    const { history } = await ask<{ history: object[] }>("admin.actions.get", { id });
    const at = expect.any(String) as string;
    expect(history).toEqual([
      { at, step: "action.requested", by: "Test administrator", words: "Agreed" },
      { at, step: "action.failed", by: "MT5 bridge", words: "The market is closed" },
      { at, step: "action.retried", by: "Test administrator", words: "It has opened" },
    ]);
    const unknown = { id: 2_000_000_000 };
    expect((await administrator.query("admin.actions.get", unknown)).statusCode).toBe(404);
  });

  it("is exported with the columns that are asked for", async () => {
    const { id, login } = await requestAction(administrator, (await newTrader()).id);
    const columns = "columns=id,login,kind,amount,status,reason,causeKind,attempts";
    const response = await administrator.get(
      `/api/admin/actions/export.csv?search=${login}&${columns}`,
    );
    expect(response.body.trim().split("\r\n")).toEqual([
      "ID,Login,Action,Amount,Status,Reason,Cause,Deliveries",
      `${id},${login},close_positions,,pending,Agreed,person,0`,
    ]);
    expect(
      (await administrator.get("/api/admin/actions/export.csv?columns=secret")).statusCode,
    ).toBe(400);
  });

  it("announces every change of an action", async () => {
    const trader = await newTrader();
    let changes = 0;
    const unsubscribe = await test.context.live.subscribe([changedActions], () => (changes += 1));
    const isAnnounced = async (change: () => Promise<unknown>) => {
      const before = changes;
      await change();
      await waitUntil("the change is announced", () => changes > before);
    };
    let id = 0;
    await isAnnounced(async () => ({ id } = await requestAction(administrator, trader.id)));
    await isAnnounced(() => poll(bridge));
    await isAnnounced(() => answer(bridge, id, "failed"));
    await isAnnounced(() => step("retry", id));
    await isAnnounced(() => step("cancel", id));
    unsubscribe();
  });
});

describe("every write", () => {
  it("is in the audit log", async () => {
    const trader = await newTrader();
    const { id } = await requestAction(administrator, trader.id);
    await propose(id);
    await step("approve", id, { reason: "Checked" });
    await poll(bridge);
    await answer(bridge, id, "failed", { message: "The platform was closed" });
    await step("retry", id);
    await poll(bridge);
    await answer(bridge, id, "done");
    const { id: other } = await requestAction(administrator, trader.id);
    await step("cancel", other, { reason: "Not needed" });
    const events = (await administrator.get(`/api/admin/audit?traderId=${trader.id}`)).json<
      { action: string; actorName: string; reason: string | null; changes: object }[]
    >();
    const actions = events.filter(({ action }) => action.startsWith("action.")).toReversed();
    expect(actions.map(({ action, actorName, reason }) => [action, actorName, reason])).toEqual([
      ["action.requested", "Test administrator", "Agreed"],
      ["action.approved", "Test administrator", "Checked"],
      ["action.failed", "MT5 bridge", "The platform was closed"],
      ["action.retried", "Test administrator", null],
      ["action.done", "MT5 bridge", null],
      ["action.requested", "Test administrator", "Agreed"],
      ["action.cancelled", "Test administrator", "Not needed"],
    ]);
    expect(actions[2]!.changes).toEqual({
      actionId: { from: null, to: id },
      action: { from: null, to: "close_positions" },
      status: { from: "delivered", to: "failed" },
    });
  });
});

describe("a bridge", () => {
  interface Bridge {
    tokenId: number;
    lastFeedAt: string | null;
    lastPollAt: string | null;
    silentSeconds: number | null;
    waiting: number;
  }
  const bridges = async () => (await administrator.get("/api/admin/bridges")).json<Bridge[]>();
  const bridgeOf = async (id: number) => (await bridges()).find(({ tokenId }) => tokenId === id);
  const silent = async () => {
    const waiting = await administrator.get("/api/admin/overview/waiting");
    return waiting.json<{ bridges: { count: number; oldest: string | null } }>().bridges;
  };

  it("is listed with when it was heard, and what waits for it", async () => {
    const feeding = await test.token(["feed:write"], { label: "Feed" });
    const executing = await test.token(["actions:execute"], { label: "Hands" });
    const { id: reader } = await test.token(["records:read"]);
    const unreported = { report: null, reportedAt: null };
    const unheard = { lastFeedAt: null, lastPollAt: null, silentSeconds: null };
    const never = { ...unheard, waiting: 0, ...unreported };
    expect(await bridgeOf(feeding.id)).toEqual({ tokenId: feeding.id, label: "Feed", ...never });
    expect(await bridgeOf(reader)).toBeUndefined();
    const trader = await newTrader();
    await requestAction(administrator, trader.id);
    await requestAction(administrator, trader.id);
    test.clock.stop();
    await poll(executing);
    await feeding.post("/api/feed", { accounts: [] });
    test.clock.advance(10 * SECOND);
    expect(await bridgeOf(executing.id)).toMatchObject({ lastFeedAt: null, waiting: 2 });
    const heard = (await bridgeOf(feeding.id))!;
    expect(heard).toMatchObject({ lastPollAt: null, waiting: 0, silentSeconds: 10 });
    await administrator.delete(`/api/admin/tokens/${feeding.id}`);
    expect(await bridgeOf(feeding.id)).toBeUndefined();
  });

  it("waits for an administrator after five minutes of silence, for a day", async () => {
    test.clock.advance(2 * DAY);
    administrator = await test.administrator();
    expect(await silent()).toEqual({ count: 0, oldest: null });
    await poll(bridge);
    const { lastPollAt } = (await bridgeOf(bridge.id))!;
    test.clock.advance(4 * MINUTE);
    expect(await silent()).toEqual({ count: 0, oldest: null });
    test.clock.advance(MINUTE);
    expect(await silent()).toEqual({ count: 1, oldest: lastPollAt });
    await poll(bridge);
    expect(await silent()).toEqual({ count: 0, oldest: null });
  });

  it("writes its heartbeat at most once in a few seconds", async () => {
    test.clock.stop();
    test.clock.advance(MINUTE);
    await poll(bridge);
    const first = (await bridgeOf(bridge.id))!.lastPollAt;
    test.clock.advance(5 * SECOND - 1);
    await poll(bridge);
    expect((await bridgeOf(bridge.id))!.lastPollAt).toBe(first);
    test.clock.advance(1);
    await poll(bridge);
    expect((await bridgeOf(bridge.id))!.lastPollAt).not.toBe(first);
  });
});
