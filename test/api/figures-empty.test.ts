import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  await owner.patch("/api/admin/settings/firm", { timeZone: "Europe/Prague" });
});
afterAll(() => test.close());

interface Answer {
  rows: { bucket: string }[];
  from: string;
  to: string;
  by: string;
  timeZone: string;
  deletedTraders: number;
  issues?: { path: string[] }[];
}

const names = ["funnel", "cohorts", "breaches", "money", "waiting"] as const;

describe.each(transports)("the figures of an empty firm over $name", (transport) => {
  const read = (name: string, query: Record<string, unknown> = {}) =>
    transport.call<Answer>(owner, `admin.figures.${name}` as "admin.figures.funnel", query);

  it.each(names)("%s has a default period of twelve months, and no figures", async (name) => {
    const { status, body } = await read(name);
    expect(status).toBe(200);
    const month = test.clock.now().toISOString().slice(0, 7);
    expect(body).toMatchObject({ timeZone: "Europe/Prague", deletedTraders: 0 });
    expect(body.by).toBe(name === "funnel" ? "period" : "month");
    expect([body.from.slice(8), body.to.slice(8)]).toEqual(["01", "01"]);
    expect(body.to > `${month}-01`).toBe(true);
    const years = Number(body.to.slice(0, 4)) - Number(body.from.slice(0, 4));
    expect([years, body.to.slice(4)]).toEqual([1, body.from.slice(4)]);
    // Cohorts have a row of each bucket, whatever occurs.
    expect(body.rows).toHaveLength(name === "cohorts" ? 12 : 0);
  });

  it("liability and its history are empty", async () => {
    expect((await read("liability")).body).toMatchObject({ rows: [] });
    expect((await read("liabilityHistory")).body).toEqual([]);
  });

  it.each([
    ["day", "2026-03-28", "2026-03-31", ["2026-03-28", "2026-03-29", "2026-03-30"]],
    ["day", "2026-10-24", "2026-10-27", ["2026-10-24", "2026-10-25", "2026-10-26"]],
    ["week", "2026-03-25", "2026-04-07", ["2026-03-25", "2026-03-30", "2026-04-06"]],
    ["month", "2026-01-31", "2026-03-02", ["2026-01-31", "2026-02-01", "2026-03-01"]],
    ["period", "2026-01-31", "2026-03-02", ["2026-01-31"]],
  ])("are divided by %s from %s to %s, also as clocks change", async (by, from, to, buckets) => {
    const { body } = await read("cohorts", { by, from, to });
    expect(body.rows.map(({ bucket }) => bucket)).toEqual(buckets);
  });

  it.each([
    ["funnel", { per: "trader" }, "per"],
    ["money", { weekday: "1" }, "weekday"],
    ["liability", { from: "2026-01-01" }, "from"],
    ["liabilityHistory", { by: "day" }, "by"],
    ["cohorts", { per: "account" }, "per"],
    ["breaches", { step: 0 }, "step"],
    ["waiting", { to: "2026-1-1" }, "to"],
    ["waiting", { from: "2021-01-01", to: "2026-01-02" }, "from"],
    ["funnel", { by: "day", from: "2026-01-01", to: "2026-04-04" }, "by"],
  ])("%s refuses %j", async (name, query, path) => {
    const { status, body } = await read(name, query);
    expect([status, body.issues?.map((issue) => issue.path.join("."))]).toEqual([400, [path]]);
  });

  it.each([
    ["funnel", { by: "day", from: "2026-01-01", to: "2026-04-03" }],
    ["waiting", { from: "2021-01-01", to: "2026-01-01" }],
    ["money", { initialBalance: "100000", step: 1, currency: "usd" }],
  ])("%s accepts %j", async (name, query) => {
    expect((await read(name, query)).status).toBe(200);
  });

  it("do not know programmes that do not exist", async () => {
    for (const name of [...names, "liability"])
      for (const query of [{ programmeId: 99 }, { programmeVersionId: 99 }])
        expect((await read(name, query)).status).toBe(404);
  });
});

it.each([
  ["/api/admin/figures/weather", 404],
  ["/api/admin/figures/weather/rows?cell=x", 404],
  ["/api/admin/figures/money/rows", 400],
  ["/api/admin/figures/money/rows?cell=x", 400],
  ["/api/admin/figures/liability/rows?cell=x", 400],
  ["/api/admin/figures/funnel?format=xml", 400],
])("GET %s is %i", async (path, status) => {
  expect((await owner.get(path)).statusCode).toBe(status);
});

it.each([
  [
    "funnel",
    "bucket,programmeId,programmeVersionId,step,phase,started,passed,failed,abandoned,open,passRate,medianSecondsToPass,medianSecondsToFail",
  ],
  [
    "breaches",
    "bucket,kind,breaches,open,confirmed,dismissed,overturned,share,medianSecondsFromStart",
  ],
  ["waiting", "bucket,queue,decided,medianSeconds,p90Seconds,withinDay,withinDayShare"],
  [
    "liability",
    "currency,accounts,undetermined,approvedUnpaid.count,approvedUnpaid.amount,pending.count,pending.amount,withdrawable.now.count,withdrawable.now.amount,withdrawable.within7.count,withdrawable.within7.amount,withdrawable.within14.count,withdrawable.within14.amount,withdrawable.within30.count,withdrawable.within30.amount,withdrawable.within90.count,withdrawable.within90.amount,withdrawable.later.count,withdrawable.later.amount,withdrawable.blocked.count,withdrawable.blocked.amount,topTenShare",
  ],
])("the file of %s has its columns even without rows", async (name, header) => {
  const file = await owner.get(`/api/admin/figures/${name}?format=csv`);
  expect(file.body.replace("\ufeff", "").trim()).toBe(header);
});
