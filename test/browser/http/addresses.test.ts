import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp({ listen: true });
});
afterAll(() => test.close());

describe("an unknown address under /api", () => {
  it.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/user/",
    "/api//user",
    "/api/user/nothing",
    "/api/admin/user",
    "/api/trpc",
    "/api/trpc/",
    "/api/trpc/auth.me/more",
    "/api/nothing.js",
    "/api/login",
    "/api/..%2f..%2fetc%2fpasswd",
    `/api/${"x".repeat(5000)}`,
    `/api/admin/user/${"x".repeat(5000)}`,
  ])("%s returns 404 in JSON", async (url) => {
    const response = await test.visitor().get(url);
    expect([url, response.statusCode]).toEqual([url, 404]);
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
  });

  it.each(["%", "%ZZ", "%E0%A4%A", "%C3%28", "%ff", "1%"])(
    "returns 4xx for the broken encoding %s",
    async (part) => {
      for (const url of [`/api/admin/user/${part}`, `/api/${part}`, `/api/trpc/${part}`]) {
        const response = await test.visitor().get(url);
        expect([url, [400, 404].includes(response.statusCode)]).toEqual([url, true]);
        expect(response.json<{ message: string }>().message).toMatch(
          /^(The address could not be read|Not found)$/,
        );
      }
    },
  );

  it.each(["PUT", "PATCH", "DELETE", "OPTIONS"] as const)(
    "returns 404 in JSON for the method %s",
    async (method) => {
      for (const url of ["/api/login", "/api/user/payouts", "/api/trpc/auth.me"]) {
        const response = await test.visitor().send({ method, url });
        expect([url, response.statusCode]).toEqual([url, 404]);
        expect(response.json()).toEqual({ message: "Not found" });
      }
    },
  );

  it("returns 404 in any letter case", async () => {
    expect((await test.visitor().get("/API/user")).headers["content-type"]).toMatch(/^text\/html/);
  });
});

describe("the page", () => {
  it("is never served without a nonce", async () => {
    for (const url of ["/index.html", "/index.html?x", "/%69ndex.html"]) {
      const { body, statusCode } = await test.visitor().get(url);
      expect([url, statusCode]).toEqual([url, 404]);
      expect(body).not.toContain("__CSP_NONCE__");
    }
    expect((await test.visitor().get("/")).body).not.toContain("__CSP_NONCE__");
  });

  it.each([
    "/assets/..%2f..%2fpackage.json",
    "/%2e%2e/package.json",
    "/..%5c..%5cpackage.json",
    "/.env",
    "/assets/%00.js",
  ])("serves no file outside its folder for %s", async (url) => {
    const response = await test.visitor().get(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
  });
});

/** Sends raw bytes over a TCP connection. @returns the response */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(test.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(text));
    let response = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => (response += chunk));
    socket.on("close", () => resolve(response));
    socket.on("error", reject);
  });
}

describe("over a network connection", () => {
  it.each([
    ["nonsense", "hello\r\n\r\n"],
    ["an unknown method", "BREW /api/user HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a bad header", "GET /api/user HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n"],
    ["endless headers", `GET /api/user HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(17_000)}\r\n\r\n`],
    [
      "two lengths",
      "POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    ],
    [
      "length and chunks",
      "POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["two hosts", "GET /api/health HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n"],
    ["HTTP without headers", "GET /api/health\r\n\r\n"],
    ["no host", "GET /api/user HTTP/1.1\r\n\r\n"],
  ])("%s returns 4xx", async (_name, text) => {
    const response = await sendRaw(text);
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(response).toContain("frame-ancestors 'none'");
    const { message } = JSON.parse(response.slice(response.indexOf("{"))) as { message: string };
    expect(message).toMatch(/^The request('s headers are too large| is not valid HTTP)$/);
  });

  it("HTTP/1.0 needs no host", async () => {
    expect(await sendRaw("GET /api/health/live HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("an unknown expectation returns 417 with a message and the security headers", async () => {
    const response = await sendRaw("GET /api/user HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n");
    expect(response).toMatch(/^HTTP\/1\.1 417 /);
    expect(response).toMatch(/frame-ancestors 'none'.*no-store.*application\/json/s);
    expect(response).toContain('{"message":"The only supported Expect header is 100-continue"}');
  });

  it("HEAD over tRPC sends no body, which keeps the next response aligned", async () => {
    const response = await sendRaw(
      "HEAD /api/trpc/auth.me HTTP/1.1\r\nHost: x\r\n\r\nGET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
    expect(response).toMatch(/\r\n\r\nHTTP\/1\.1 200 OK/);
    expect(response).toContain('{"status":"ok"}');
  });

  it("a truncated body changes nothing", async () => {
    const response = await sendRaw(
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"email":',
    );
    expect(response).not.toMatch(/^HTTP\/1\.1 [25]/);
    expect((await test.visitor().get("/api/health")).statusCode).toBe(200);
  });
});
