import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAccountId } from "../../../../../src/business/traders/accounts/accounts.queries.ts";
import { followAccount } from "../../../../../src/business/record/live/follow-account.ts";
import { RefusalError } from "../../../../../src/platform/errors.ts";
import { notifyTopics } from "../../../../../src/platform/live/live-updates.ts";
import { PASSWORD, startApp, type TestApp } from "../../../../support/app.ts";
import type { Browser } from "../../../../support/http.ts";
import { tradedAccount } from "../../../../support/live.ts";
import { waitUntil } from "../../../../support/until.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp({ listen: true });
  administrator = await test.administrator();
});
afterAll(() => test.close());

const cookiesOf = (browser: Browser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");

/** Opens a stream over HTTP. `next` resolves with the name of the next event, without pings. */
async function openStream(browser: Browser, path = "trader.live", url = test.url) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/trpc/${path}`, {
    headers: { ...browser.headers, cookie: cookiesOf(browser), accept: "text/event-stream" },
    signal: abort.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const block = text.slice(0, end).trim();
        text = text.slice(end + 2);
        const name =
          /^event: (.+)$/m.exec(block)?.[1] ?? (block.startsWith("data") ? "change" : "");
        if (name && name !== "ping") return name;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return "closed";
      text += value;
    }
  };
  expect(await next()).toBe("connected");
  return { next, leave: () => abort.abort() };
}

const liveOf = (userId: number) =>
  `admin.live?input=${encodeURIComponent(JSON.stringify({ json: { userId } }))}`;

async function traderWithStream() {
  const trader = await test.trader();
  const { feed } = await tradedAccount(test, trader.id);
  const stream = await openStream(trader);
  expect(await stream.next(), "the change of a moment ago").toBe("change");
  return { trader, feed, stream };
}

/** Opens a stream whose session then ends. @returns its first event, which is "return" if it begins without a change */
async function firstEvent({ email }: { email: string }, path: string) {
  const browser = test.visitor();
  await browser.post("/api/login", { email, password: PASSWORD });
  const stream = await openStream(browser, path);
  await browser.post("/api/logout", {});
  const first = await stream.next();
  stream.leave();
  return first;
}

/** Waits until the app has received the notifications of all former changes, which arrive in order. */
async function receiveChanges() {
  const { live, database } = test.context;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const unsubscribe = await live.subscribe(["trader:0"], resolve);
  await notifyTopics(database.kysely, ["trader:0"]);
  await promise;
  unsubscribe();
}

/** Makes the changes of all accounts older, by default than those that a stream begins with. */
async function letChangesAge(seconds = 311) {
  await receiveChanges();
  const { kysely } = test.context.database;
  await sql`update stage_progress set changed_at = now() - make_interval(secs => ${seconds})`.execute(
    kysely,
  );
}

describe("a stream", () => {
  it("reports that the records of the account have changed", async () => {
    const { feed, stream } = await traderWithStream();
    await feed("5.00");
    expect(await stream.next()).toBe("change");
    stream.leave();
  });

  it("begins with the next change if the last one is old", async () => {
    const trader = await test.trader();
    const { feed } = await tradedAccount(test, trader.id);
    await letChangesAge();
    expect(await firstEvent(trader, "trader.live")).toBe("return");
    const stream = await openStream(trader);
    await feed("5.00");
    expect(await stream.next()).toBe("change");
    stream.leave();
  });

  it("begins with a change that the caller's data may not include", async () => {
    const trader = await test.trader();
    await tradedAccount(test, trader.id);
    const startsWith = async (dataAge: number) => {
      const input = encodeURIComponent(JSON.stringify({ json: { dataAge } }));
      return firstEvent(trader, `trader.live?input=${input}`);
    };
    await letChangesAge(40);
    expect(await startsWith(20)).toBe("return");
    expect(await startsWith(86_400)).toBe("change");
    // Data may have been read ten seconds before it arrived.
    await letChangesAge(1);
    expect(await startsWith(0)).toBe("change");
  });

  it("ends immediately when the trader is banned", async () => {
    const { trader, stream } = await traderWithStream();
    await administrator.patch(`/api/admin/user/${trader.id}/ban`, {
      banned: true,
      banReason: "Test",
    });
    let event = await stream.next();
    while (event === "change") event = await stream.next();
    expect(event).toBe("return");
  });

  it("ends immediately when the trader signs out", async () => {
    const { trader, stream } = await traderWithStream();
    await trader.post("/api/logout", {});
    let event = await stream.next();
    while (event === "change") event = await stream.next();
    expect(event).toBe("return");
  });

  it("outlasts an outage of the database, and not the permission", async () => {
    let failure = new Error("The database is away");
    const { trader, feed } = await traderWithStream();
    const { database } = test.context;
    await letChangesAge();
    const accountId = await findAccountId(database.kysely, trader.id);
    const stream = followAccount(test.context, {
      accountId,
      callerTopics: [],
      requirePermission: () => Promise.reject(failure),
      signal: undefined,
    });
    const afterChange = async () => {
      const [next] = await Promise.all([stream.next(), feed("1.00")]);
      return next;
    };
    expect((await afterChange()).done).toBe(false);
    failure = new RefusalError("forbidden", "Banned");
    expect((await afterChange()).done).toBe(true);
  });

  it("is rejected for visitors, and for traders who request another account", async () => {
    const open = (browser: Browser, path: string) => browser.get(`/api/trpc/${path}`);
    expect((await open(test.visitor(), "trader.live")).statusCode).toBe(401);
    const { trader } = await traderWithStream();
    expect((await open(await test.trader(), liveOf(trader.id))).statusCode).toBe(403);
  });

  it("ends when the instance stops, so that the client connects to another one", async () => {
    const second = await test.secondInstance({ listen: true });
    const { trader, feed } = await traderWithStream();
    const tool = await test.token(["records:read"]);
    const stream = await openStream(tool, liveOf(trader.id), second.url);
    expect(await stream.next()).toBe("change");
    await feed("7.00");
    expect(await stream.next()).toBe("change");
    const closed = stream.next().catch(() => "closed");
    await second.close();
    expect(["closed", "change"]).toContain(await closed);
  });

  it("does not begin, and delays nothing, if the instance stops before its permission is checked", async () => {
    const second = await test.secondInstance({ listen: true });
    const tool = await test.token(["records:read"]);
    const { pool } = test.context.database;
    const owner = await pool.connect();
    await owner.query("begin; lock table api_tokens in access exclusive mode");
    const opening = openStream(tool, "admin.actions.live", second.url);
    opening.catch(() => {});
    await waitUntil("its permission is being checked", async () => {
      const { rows } = await pool.query(
        "select from pg_locks where relation = 'api_tokens'::regclass and not granted",
      );
      return rows.length > 0;
    });
    const stopped = second.close();
    await waitUntil("the instance stops", () => !second.app.server.listening);
    await owner.query("rollback");
    owner.release();
    await expect(opening).rejects.toThrow("fetch failed");
    await stopped;
  });
});
