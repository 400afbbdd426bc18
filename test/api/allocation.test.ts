import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { startStage } from "../support/records.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp({ comparesAccounts: true });
  owner = await test.administrator();
});
afterAll(() => test.close());

const SETTINGS = "/api/admin/settings/links";

const allocated = async (id: number, query = "") =>
  (await owner.get(`/api/admin/user/${id}/allocation${query}`)).json();

async function flagsOf(payoutId: number): Promise<{ code: string; linkId?: unknown }[]> {
  return (await owner.get(`/api/admin/payouts/${payoutId}/desk`)).json().flags;
}

it("counts the open stages of a person, and flags payouts above the cap", async () => {
  const [one, other] = [await test.trader(), await test.trader()];
  const startedAt = "2026-03-02T00:00:00.000Z";
  await owner.patch(`/api/admin/user/${one.id}/account`, { payoutEnabled: true, balance: "900" });
  await startStage(owner, one.id, { startedAt, initialBalance: "100000.00" });
  await startStage(owner, other.id, { startedAt, initialBalance: "200000.00" });
  expect(await allocated(one.id)).toMatchObject({
    personId: null,
    stages: [{ userId: one.id, initialBalance: "100000.00", currency: "USD", payable: true }],
    sums: [{ currency: "USD", amount: "100000.00", cap: null }],
    usedPercent: null,
    exceeded: false,
    after: null,
  });
  const sent = { amount: "10", paymentMethod: "paypal", paymentDetails: "olivia@example.com" };
  const payout = (await one.post("/api/user/payouts", sent)).json<{ id: number }>();

  const caps = { usd: 250_000 };
  const version = (await owner.patch(SETTINGS, { allocation: { caps } })).json();
  expect(version.settings.allocation).toEqual({ caps: { USD: "250000.00" }, counts: "open" });
  expect(await allocated(one.id)).toMatchObject({ usedPercent: "40.00", exceeded: false });
  const next = "?initialBalance=250000.01";
  expect(await allocated(one.id, next)).toMatchObject({
    usedPercent: "40.00",
    after: {
      sums: [{ currency: "USD", amount: "250000.01", cap: "250000.00" }],
      usedPercent: "100.01",
      exceeded: true,
    },
  });
  expect((await flagsOf(payout.id)).map(({ code }) => code)).not.toContain("allocation_exceeded");

  const grouped = { name: "Olivia", userIds: [one.id, other.id], reason: "One device" };
  const { id: personId } = (await owner.post("/api/admin/persons", grouped)).json();
  const viewed = `/api/admin/audit?traderId=${other.id}&action=link.viewed`;
  const before = (await owner.get(viewed)).json().length;
  expect(await allocated(one.id, "?initialBalance=50000&currency=eur")).toMatchObject({
    personId,
    stages: [{ userId: one.id }, { userId: other.id, payable: false }],
    sums: [{ currency: "USD", amount: "300000.00", cap: "250000.00" }],
    usedPercent: "120.00",
    exceeded: true,
    after: {
      sums: [
        { currency: "EUR", amount: "50000.00", cap: null },
        { currency: "USD", amount: "200000.00", cap: "250000.00" },
      ],
      usedPercent: "80.00",
      exceeded: false,
    },
  });
  expect((await owner.get(viewed)).json()).toHaveLength(before + 1);
  expect(await flagsOf(payout.id)).toContainEqual({
    code: "allocation_exceeded",
    message: "The open accounts of the person are above the allocation.",
    linkId: null,
  });

  await owner.patch(SETTINGS, { allocation: { counts: "payable" } });
  expect(await allocated(other.id)).toMatchObject({
    stages: [{ userId: one.id }],
    usedPercent: "40.00",
    exceeded: false,
  });
  expect((await flagsOf(payout.id)).map(({ code }) => code)).not.toContain("allocation_exceeded");
  expect((await owner.get(`/api/admin/user/999999/allocation`)).statusCode).toBe(404);
});

it.each([
  [{ caps: { USD: "0" } }, ["allocation", "caps", "USD"]],
  [{ caps: { "U D": "1" } }, ["allocation", "caps", "U D"]],
  [{ counts: "closed" }, ["allocation", "counts"]],
])("settings refuse %o", async (allocation, path) => {
  const response = await owner.patch(SETTINGS, { allocation });
  expect(response.statusCode).toBe(400);
  expect(response.json().issues).toMatchObject([{ path }]);
});
