import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registration, startApp, type TestApp } from "../../../support/app.ts";
import type { Browser } from "../../../support/http.ts";

let test: TestApp;
let trader: Browser & { id: number; email: string };
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  trader = await test.trader();
  administrator = await test.administrator();
});
afterAll(() => test.close());

interface ErrorEnvelope {
  error: { json: { message: string; code: number; data: Record<string, unknown> } };
}

const malformed = "The request must call one procedure with JSON input";

describe("a tRPC response", () => {
  it("marks timestamps as dates, in superjson's metadata next to the JSON", async () => {
    const { result } = (await trader.query("auth.me")).json<{
      result: { data: { json: { createdAt: string }; meta: { values: unknown } } };
    }>();
    expect(result.data.meta.values).toEqual({ createdAt: ["Date"] });
    expect(result.data.json.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("describes an error by code, status, path and issues, without a stack", async () => {
    const response = await test.visitor().mutate("auth.login", { email: "olivia", password: "" });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: {
        json: {
          message: "Please enter a valid email",
          code: -32600,
          data: {
            code: "BAD_REQUEST",
            httpStatus: 400,
            path: "auth.login",
            issues: [
              { path: ["email"], message: "Please enter a valid email" },
              { path: ["password"], message: "Password is required" },
            ],
          },
        },
      },
    });
  });

  it("has the number that tRPC gives to the code of a refusal", async () => {
    const codeOf = async (response: Promise<{ json<Body>(): Body }>) => {
      const { code, data } = (await response).json<ErrorEnvelope>().error.json;
      return [data.code, code];
    };
    expect(await codeOf(test.visitor().query("auth.me"))).toEqual(["UNAUTHORIZED", -32001]);
    expect(await codeOf(trader.query("admin.users.list"))).toEqual(["FORBIDDEN", -32003]);
    const missing = { id: 2_147_483_647 };
    expect(await codeOf(administrator.query("admin.users.get", missing))).toEqual([
      "NOT_FOUND",
      -32004,
    ]);
    const taken = { ...registration(), email: trader.email };
    expect(await codeOf(test.visitor().mutate("auth.register", taken))).toEqual([
      "CONFLICT",
      -32009,
    ]);
  });

  it("contains the reason of a ban", async () => {
    const banned = await test.trader();
    await administrator.mutate("admin.users.ban", {
      id: banned.id,
      banned: true,
      banReason: "Copy trading",
    });
    const { error } = (await banned.query("auth.me")).json<ErrorEnvelope>();
    expect(error.json.data).toEqual({
      code: "FORBIDDEN",
      httpStatus: 403,
      path: "auth.me",
      isBanned: true,
      banReason: "Copy trading",
    });
  });
});

describe("a tRPC call", () => {
  it("returns 404 if the procedure does not exist", async () => {
    const unknown = [
      "auth.nothing",
      "nothing",
      "auth",
      "auth.me.x",
      "__proto__",
      "constructor",
      "auth.constructor",
      "toString",
      "hasOwnProperty",
      "auth.me,auth.me",
      "auth%2Eme%00",
    ];
    for (const procedure of unknown) {
      const response = await trader.get(`/api/trpc/${procedure}`);
      expect([procedure, response.statusCode]).toEqual([procedure, 404]);
      expect(response.json<ErrorEnvelope>().error.json.message).toBe(
        "The procedure does not exist",
      );
    }
  });

  it("requires GET for queries and POST for mutations", async () => {
    for (const response of [
      await trader.mutate("auth.me"),
      await trader.query("auth.logout"),
      await test.visitor().query("auth.register", registration()),
    ]) {
      expect(response.statusCode).toBe(405);
      expect(response.json<ErrorEnvelope>().error.json).toMatchObject({
        message: "Method not allowed: use GET for queries and POST for mutations",
        data: { code: "METHOD_NOT_SUPPORTED", httpStatus: 405 },
      });
    }
    expect((await trader.query("auth.me")).statusCode).toBe(200);
  });

  it("may omit the body if the procedure has no input, with or without a JSON content type", async () => {
    for (const headers of [{}, { "content-type": "application/json" }]) {
      for (const payload of [undefined, "", " "]) {
        const url = "/api/trpc/auth.logout";
        const response = await test.visitor().send({ method: "POST", url, headers, payload });
        const isWrong = payload === " " && !("content-type" in headers);
        expect(response.statusCode).toBe(isWrong ? 415 : 200);
      }
    }
  });

  it("cannot be a batch, which limits would count as one call", async () => {
    const wrong = { json: { email: trader.email, password: "wrong" } };
    const responses = [
      await test.visitor().post("/api/trpc/auth.login,auth.login?batch=1", { 0: wrong, 1: wrong }),
      await test.visitor().post("/api/trpc/auth.login?batch=1", { 0: wrong }),
      await trader.get("/api/trpc/auth.me,trader.account?batch=1"),
    ];
    for (const response of responses) {
      expect(response.statusCode).toBe(400);
      expect(response.json<ErrorEnvelope>().error.json.message).toBe(malformed);
    }
  });

  it.each([
    ["not JSON", "{"],
    ["not JSON", "email=olivia"],
    ["null", "null"],
    ["a number", "5"],
    ["a text", '"json"'],
    ["an array", "[]"],
    ["without an envelope", '{"email":"olivia@example.com","password":"correct horse 1"}'],
    ["an envelope with null", '{"json":null}'],
    ["an envelope with an array", '{"json":[]}'],
    ["an envelope with a text", '{"json":"x"}'],
    ["broken notes", '{"json":{},"meta":5}'],
    ["broken notes", '{"json":{},"meta":{"values":{"email":["nonsense"]}}}'],
    ["broken notes", '{"json":{},"meta":{"values":{"a.b.c":["Date"]}}}'],
    ["broken notes", '{"json":{"a":1},"meta":{"values":{"a":[["class","User"]]}}}'],
    ["broken notes", '{"json":{"a":"x"},"meta":{"values":{"a":["bigint"]}}}'],
    ["broken notes", '{"json":{"a":"/(/"},"meta":{"values":{"a":["regexp"]}}}'],
    ["a prototype in the notes", '{"json":{},"meta":{"values":{"__proto__.x":["undefined"]}}}'],
    [
      "a prototype in the notes",
      '{"json":{},"meta":{"values":{"constructor.prototype.x":["Date"]}}}',
    ],
    [
      "a prototype in the notes",
      '{"json":{"a":1},"meta":{"referentialEqualities":{"a":["__proto__.polluted"]}}}',
    ],
    ["a prototype in the input", '{"json":{"__proto__":{"email":"a@b.cd"}}}'],
  ])("that is %s (%s) returns 400 with a message of the app", async (_name, body) => {
    const viaPost = await test.visitor().post("/api/trpc/auth.login", body);
    const viaGet = await administrator.get(
      `/api/trpc/admin.users.get?input=${encodeURIComponent(body)}`,
    );
    for (const response of [viaPost, viaGet]) {
      const { json } = response.json<ErrorEnvelope>().error;
      expect([response.statusCode, json.data.httpStatus]).toEqual([400, 400]);
      expect(json.message).toMatch(
        /^(The input (is required|must be an object)|Unknown field: .+|Please enter a valid email|id is required|The request must call one procedure with JSON input)$/,
      );
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("cannot allocate memory through the declared length of a typed array", async () => {
    const before = process.memoryUsage().arrayBuffers;
    const json = { email: 200_000_000, password: "x" };
    for (const type of ["Uint8Array", "Float64Array"]) {
      const meta = { values: { email: [["typed-array", type]] } };
      const response = await test.visitor().post("/api/trpc/auth.login", { json, meta });
      expect(response.statusCode).toBe(400);
      expect(response.json<ErrorEnvelope>().error.json.message).toBe(malformed);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it.each(["set", "map"])("cannot cause a %s to be traversed once for each path", async (type) => {
    const email = Array.from({ length: 9000 }, (_, index) => [index, 0]);
    const paths = email.map(() => "email.8999.1");
    const meta = {
      values: { email: [type] },
      referentialEqualities: { password: paths },
    };
    const response = await test
      .visitor()
      .post("/api/trpc/auth.login", { json: { email, password: "x" }, meta });
    expect(response.json<ErrorEnvelope>().error.json.message).toBe(malformed);
  });

  it.each(["{", "5", '{"token":1}', "[]"])(
    "returns 400 for connection parameters (%s)",
    async (parameters) => {
      const query = `connectionParams=${encodeURIComponent(parameters)}`;
      const response = await trader.get(`/api/trpc/auth.me?${query}`);
      if (response.statusCode === 200) return;
      expect(response.statusCode).toBe(400);
      expect(response.json<ErrorEnvelope>().error.json.message).toBe(malformed);
    },
  );

  it("cannot request a stream of batched responses", async () => {
    const headers = { "trpc-accept": "application/jsonl" };
    const response = await trader.get("/api/trpc/auth.me", headers);
    expect(response.statusCode).toBe(400);
    expect(response.json<ErrorEnvelope>().error.json.message).toBe(malformed);
  });
});

describe("a refusal before tRPC runs", () => {
  const login = { json: { email: "olivia@example.com", password: "x" } };

  it.each<[number, string, string | object, Record<string, string>]>([
    [403, "FORBIDDEN", login, { origin: "https://elsewhere.example" }],
    [413, "PAYLOAD_TOO_LARGE", { json: "x".repeat(300_000) }, {}],
    [415, "UNSUPPORTED_MEDIA_TYPE", "email=olivia", { "content-type": "text/plain" }],
    [415, "UNSUPPORTED_MEDIA_TYPE", "<a/>", { "content-type": "application/xml" }],
    [415, "UNSUPPORTED_MEDIA_TYPE", "--x--", { "content-type": "multipart/form-data; boundary=x" }],
    [400, "BAD_REQUEST", "[".repeat(100_000), {}],
  ])("is answered %i as any error of tRPC is: %s", async (status, code, body, headers) => {
    const response = await test.visitor().post("/api/trpc/auth.login", body, headers);
    expect(response.statusCode).toBe(status);
    const { json } = response.json<ErrorEnvelope>().error;
    expect(json.data).toEqual({ code, httpStatus: status, path: "auth.login" });
    expect(json.message).toMatch(/^[A-Z][\w ,:/-]+$/);
    expect(json.code).toEqual(expect.any(Number));
  });
});
