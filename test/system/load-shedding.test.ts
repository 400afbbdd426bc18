import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { registerErrorHandling } from "../../src/http/error-handling.ts";
import { type LoadLimits, registerLoadShedding } from "../../src/http/hardening/load-shedding.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { waitUntil } from "../support/until.ts";

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const generousLimits: LoadLimits = {
  calls: 100,
  callsFromOne: 100,
  streams: 100,
  streamsFromOne: 100,
  heapBytes: 2 ** 40,
  memoryBytes: 2 ** 40,
};

/** Starts a server whose `/slow` blocks until it is released, and whose `/always` is exempt from the limits. */
async function serverWith(limits: Partial<LoadLimits>) {
  const server = Fastify();
  servers.push(server);
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  registerErrorHandling(server);
  registerLoadShedding(server, { ...generousLimits, ...limits });
  server.get("/quick", async () => ({ done: true }));
  server.get("/slow", () => {
    waiting += 1;
    return gate.promise.then(() => ({ done: true }));
  });
  server.get("/always", { config: { always: true } }, async () => ({ done: true }));
  await server.ready();
  return {
    server,
    letGo: () => gate.resolve(),
    get: (url: string) => server.inject(url),
    areWaiting: (calls: number) => waitUntil("the slow calls wait", () => waiting === calls),
  };
}

type HttpResponse = Awaited<ReturnType<FastifyInstance["inject"]>>;

function expectOverloaded(response: HttpResponse): void {
  expect(response.statusCode).toBe(503);
  expect(response.headers["retry-after"]).toBe("5");
  expect(response.json()).toEqual({
    message: "The service is busy. Please try again in a few seconds.",
    retryAfter: 5,
  });
}

describe("calls above the concurrency limit", () => {
  it("are rejected until others are finished", async () => {
    const { get, letGo, areWaiting } = await serverWith({ calls: 2 });
    const slow = [get("/slow"), get("/slow")];
    await areWaiting(2);
    expectOverloaded(await get("/quick"));
    expect((await get("/always")).statusCode).toBe(200);
    letGo();
    for (const response of await Promise.all(slow)) expect(response.statusCode).toBe(200);
    for (let call = 0; call < 5; call += 1) expect((await get("/quick")).statusCode).toBe(200);
  });

  it("are rejected only for an address that has used its share", async () => {
    const { server, letGo, areWaiting } = await serverWith({ callsFromOne: 2 });
    const from = (remoteAddress: string, url: string) => server.inject({ url, remoteAddress });
    const slow = [from("10.0.0.1", "/slow"), from("10.0.0.1", "/slow")];
    await areWaiting(2);
    expectOverloaded(await from("10.0.0.1", "/quick"));
    expect((await from("10.0.0.1", "/always")).statusCode).toBe(200);
    expect((await from("10.0.0.2", "/quick")).statusCode).toBe(200);
    letGo();
    for (const response of await Promise.all(slow)) expect(response.statusCode).toBe(200);
    for (let call = 0; call < 5; call += 1) {
      expect((await from("10.0.0.1", "/quick")).statusCode).toBe(200);
    }
  });

  it("stop counting once the caller disconnects", async () => {
    const { server, get } = await serverWith({ calls: 1 });
    await server.listen({ host: "127.0.0.1", port: 0 });
    const impatient = new AbortController();
    const slow = fetch(`${server.listeningOrigin}/slow`, { signal: impatient.signal });
    await waitUntil("the limit is reached", async () => (await get("/quick")).statusCode === 503);
    impatient.abort();
    await expect(slow).rejects.toThrow("abort");
    await waitUntil(
      "calls are accepted again",
      async () => (await get("/quick")).statusCode === 200,
    );
  });
});

it.each([
  ["heap", { heapBytes: 1 }],
  ["memory", { memoryBytes: 1 }],
])("a process whose %s is nearly full rejects calls", async (_, limits) => {
  const { get } = await serverWith(limits);
  await waitUntil("the overload is detected", async () => (await get("/quick")).statusCode === 503);
  expectOverloaded(await get("/quick"));
  expect((await get("/always")).statusCode).toBe(200);
});

describe("the app itself", () => {
  /** Runs a test while this many calls wait. */
  async function withWaitingCalls(
    test: TestApp,
    calls: number,
    whileTheyWait: () => Promise<void>,
  ): Promise<void> {
    // They wait for this and not for the database, which they would give up after five seconds.
    const gate = Promise.withResolvers<void>();
    test.context.throttle = { ...test.context.throttle, consume: () => gate.promise };
    const input = { token: "unknown", password: PASSWORD };
    const waiting = Array.from({ length: calls }, () =>
      test.visitor().post("/api/reset-password", input),
    );
    await waitUntil("the limit is reached", async () => {
      return (await test.visitor().get("/api/openapi.json")).statusCode === 503;
    });
    await whileTheyWait();
    gate.resolve();
    await Promise.all(waiting);
    expect((await test.visitor().get("/api/user")).statusCode).toBe(401);
    await test.close();
  }

  it("serves only health checks above its limit", async () => {
    const test = await startApp();
    await withWaitingCalls(test, 1000, async () => {
      expect((await test.visitor().get("/api/health/live")).statusCode).toBe(200);
      const turnedAway = await test.visitor().get("/api/user");
      expectOverloaded(turnedAway);
      expect(turnedAway.headers["x-content-type-options"]).toBe("nosniff");
    });
  });

  it("allows one address at most half of the limit", async () => {
    const test = await startApp({ env: { RATE_LIMIT: "on" } });
    await withWaitingCalls(test, 500, async () => {
      expectOverloaded(await test.visitor().get("/api/openapi.json"));
      const another = { url: "/api/openapi.json", remoteAddress: "10.0.0.2" };
      expect((await test.visitor().send(another)).statusCode).toBe(200);
    });
  });
});
