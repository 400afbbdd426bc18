import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rejectCrossOriginWrites } from "../../src/http/hardening/origin.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { callOf, calls, restRequest } from "../support/calls.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
});
afterAll(() => test.close());

const foreign: Record<string, string>[] = [
  { origin: "https://elsewhere.example" },
  { origin: "http://desk.example.com" },
  { origin: "https://desk.example.com.elsewhere.example" },
  { origin: "https://desk.example.com:8443" },
  { origin: "null" },
  { origin: "" },
  { origin: "https://desk.example.com, https://elsewhere.example" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "" },
  { origin: "https://desk.example.com", "sec-fetch-site": "cross-site" },
  { origin: "https://elsewhere.example", "sec-fetch-site": "same-origin" },
];

const own: Record<string, string>[] = [
  {},
  { origin: "https://desk.example.com" },
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  { origin: "https://desk.example.com", "sec-fetch-site": "same-origin" },
];

describe("a write", () => {
  it.each(foreign)("is rejected from another origin: %j", async (headers) => {
    const trader = await test.trader();
    const response = await trader.patch("/api/user/profile", { city: "Leeds" }, headers);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ message: "Requests from other sites are not allowed" });
    expect((await trader.get("/api/user")).json<{ city: string }>().city).toBe("London");
  });

  it.each(own)("is accepted from this origin or a script: %j", async (headers) => {
    const trader = await test.trader();
    const response = await trader.patch("/api/user/profile", { city: "Leeds" }, headers);
    expect(response.statusCode).toBe(200);
  });

  it.each(calls.filter(({ method }) => method !== "GET"))(
    "is rejected from another origin at $method $path and over tRPC",
    async ({ procedure }) => {
      const origin = "https://elsewhere.example";
      const call = callOf(procedure);
      const request = restRequest(call, { ...call.input, id: 1 });
      const headers = { ...request.headers, origin };
      const response = await test.visitor().send({ ...request, headers });
      expect(response.statusCode).toBe(403);
      const body = { json: call.input };
      const viaTrpc = await test.visitor().post(`/api/trpc/${procedure}`, body, { origin });
      expect(viaTrpc.statusCode).toBe(403);
    },
  );

  it("is rejected from another origin if it is an upload", async () => {
    const administrator = await test.administrator();
    const response = await administrator.send({
      method: "POST",
      url: "/api/admin/certificates",
      headers: {
        origin: "https://elsewhere.example",
        "content-type": "multipart/form-data; boundary=x",
      },
      payload: "--x--",
    });
    expect(response.statusCode).toBe(403);
  });
});

describe("a write whose Origin equals its Host", () => {
  const write = (browser: Browser, host: string, origin = `http://${host}`) =>
    browser.patch("/api/user/profile", { city: "Leeds" }, { host, origin });

  it("is rejected for any other name if PUBLIC_URL is set, including loopback", async () => {
    const trader = await test.trader();
    for (const host of ["rebound.example", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) {
      expect([host, (await write(trader, host)).statusCode]).toEqual([host, 403]);
    }
    const forwarded = { "x-forwarded-host": "rebound.example", origin: "https://rebound.example" };
    const response = await trader.patch("/api/user/profile", { city: "Leeds" }, forwarded);
    expect(response.statusCode).toBe(403);
  });

  it("is accepted without PUBLIC_URL only for loopback names", async () => {
    const local = await startApp();
    const trader = await local.trader();
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) {
      expect([host, (await write(trader, host)).statusCode]).toEqual([host, 200]);
    }
    for (const host of [
      "rebound.example:3000",
      "192.168.1.5:3000",
      "localhost:3001",
      "localhost",
    ]) {
      expect([host, (await write(trader, host)).statusCode]).toEqual([host, 403]);
    }
    const overHttps = await write(trader, "localhost:3000", "https://localhost:3000");
    expect(overHttps.statusCode).toBe(403);
    await local.close();
  });

  // A server that listens on `::` receives IPv4 addresses in the form `::ffff:127.0.0.2`.
  it.each(["0.0.0.0", "::"])(
    "is accepted without PUBLIC_URL for the address to which the client connected: HOST=%s",
    async (HOST) => {
      const local = await startApp({ env: { HOST }, listen: true });
      const { port } = new URL(local.url);
      const origins = { "127.0.0.2": 401, "rebound.example": 403, "192.168.1.5": 403 };
      for (const [name, status] of Object.entries(origins)) {
        const response = await fetch(`http://127.0.0.2:${port}/api/login`, {
          method: "POST",
          headers: { "content-type": "application/json", origin: `http://${name}:${port}` },
          body: JSON.stringify({ email: "a@example.com", password: "wrong" }),
        });
        expect([name, response.status]).toEqual([name, status]);
      }
      await local.close();
    },
  );
});

it.each([
  ["2001:db8::7", "http://[2001:db8::7]:3000", true],
  ["2001:db8::7", "http://[2001:db8::8]:3000", false],
  ["::ffff:192.168.1.5", "http://192.168.1.5:3000", true],
])("a write to %s from a page of %s is accepted: %s", async (localAddress, origin, isAccepted) => {
  const server = Fastify();
  server.addHook("onRequest", async ({ raw: { socket } }) => {
    Object.defineProperties(socket, {
      localAddress: { value: localAddress },
      localPort: { value: 3000 },
    });
  });
  const publicUrl = "http://localhost:3000";
  rejectCrossOriginWrites(server, { publicUrl, isPublicUrlSet: false, port: 3000 });
  server.post("/", async () => "done");
  const { body } = await server.inject({ method: "POST", url: "/", headers: { origin } });
  expect(body === "done").toBe(isAccepted);
});

describe("a read", () => {
  it.each(foreign)(
    "is allowed from any origin, but returns no CORS headers: %j",
    async (headers) => {
      const trader = await test.trader();
      const response = await trader.get("/api/user", headers);
      expect(response.statusCode).toBe(200);
      expect(response.headers["access-control-allow-origin"]).toBeUndefined();
    },
  );
});
