import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyCheckerNews } from "../../src/business/decisions/identities/apply-checker-news.ts";
import type { CheckerNews } from "../../src/business/decisions/identities/checkers/checker-news.rule.ts";
import type { Identity } from "../../src/business/traders/identity/identity.schema.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const own = async (trader: Browser) => (await trader.get("/api/user/identity")).json<Identity>();

/** @param minute the checker's own time */
async function tell(trader: Browser, minute: number, changes: Partial<CheckerNews>) {
  const { reference } = await own(trader);
  const at = new Date(Date.UTC(2026, 2, 2, 10, minute));
  const news = { reference, at, reason: null, isFinal: false, facts: {}, ...changes };
  const checker = { kind: "sumsub", name: "Our Sumsub" } as const;
  await inTransaction(test.context.database, (transaction) =>
    applyCheckerNews(test.context, transaction, checker, { outcome: "approve", ...news }),
  );
  return own(trader);
}

it("approves in any order of arrival, and ends an approval", async () => {
  const trader = await test.trader();
  const facts = { legalName: "Olivia Bennett", birthDate: "1990-02-28" };
  expect(await tell(trader, 5, { facts })).toMatchObject({ status: "approved", ...facts });
  expect(await tell(trader, 1, { outcome: "submitted" })).toMatchObject({ status: "approved" });
  expect(await tell(trader, 4, { outcome: "reject" })).toMatchObject({ status: "approved" });
  const ended = await tell(trader, 6, { outcome: "reject", reason: "Forged" });
  expect(ended).toMatchObject({ status: "rejected", reason: "Forged", attemptsLeft: 2 });
  expect(await tell(trader, 6, {})).toMatchObject({ status: "rejected" });
  expect(await tell(trader, 7, {})).toMatchObject({
    status: "approved",
    attemptsLeft: 3,
    ...facts,
  });
});

it("submits the draft of the trader, who can send nothing meanwhile", async () => {
  const trader = await test.trader();
  const facts = {
    legalName: "Olivia Bennett",
    birthDate: "1990-02-28",
    country: "uk",
    city: "London",
    street: "Mill Street",
    houseNumber: "12",
    documentKind: "passport",
  };
  await trader.put("/api/user/identity", facts);
  const submitted = await tell(trader, 1, { outcome: "submitted" });
  expect(submitted).toMatchObject({ ...facts, status: "submitted" });
  expect((await trader.put("/api/user/identity", facts)).statusCode).toBe(409);
});

it("leaves no attempts if the rejection is final", async () => {
  const trader = await test.trader();
  const final = await tell(trader, 1, { outcome: "reject", isFinal: true, reason: "Forged" });
  expect(final).toMatchObject({ status: "rejected", attemptsLeft: 0 });
  const owner = await test.administrator();
  const path = `/api/admin/user/${trader.id}/identity/recheck`;
  const granted = await owner.post(path, { reason: "Called" });
  expect(granted.json()).toMatchObject({ attemptsLeft: 1 });
});

it("gives the reason of the newest rejection, which uses no further attempt unless it is final", async () => {
  const trader = await test.trader();
  await tell(trader, 1, { outcome: "reject", reason: "Blurred" });
  const again = await tell(trader, 2, { outcome: "reject", reason: "Cut off" });
  expect(again).toMatchObject({ status: "rejected", reason: "Cut off", attemptsLeft: 2 });
  const late = await tell(trader, 1, { outcome: "reject", reason: "Late" });
  expect(late.reason).toBe("Cut off");
  const final = await tell(trader, 3, { outcome: "reject", reason: "Forged", isFinal: true });
  expect(final).toMatchObject({ status: "rejected", reason: "Forged", attemptsLeft: 0 });
});

it("ignores news of an unknown trader", async () => {
  const trader = await test.trader();
  expect(await tell(trader, 1, { reference: "unknown" })).toMatchObject({ status: "none" });
});

it("takes signed messages from the hook of its source", async () => {
  const trader = await test.trader();
  const owner = await test.administrator();
  const secret = "kyc-secret-of-sumsub-1";
  const source = await owner.post("/api/admin/sources", { name: "KYC", kind: "sumsub", secret });
  expect(source.statusCode).toBe(201);
  const { id } = source.json<{ id: number }>();
  const { reference } = await own(trader);
  const send = (message: object, key = secret) => {
    const payload = JSON.stringify({ externalUserId: reference, ...message });
    return trader.post(`/api/hooks/${id}`, payload, {
      "x-payload-digest": createHmac("sha256", key).update(payload).digest("hex"),
      "x-payload-digest-alg": "HMAC_SHA256_HEX",
    });
  };
  const green = {
    type: "applicantReviewed",
    createdAtMs: "2026-03-02 10:00:00.321",
    reviewResult: { reviewAnswer: "GREEN" },
  };
  expect((await send(green, "another secret!!")).statusCode).toBe(401);
  expect((await send({ type: "applicantReviewed" })).statusCode).toBe(400);
  expect((await send({ type: "applicantCreated" })).statusCode).toBe(200);
  expect(await own(trader)).toMatchObject({ status: "none" });
  expect((await send(green)).statusCode).toBe(200);
  expect(await own(trader)).toMatchObject({ status: "approved" });
});
