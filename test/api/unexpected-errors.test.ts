import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { registration, startApp, type TestApp } from "../support/app.ts";
import { Browser } from "../support/http.ts";
import { loggedApp } from "../support/logged-app.ts";

const message = "Something went wrong on our side. Please try again.";

interface Line {
  level: number;
  reqId?: string;
  msg?: string;
  err?: { message: string; stack: string };
}

let test: TestApp;
let server: FastifyInstance;
let lines: Line[] = [];

beforeAll(async () => {
  test = await startApp();
  server = await loggedApp<Line>(test.context, (line) => lines.push(line));
  await test.context.database.pool.query(
    "alter table users add constraint nobody_may_register check (id < 0)",
  );
});
afterAll(async () => {
  await server.close();
  await test.close();
});
beforeEach(() => {
  lines = [];
});

const errors = () => lines.filter(({ level }) => level >= 50);

describe("an unexpected error", () => {
  const calls = {
    REST: (browser: Browser, sent: object) => browser.post("/api/register", sent),
    tRPC: (browser: Browser, sent: object) => browser.mutate("auth.register", sent),
  };

  it.each(Object.entries(calls))(
    "returns 500 over %s without its message",
    async (transport, call) => {
      const response = await call(new Browser(server), registration());
      expect(response.statusCode).toBe(500);
      if (transport === "REST") expect(response.json()).toEqual({ message });
      else {
        expect(response.json()).toEqual({
          error: {
            json: {
              message,
              code: -32603,
              data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500, path: "auth.register" },
            },
          },
        });
      }
    },
  );

  it.each(Object.entries(calls))(
    "is logged once over %s, with its request",
    async (_door, call) => {
      const response = await call(new Browser(server), registration());
      expect(errors()).toHaveLength(1);
      const [line] = errors();
      expect(line!.msg).toBe("unexpected error");
      expect(line!.reqId).toBe(response.headers["x-request-id"]);
      expect(line!.err!.stack).toContain("nobody_may_register");
    },
  );

  it.each(Object.entries(calls))("is logged over %s without the input", async (_door, call) => {
    const sent = registration({ password: "a very secret horse" });
    await call(new Browser(server), sent);
    const logged = JSON.stringify(lines);
    expect(logged).not.toContain(sent.password);
    expect(logged).not.toContain("$argon2");
  });

  it("changes nothing", async () => {
    const sent = registration();
    await new Browser(server).post("/api/register", sent);
    const { kysely } = test.context.database;
    const rows = await kysely
      .selectFrom("users")
      .select("id")
      .where("email", "=", sent.email)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe("a caller's error", () => {
  it("is not logged as an error", async () => {
    await new Browser(server).post("/api/register", {});
    await new Browser(server).mutate("auth.register", {});
    await new Browser(server).get("/api/user");
    expect(errors()).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  });
});
