import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { procedures } from "../../../src/http/app-router.ts";
import { routes } from "../../../src/http/routes.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { holdLock } from "../../support/barrier.ts";
import { waitUntil } from "../../support/until.ts";
import { startStage } from "../../support/records.ts";

/** The files whose size does not depend on a record. */
const singleFiles = [
  "certificates.file",
  "statements.file",
  "admin.statements.demoFile",
  "appeals.file",
  "brand.logo",
  "admin.identities.file",
  "trader.agreements.copy",
  "payouts.statement",
];

let test: TestApp;

beforeAll(async () => {
  test = await startApp({ env: { RATE_LIMIT: "on" } });
});
afterAll(() => test.close());

describe("calls that replay or stream", () => {
  it("declare what they cost", () => {
    const streaming = routes.filter(({ name, rest, operation }) => {
      const success = operation?.responses?.["200"] as ZodOpenApiResponseObject | undefined;
      const types = Object.keys(success?.content ?? {});
      const isJson = types.every((type) => type === "application/json");
      return rest.startsWith("GET ") && !singleFiles.includes(name) && !isJson;
    });
    expect(streaming.length).toBeGreaterThan(10);
    const withoutCost = streaming.filter(({ cost }) => !cost).map(({ name }) => name);
    expect(withoutCost).toEqual([]);
    const costly = [...procedures, ...routes.map(({ name, cost }) => ({ name, meta: { cost } }))]
      .filter(({ meta }) => meta.cost?.kind === "replay")
      .map(({ name }) => name);
    expect(costly.toSorted()).toEqual([
      "admin.case",
      "admin.links.compare",
      "admin.links.file",
      "admin.links.open",
      "admin.record.equity",
      "admin.settings.links.preview",
      "admin.verdict",
      "trader.case",
      "trader.links.file",
      "trader.record.equity",
      "trader.verdict",
    ]);
  });

  it("wait for their turn, so that a caller's use two connections, and are refused beyond a line of twenty", async () => {
    const trader = await test.trader();
    const administrator = await test.administrator();
    await startStage(administrator, trader.id, { startedAt: "2026-03-02T00:00:00.000Z" });
    const lock = await holdLock(test, {
      statement: "lock table stage_progress in access exclusive mode",
      values: [],
    });
    const url = `/api/admin/user/${trader.id}/verdict?asOf=2026-03-03T00:00:00Z`;
    const statuses: number[] = [];
    const answers = Array.from({ length: 25 }, async () => {
      const { statusCode, headers } = await administrator.get(url);
      if (statusCode === 429) expect(headers["retry-after"]).toBe("2");
      statuses.push(statusCode);
    });
    const refusals = () => statuses.filter((status) => status === 429).length;
    await waitUntil("the calls beyond the line are refused", async () => refusals() >= 3);
    const { rows } = await test.context.database.pool.query<{ blocked: number }>(
      "select count(*)::int as blocked from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows[0]!.blocked).toBeLessThanOrEqual(2);
    await lock.release();
    await Promise.all(answers);
    // On a slow machine, the lock may time out for those that came first.
    expect(statuses.length - refusals()).toBeGreaterThanOrEqual(21);
    expect(statuses.at(-1)).toBe(200);
  });

  it("cost nothing if they replay nothing", async () => {
    const trader = await test.trader();
    await trader.get("/api/user/verdict");
    await trader.get("/api/user/trades?limit=10");
    const { rows } = await test.context.database.pool.query(
      "select key from throttles where key like 'streamByCaller:%'",
    );
    expect(rows).toEqual([]);
  });

  it("end a stream's turn when it has been sent", async () => {
    const administrator = await test.administrator();
    for (let index = 0; index < 5; index += 1) {
      const { statusCode } = await administrator.get("/api/admin/users/export.csv");
      expect(statusCode).toBe(200);
    }
  });
});
