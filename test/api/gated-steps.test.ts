import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actionsOf, answer, finishAll, poll } from "../support/actions.ts";
import { startApp, type TestAdministrator, type TestApp, type TestTrader } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import { accept, addAgreement, approveIdentity, closeGates, openGates } from "../support/gates.ts";
import {
  createRules,
  feed,
  type JudgedTrader,
  judgedTrader,
  reviewsOf,
  simpleRules,
  tradeOf,
} from "../support/verdicts.ts";

let test: TestApp;
let owner: TestAdministrator;
let bridge: Awaited<ReturnType<TestApp["token"]>>;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  bridge = await test.token(["actions:execute"]);
});
afterAll(() => test.close());

const at = "2026-03-02T10:00:00.000Z";
const pass = { deals: tradeOf(1, "2026-03-02T09:00:00Z", at, "10000.00") };

let programmes = 0;

/** A trader who has passed the step before one with payouts. */
async function passedStep() {
  programmes += 1;
  const rules = await createRules(owner, simpleRules);
  const programme = await owner.programmes.create({
    name: `Two steps ${programmes}`,
    currency: "USD",
    initialBalances: ["100000.00"],
    steps: [
      { phase: "Phase 1", rulesVersionId: rules, payoutEnabled: false },
      { phase: "Funded", rulesVersionId: rules, payoutEnabled: true },
    ],
  });
  const judged = await judgedTrader(test, null);
  const trader = judged.trader as TestTrader;
  const programmeVersionId = programme.versions[0]!.id;
  await owner.programmes.assign({
    id: trader.id,
    programmeVersionId,
    initialBalance: "100000.00",
    startedAt: "2026-03-02T00:00:00Z",
  });
  await feed(judged, pass);
  const review = (await reviewsOf(judged))[0]!;
  return { judged, trader, reviewId: review.id, programmeVersionId };
}

const confirm = (id: number, fields: object = {}) =>
  owner.post(`/api/admin/reviews/${id}`, {
    decision: "confirm",
    reason: "Checked",
    nextStep: true,
    ...fields,
  });

/** Those of the programme and after it, newest first. */
const stagesOf = async ({ trader, stageId }: JudgedTrader) => {
  const stages = (await trader.get("/api/user/stages")).json<Record<string, unknown>[]>();
  return stages.filter(({ id }) => id !== stageId);
};

const accountOf = async ({ trader }: JudgedTrader) => {
  const { account } = await owner.users.get({ id: trader.id });
  return account;
};

const switchesOf = async (userId: number) =>
  (await actionsOf(owner, userId))
    .filter(({ kind }) => kind === "disable_trading" || kind === "enable_trading")
    .map(({ kind, status, cause }) => `${kind} ${status} ${cause.kind}`);

describe("a step with payouts after a confirmed pass", () => {
  it("waits with its credentials, and starts with the write that brings the last thing", async () => {
    const { judged, trader, reviewId, programmeVersionId } = await passedStep();
    const agreement = await addAgreement(owner);
    await closeGates(owner, ["fundedStep"], { identity: true, agreements: [agreement] });
    const credentials = { login: `funded-${reviewId}`, server: "Live-2", masterPassword: "f0nd3d" };
    expect((await confirm(reviewId, credentials)).statusCode).toBe(200);
    expect(await stagesOf(judged)).toMatchObject([{ outcome: "passed" }]);
    expect(await accountOf(judged)).toMatchObject({ login: judged.login, payoutEnabled: false });

    const assigned = await owner.post(`/api/admin/user/${trader.id}/programme`, {
      programmeVersionId,
      initialBalance: "100000.00",
      step: 2,
    });
    expect([assigned.statusCode, assigned.json()]).toMatchObject([
      409,
      { reason: "gate", missing: ["identity", `agreement:${agreement}`] },
    ]);

    await accept(trader, agreement);
    expect(await stagesOf(judged)).toHaveLength(1);
    await approveIdentity(test, trader);
    expect(await stagesOf(judged)).toMatchObject([
      { phase: "Funded", initialBalance: "100000.00", endedAt: null },
      { outcome: "passed" },
    ]);
    expect(await accountOf(judged)).toMatchObject({
      ...credentials,
      phase: "Funded",
      payoutEnabled: true,
    });
    await openGates(owner);
  });

  it("starts once if two last things come at once", async () => {
    const { judged, trader, reviewId } = await passedStep();
    const agreements = [await addAgreement(owner), await addAgreement(owner)];
    await closeGates(owner, ["fundedStep"], { agreements });
    await confirm(reviewId);
    const own = await trader.agreements.list();
    const both = agreements.map((each) => async () => {
      const { versionId, sha256 } = own.find(({ id }) => id === each)!;
      await trader.agreements.accept({ versionId, sha256 });
    });
    await meetAtLock(test, row("users", trader.id), both);
    expect(await stagesOf(judged)).toMatchObject([{ phase: "Funded" }, { phase: "Phase 1" }]);
    expect(await accountOf(judged)).toMatchObject({ login: judged.login, payoutEnabled: true });
    await openGates(owner);
  });

  it("gives its place to a stage that is started by hand", async () => {
    const { judged, trader, reviewId } = await passedStep();
    const agreement = await addAgreement(owner);
    await closeGates(owner, ["fundedStep"], { agreements: [agreement] });
    await confirm(reviewId);
    await owner.stages.start({ userId: trader.id, phase: "By hand", initialBalance: "5000.00" });
    await accept(trader, agreement);
    expect((await stagesOf(judged)).map(({ phase }) => phase)).toEqual(["By hand", "Phase 1"]);
    await openGates(owner);
  });

  it("asks the platform for the rest once it starts with the same login", async () => {
    const { judged, trader, reviewId } = await passedStep();
    const agreement = await addAgreement(owner);
    await closeGates(owner, ["fundedStep"], { agreements: [agreement] });
    await owner.settings.enforcement.set({ passConfirmed: "automatic" });
    await confirm(reviewId);
    const kinds = async () => (await actionsOf(owner, trader.id)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(["close_positions", "disable_trading"]);
    await accept(trader, agreement);
    expect(await kinds()).toEqual([
      "close_positions",
      "disable_trading",
      "withdraw",
      "enable_trading",
    ]);
    await owner.settings.enforcement.set({ passConfirmed: "none" });
    await openGates(owner);
    expect(await accountOf(judged)).toMatchObject({ login: judged.login });
  });
});

describe("the gate of trading", () => {
  it("disables trading when the login arrives, and enables it once nothing is missing", async () => {
    const trader = await test.trader();
    await closeGates(owner, ["trading"], { identity: true });
    await owner.stages.start({ userId: trader.id, phase: "Phase 1", initialBalance: "5000.00" });
    expect(await switchesOf(trader.id)).toEqual([]);
    await owner.accounts.update({ id: trader.id, login: `gated-${trader.id}` });
    expect(await actionsOf(owner, trader.id)).toMatchObject([
      { kind: "disable_trading", status: "pending", cause: { kind: "gate", id: null } },
    ]);
    await owner.accounts.update({ id: trader.id, balance: "5001.00" });
    const byHand = await owner.post(`/api/admin/user/${trader.id}/actions`, {
      kind: "enable_trading",
      reason: "Agreed",
    });
    expect([byHand.statusCode, byHand.json()]).toMatchObject([
      409,
      { reason: "gate", missing: ["identity"] },
    ]);
    await finishAll(bridge);
    await approveIdentity(test, trader);
    expect(await switchesOf(trader.id)).toEqual([
      "disable_trading done gate",
      "enable_trading pending gate",
    ]);
    await openGates(owner);
  });

  it("does not stop a stage that trades, but the next one", async () => {
    const trader = await test.trader();
    await owner.accounts.update({ id: trader.id, login: `traded-${trader.id}` });
    await owner.stages.start({ userId: trader.id, phase: "Phase 1", initialBalance: "5000.00" });
    await closeGates(owner, ["trading"], { identity: true });
    await owner.accounts.update({ id: trader.id, balance: "5001.00" });
    expect(await switchesOf(trader.id)).toEqual([]);
    test.clock.advance(1000);
    await owner.stages.start({ userId: trader.id, phase: "Phase 2", initialBalance: "5000.00" });
    expect(await switchesOf(trader.id)).toEqual(["disable_trading pending gate"]);
    await openGates(owner);
  });

  it("leaves trading disabled that a person has disabled", async () => {
    const trader = await test.trader();
    await closeGates(owner, ["trading"], { identity: true });
    await owner.stages.start({ userId: trader.id, phase: "Phase 1", initialBalance: "5000.00" });
    await owner.accounts.update({ id: trader.id, login: `stopped-${trader.id}` });
    await owner.actions.request({ userId: trader.id, kind: "disable_trading", reason: "Fraud" });
    for (const { id } of (await poll(bridge)).filter(({ userId }) => userId === trader.id)) {
      await answer(bridge, id, "done");
    }
    await approveIdentity(test, trader);
    expect(await switchesOf(trader.id)).toEqual([
      "disable_trading done gate",
      "disable_trading pending person",
    ]);
    await openGates(owner);
  });
});
