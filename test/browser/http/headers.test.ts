import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

let test: TestApp;
let trader: Browser;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  trader = await test.trader();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const responses = {
  "a resource": () => trader.get("/api/user"),
  "a list that is streamed": () => administrator.get("/api/admin/users"),
  "a page of a list": () => administrator.get("/api/admin/users?limit=1"),
  "a tRPC result": () => trader.query("auth.me"),
  "a tRPC error": () => test.visitor().query("auth.me"),
  "a tRPC error before the call": () => trader.get("/api/trpc/auth.me?connectionParams=%7B"),
  health: () => test.visitor().get("/api/health"),
  "the document": () => test.visitor().get("/api/openapi.json"),
  "401": () => test.visitor().get("/api/user"),
  "400": () => test.visitor().post("/api/login", {}),
  "broken JSON": () => test.visitor().post("/api/login", "{"),
  "403 for a foreign origin": () =>
    test.visitor().post("/api/login", {}, { origin: "https://elsewhere.example" }),
  "404": () => test.visitor().get("/api/nothing"),
  "413": () => test.visitor().post("/api/login", "x".repeat(300_000)),
  "415": () => test.visitor().post("/api/login", "x", { "content-type": "text/plain" }),
  "an address that cannot be decoded": () => test.visitor().get("/api/admin/user/%ZZ"),
  "an address with a long name": () => test.visitor().get(`/api/trpc/${"x".repeat(5000)}`),
  "an address with needless percent-encoding": () => trader.get("/%61pi/user"),
  "an unknown method": () => trader.send({ method: "OPTIONS", url: "/api/user" }),
};

describe.each(Object.entries(responses))("%s", (_name, ask) => {
  it("forbids frames, content sniffing and inline scripts, and limits the referrer to the origin", async () => {
    const { headers } = await ask();
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'none'");
    const scripts = /script-src ([^;]*)/.exec(policy) ?? /default-src ([^;]*)/.exec(policy);
    expect(scripts?.[1]).toMatch(/^'(self|none)'/);
    expect(scripts?.[1]).not.toContain("unsafe-inline");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  it("isolates its window and resources from other sites", async () => {
    const { headers } = await ask();
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  });

  it("is not cacheable", async () => {
    expect((await ask()).headers["cache-control"]).toBe("no-store");
  });

  it("is JSON in UTF-8", async () => {
    expect((await ask()).headers["content-type"]).toMatch(/^application\/json(; charset=utf-8)?$/);
  });

  it("sends no Strict-Transport-Security on http", async () => {
    expect((await ask()).headers["strict-transport-security"]).toBeUndefined();
  });
});

describe("on https", () => {
  it("every response sends Strict-Transport-Security", async () => {
    const secure = await startApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
    for (const url of ["/api/user", "/api/health", "/api/nothing", "/", "/api/admin/user/%ZZ"]) {
      const { headers } = await secure.visitor().get(url);
      expect([url, headers["strict-transport-security"]]).toEqual([
        url,
        expect.stringMatching(/^max-age=\d{8}/),
      ]);
    }
    await secure.close();
  });
});

describe("the web client's page", () => {
  it("has the security headers and is not stored", async () => {
    const { headers, statusCode } = await test.visitor().get("/auth");
    expect(statusCode).toBe(200);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe-inline");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("no-store");
  });
});
