import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
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
  it.each(foreign)("from another origin is refused: %j", async (headers) => {
    const trader = await test.trader();
    const answer = await trader.patch("/api/user/profile", { city: "Leeds" }, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ message: "Calls from another site are not allowed" });
    expect((await trader.get("/api/user")).json<{ city: string }>().city).toBe("London");
  });

  it.each(own)("from here, or from a script, is let through: %j", async (headers) => {
    const trader = await test.trader();
    const answer = await trader.patch("/api/user/profile", { city: "Leeds" }, headers);
    expect(answer.statusCode).toBe(200);
  });

  it.each(calls.filter(({ method }) => method !== "GET"))(
    "from another origin is refused at $method $path, and over tRPC",
    async ({ procedure }) => {
      const origin = "https://elsewhere.example";
      const call = callOf(procedure);
      const request = restRequest(call, { ...call.input, id: 1 });
      const headers = { ...request.headers, origin };
      const answer = await test.visitor().send({ ...request, headers });
      expect(answer.statusCode).toBe(403);
      const body = { json: call.input };
      const viaTrpc = await test.visitor().post(`/api/trpc/${procedure}`, body, { origin });
      expect(viaTrpc.statusCode).toBe(403);
    },
  );

  it("that is an upload is refused from another origin", async () => {
    const administrator = await test.administrator();
    const answer = await administrator.send({
      method: "POST",
      url: "/api/admin/certificates",
      headers: {
        origin: "https://elsewhere.example",
        "content-type": "multipart/form-data; boundary=x",
      },
      payload: "--x--",
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe("a read", () => {
  it.each(foreign)("may come from anywhere, but no page there is shown it: %j", async (headers) => {
    const trader = await test.trader();
    const answer = await trader.get("/api/user", headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });
});
