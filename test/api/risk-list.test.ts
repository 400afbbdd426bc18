import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import {
  feed,
  type JudgedTrader,
  judgedTrader,
  simpleRules,
  snapshotAt,
} from "../support/verdicts.ts";

interface Row {
  id: number;
  verdict?: { outcome: string; roomToday: string | null; currency: string; grade: string } | null;
}

let test: TestApp;
let administrator: Browser;
/** Traders by their remaining room, and two without any. */
const people: Record<"close" | "far" | "alsoFar" | "breached" | "withoutRules", JudgedTrader> =
  {} as never;

/** Returns a time on the current trading day, because the list shows today's room. */
const now = () => new Date(Date.now() - 1000).toISOString();

beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  people.far = await judgedTrader(test);
  people.alsoFar = await judgedTrader(test);
  people.close = await judgedTrader(test, simpleRules, { currency: "EUR" });
  people.breached = await judgedTrader(test);
  people.withoutRules = await judgedTrader(test, null);
  await feed(people.far, { snapshots: [snapshotAt(now(), "99000.00")] });
  await feed(people.alsoFar, { snapshots: [snapshotAt(now(), "99000.00")] });
  await feed(people.close, { snapshots: [snapshotAt(now(), "95000.01")] });
  await feed(people.breached, { snapshots: [snapshotAt(now(), "94999.99")] });
});
afterAll(() => test.close());

const idOf = (name: keyof typeof people) => people[name].trader.id;
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

async function page(input: object) {
  const response = await administrator.query("admin.users.page", input);
  return response.json<{
    result: { data: { json: { rows: Row[]; total: number; exceedsTotal: boolean } } };
  }>().result.data.json;
}

async function list(query: string) {
  const response = await administrator.get(`/api/admin/users?${query}`);
  return { response, rows: response.json<Row[]>() };
}

describe("the traders by room today", () => {
  const order = () => [idOf("close"), idOf("far"), idOf("alsoFar")];

  it("are those with a stage in progress and a daily loss limit, closest to a breach first", async () => {
    const { rows, total } = await page({ sort: "roomToday", order: "asc" });
    expect([idsOf(rows), total]).toEqual([order(), 3]);
    expect(rows[0]!.verdict).toEqual({
      outcome: "in_progress",
      grade: "observed",
      roomToday: "0.01",
      currency: "EUR",
    });
  });

  it("are paged without gaps in both directions, even with equal room", async () => {
    for (const direction of ["asc", "desc"]) {
      const found: number[] = [];
      let path: string | undefined = `sort=roomToday&order=${direction}&limit=1`;
      while (path) {
        const { response, rows }: Awaited<ReturnType<typeof list>> = await list(path);
        expect(response.headers["x-total-count"]).toBe("3");
        found.push(...idsOf(rows));
        path = /\?([^>]+)>/.exec(String(response.headers.link ?? ""))?.[1];
      }
      expect(found).toEqual(direction === "asc" ? order() : order().toReversed());
    }
  });

  it("can be searched and filtered", async () => {
    const { email } = people.far.trader;
    const searched = await page({ sort: "roomToday", order: "asc", search: email });
    expect(idsOf(searched.rows)).toEqual([idOf("far")]);
    const active = await page({ sort: "roomToday", status: "active", verdict: "in_progress" });
    expect([idsOf(active.rows), active.total]).toEqual([order().toReversed(), 3]);
    const none = await page({ sort: "roomToday", verdict: "breached" });
    expect([none.rows, none.total]).toEqual([[], 0]);
  });
});

describe("the traders with a verdict", () => {
  it("are those whose open stage currently has that outcome", async () => {
    const { response, rows } = await list("verdict=breached&limit=10");
    expect([idsOf(rows), response.headers["x-total-count"]]).toEqual([[idOf("breached")], "1"]);
    const inProgress = await page({ verdict: "in_progress" });
    expect(inProgress.total).toBe(3);
    const active = await page({ verdict: "breached", status: "active" });
    expect([active.rows, active.total]).toEqual([[], 0]);
  });

  it("have the same fields over REST as without the filter", async () => {
    const [filtered] = (await list("verdict=breached")).rows;
    const all = (await list("limit=100")).rows;
    expect(filtered).toEqual(all.find(({ id }) => id === filtered!.id));
    expect(filtered).not.toHaveProperty("verdict");
  });

  it("show no verdict if their stage has no rules", async () => {
    const { rows } = await page({});
    expect(rows.find(({ id }) => id === idOf("withoutRules"))).toMatchObject({ verdict: null });
  });

  it("do not show the verdict on an earlier stage", async () => {
    const { trader } = await judgedTrader(test);
    const stage = { phase: "Phase 2", initialBalance: "100000.00" };
    const shown = async () => (await page({})).rows.find(({ id }) => id === trader.id)?.verdict;
    expect(await shown()).toMatchObject({ outcome: "in_progress" });
    await administrator.post(`/api/admin/user/${trader.id}/stages`, stage);
    expect(await shown()).toBeNull();
  });

  it("returns 400 for a verdict that does not exist", async () => {
    expect((await list("verdict=failed")).response.statusCode).toBe(400);
  });
});
