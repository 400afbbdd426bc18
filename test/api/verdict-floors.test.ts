import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { feed, judgedTrader, snapshotAt, tradeOf } from "../support/verdicts.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

async function floorsFor(browser: Browser, procedure: string, input: object) {
  const query = encodeURIComponent(JSON.stringify({ json: input }));
  const response = await browser.get(`/api/trpc/${procedure}?input=${query}`);
  return response.json<{ result: { data: { json: unknown } } }>().result.data.json;
}

it("traders and administrators receive the floors at the start of each day and the current one", async () => {
  const judged = await judgedTrader(test);
  await feed(judged, {
    deals: [
      ...tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z", "1000.00"),
      ...tradeOf(2, "2026-03-03T09:00:00Z", "2026-03-03T10:00:00Z", "-400.00"),
    ],
  });
  const floors = await floorsFor(judged.trader, "trader.verdictFloors", {});
  expect(floors).toMatchObject([
    {
      kind: "daily_loss",
      index: 0,
      points: [
        { time: "2026-03-02T00:00:00.000Z", floor: "95000.00" },
        { time: "2026-03-03T00:00:00.000Z", floor: "96000.00" },
        { floor: "95600.00" },
      ],
    },
  ]);
  const { id: userId } = judged.trader;
  const seenByAdministrator = await floorsFor(judged.administrator, "admin.verdictFloors", {
    userId,
  });
  expect(JSON.stringify(seenByAdministrator)).toContain('"floor":"96000.00"');
});

it("the floors end with the breach that ended the evaluation", async () => {
  const judged = await judgedTrader(test);
  await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00Z", "94000.00")] });
  await feed(judged, {
    deals: tradeOf(1, "2026-03-04T09:00:00Z", "2026-03-04T10:00:00Z", "1000.00"),
  });
  expect(await floorsFor(judged.trader, "trader.verdictFloors", {})).toMatchObject([
    { points: [{ floor: "95000.00" }, { time: "2026-03-02T09:00:00.000Z", floor: "95000.00" }] },
  ]);
});

it("the floors of an ended stage end with it", async () => {
  const judged = await judgedTrader(test);
  await feed(judged, { snapshots: [snapshotAt("2026-03-02T09:00:00Z", "99000.00")] });
  await judged.administrator.patch(`/api/admin/stages/${judged.stageId}`, {
    endedAt: "2026-03-10T00:00:00.000Z",
    reason: "Over",
  });
  expect(await floorsFor(judged.trader, "trader.verdictFloors", {})).toMatchObject([
    { points: [{ time: "2026-03-02T00:00:00.000Z" }, { time: "2026-03-10T00:00:00.000Z" }] },
  ]);
});
