import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { type Call, calls } from "../support/calls.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let both: Browser & { id: number };
beforeAll(async () => {
  test = await startApp();
  both = await test.trader();
  await both.post("/api/admin/login", { accessKey: test.adminKey });
});
afterAll(() => test.close());

const urlOf = ({ path }: Call) => path.replace("{id}", String(both.id));

describe("a call without an input", () => {
  const bodies: [string, { payload?: string; headers?: Record<string, string> }][] = [
    ["no body", {}],
    ["no body with a JSON content type", { headers: { "content-type": "application/json" } }],
    ["an empty body", { payload: "", headers: { "content-type": "application/json" } }],
    ["a blank body", { payload: " \n", headers: { "content-type": "application/json" } }],
    ["an empty object", { payload: "{}", headers: { "content-type": "application/json" } }],
    ["a body of length 0", { headers: { "content-length": "0" } }],
  ];

  it.each(bodies)("accepts %s", async (_name, body) => {
    for (const url of ["/api/logout", "/api/admin/logout"]) {
      const response = await test.visitor().send({ method: "POST", url, ...body });
      expect([url, response.statusCode]).toEqual([url, 200]);
      expect(response.json()).toEqual({ message: "You are signed out" });
    }
    const { id } = await test.trader();
    const url = `/api/admin/user/${id}`;
    expect((await both.send({ method: "DELETE", url, ...body })).statusCode).toBe(200);
  });

  it("returns 400 with the missing fields if an input is required", async () => {
    for (const headers of [{}, { "content-type": "application/json" }]) {
      const response = await test.visitor().send({ method: "POST", url: "/api/login", headers });
      expect(response.statusCode).toBe(400);
      expect(response.json<object>()).toMatchObject({ message: "Please enter a valid email" });
    }
  });
});

describe("HEAD", () => {
  it.each(calls.filter(({ method }) => method === "GET"))(
    "responds like GET $path, without the body",
    async (call) => {
      for (const browser of [both, test.visitor()]) {
        const get = await browser.get(urlOf(call));
        const head = await browser.send({ method: "HEAD", url: urlOf(call) });
        expect(head.statusCode).toBe(get.statusCode);
        expect(head.body).toBe("");
        for (const name of ["content-type", "cache-control", "x-total-count", "link"]) {
          expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
        }
      }
    },
  );

  it.each(["/api/health", "/api/health/live", "/api/openapi.json", "/api/nothing", "/auth"])(
    "responds like GET %s",
    async (url) => {
      const get = await test.visitor().get(url);
      const head = await test.visitor().send({ method: "HEAD", url });
      expect([head.statusCode, head.body]).toEqual([get.statusCode, ""]);
      expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
    },
  );

  it("returns the total and the next page like GET", async () => {
    await test.trader();
    const url = "/api/admin/users?limit=1";
    const [get, head] = [await both.get(url), await both.send({ method: "HEAD", url })];
    expect(head.headers.link).toMatch(/rel="next"/);
    expect(head.headers.link).toBe(get.headers.link);
    expect(head.headers["x-total-count"]).toBe(get.headers["x-total-count"]);
  });

  it("responds over tRPC like GET", async () => {
    const url = "/api/trpc/auth.me";
    expect((await both.send({ method: "HEAD", url })).statusCode).toBe(200);
    const refused = await test.visitor().send({ method: "HEAD", url });
    expect([refused.statusCode, refused.body]).toEqual([401, ""]);
  });
});
