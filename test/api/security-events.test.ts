import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { createLog } from "../../src/log.ts";
import { PASSWORD, registration, startApp, type TestApp } from "../support/app.ts";
import { Browser } from "../support/http.ts";

interface Line {
  level: number;
  reqId: string;
  event?: string;
  status?: number;
  path?: string;
  address?: string;
}

let test: TestApp;
let server: FastifyInstance;
let trader: Browser;
let lines: Line[] = [];

/** A second app on the same context whose log the test reads. */
beforeAll(async () => {
  test = await startApp({ env: { RATE_LIMIT: "on" } });
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const log = createLog({ logLevel: "info" }, destination);
  server = await buildApp({ ...test.context, log }, randomBytes(32));
  trader = new Browser(server);
  await trader.post("/api/register", registration({ email: "olivia@example.com" }));
});
afterAll(async () => {
  await server.close();
  await test.close();
});
beforeEach(() => {
  lines = [];
});

const events = () => lines.filter(({ event }) => event !== undefined);
const wrong = { email: "olivia@example.com", password: "not the password" };
const WARN = 40;

const refusals: [string, string, number, () => ReturnType<Browser["get"]>][] = [
  ["a wrong password", "authn_login_fail", 401, () => visitor().post("/api/login", wrong)],
  ["one over tRPC", "authn_login_fail", 401, () => visitor().mutate("auth.login", wrong)],
  [
    "a wrong access key",
    "authn_login_fail",
    401,
    () => visitor().post("/api/admin/login", { accessKey: "x" }),
  ],
  ["a trader among administrators", "authz_fail", 403, () => trader.get("/api/admin/users")],
  ["one over tRPC", "authz_fail", 403, () => trader.query("admin.users.list")],
  [
    "a write from another site",
    "malicious_cors",
    403,
    () => trader.post("/api/logout", undefined, { origin: "https://elsewhere.example" }),
  ],
  ["a bad input", "input_validation_fail", 400, () => visitor().post("/api/login", { a: 1 })],
  ["no JSON", "input_validation_fail", 400, () => visitor().post("/api/login", "{")],
  ["one over tRPC", "input_validation_fail", 400, () => visitor().mutate("auth.login", {})],
];
const visitor = () => new Browser(server);

describe("the log", () => {
  it.each(refusals)("tells of %s as %s, with its request", async (_name, event, status, call) => {
    const answer = await call();
    expect(answer.statusCode).toBe(status);
    expect(events()).toHaveLength(1);
    const [line] = events();
    const { "x-request-id": reqId } = answer.headers;
    expect(line).toMatchObject({ event, status, reqId, address: "127.0.0.1" });
    expect(line!.level >= WARN).toBe(event !== "input_validation_fail");
  });

  it("tells of too many tries, and never what was tried", async () => {
    const guess = { email: "emre@example.com", password: "a guess to be kept secret" };
    for (let index = 0; index < 11; index += 1) await visitor().post("/api/login", guess);
    expect(events().map(({ event }) => event)).toEqual([
      ...Array.from({ length: 10 }, () => "authn_login_fail"),
      "excess_rate_limit_exceeded",
    ]);
    expect(JSON.stringify(lines)).not.toContain(guess.password);
    expect(JSON.stringify(lines)).not.toContain(guess.email);
  });

  it("writes one line for an address that would be two", async () => {
    const forged = "/api/login%0a%7b%22level%22:50%7d%1b[31m";
    await visitor().post(forged, {});
    await visitor().post("/api/login", {}, { "user-agent": "x\u001b[31m" });
    const text = JSON.stringify(lines);
    expect(lines.some(({ level }) => level >= 50)).toBe(false);
    expect(text).not.toMatch(/\p{Cc}/u);
    expect(events()).toHaveLength(1);
  });

  it("says nothing of a visitor who asks whether he is signed in, or of a token in an address", async () => {
    await visitor().get("/api/user");
    await visitor().get("/api/trpc/auth.me");
    await visitor().get("/reset-password?token=a-token-to-be-kept-secret");
    await visitor().post("/api/login?token=a-token-to-be-kept-secret", { password: PASSWORD });
    expect(events().map(({ event }) => event)).toEqual(["input_validation_fail"]);
    expect(JSON.stringify(lines)).not.toContain("a-token-to-be-kept-secret");
    expect(JSON.stringify(lines)).not.toContain(PASSWORD);
  });
});
