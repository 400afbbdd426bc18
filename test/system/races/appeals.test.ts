import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actionsOf, finishAll } from "../../support/actions.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { killAtLock, queueAtLock, row } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";
import { accountIdOf, importLines, tradeLine, withdrawStatement } from "../../support/records.ts";
import { type JudgedTrader, judgedTrader, reviewsOf, statusOf } from "../../support/verdicts.ts";

let test: TestApp;
let owner: Browser;
/** Takes none of the appealed decisions. */
let second: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
  second = await test.administrator("risk");
  const settings = { breachConfirmed: "automatic", breachDismissed: "automatic" };
  await owner.patch("/api/admin/settings/enforcement", settings);
});
afterAll(() => test.close());

interface Breached extends JudgedTrader {
  statementId: number;
  reviewId: number;
}

/** Creates a confirmed breach that one statement shows. */
async function breached(): Promise<Breached> {
  const judged = await judgedTrader(test);
  const line = tradeLine({
    ticket: 1,
    opened: "2026.03.02 09:00:00",
    closed: "2026.03.02 10:00:00",
    profit: "-6000.00",
  });
  const { id: statementId } = await importLines(owner, judged.trader.id, [line]);
  const reviewId = (await reviewsOf(judged))[0]!.id;
  await owner.post(`/api/admin/reviews/${reviewId}`, { decision: "confirm", reason: "Checked" });
  return { ...judged, statementId, reviewId };
}

const appeal = ({ trader, reviewId }: Breached) =>
  trader.post(`/api/user/reviews/${reviewId}/appeal`, {
    text: "The statement is of another account, not of mine.",
  });

async function appealed(): Promise<Breached & { appealId: number }> {
  const judged = await breached();
  const { id: appealId } = (await appeal(judged)).json<{ id: number }>();
  return { ...judged, appealId };
}

const grant = (appealId: number) =>
  second.send({
    method: "POST",
    url: `/api/admin/appeals/${appealId}`,
    payload: { decision: "grant", reason: "It is of another account" },
    headers: { "idempotency-key": `grant-${appealId}` },
  });

/** What a trader sees of the review and its stage, and what the platform is asked to do. */
async function stateOf(judged: Breached) {
  const { trader, reviewId } = judged;
  const { status } = (await trader.get(`/api/user/reviews/${reviewId}`)).json<{ status: string }>();
  const [stage] = (await trader.get("/api/user/stages")).json<{ outcome: string | null }[]>();
  return {
    review: status,
    account: await statusOf(judged),
    outcome: stage!.outcome,
    reviews: (await reviewsOf(judged)).length,
    actions: (await actionsOf(owner, trader.id)).map((action) => `${action.kind} ${action.status}`),
  };
}

const granted = { review: "granted", account: "active", outcome: null, reviews: 1 };

describe("an appeal that is granted", () => {
  it("has all of its effects or none if the app is killed between them", async () => {
    const judged = await appealed();
    await finishAll(await test.token(["actions:execute"]));
    const before = await stateOf(judged);
    expect(before).toMatchObject({ review: "confirmed", account: "breached", outcome: "failed" });
    const accountId = await accountIdOf(test, judged.trader.id);
    // By then, the stage has been opened again, and the account has its former status.
    const lock = {
      statement: "select 1 from action_queues where account_id = $1 for update",
      values: [accountId],
    };
    const killed = await killAtLock(test, lock, () => grant(judged.appealId));
    expect(killed.statusCode).toBeGreaterThanOrEqual(500);
    expect(await stateOf(judged)).toEqual(before);
    expect((await grant(judged.appealId)).statusCode).toBe(200);
    expect((await grant(judged.appealId)).statusCode).toBe(200);
    expect(await stateOf(judged)).toEqual({
      ...granted,
      actions: [...before.actions, "enable_trading pending"],
    });
  });

  it.each(["first", "last"])(
    "while the statement that shows the breach is withdrawn, which comes %s, overturns the breach",
    async (place) => {
      const judged = await appealed();
      const calls = [
        () => withdrawStatement(owner, judged.statementId),
        () => grant(judged.appealId),
      ];
      const lock = row("users", judged.trader.id);
      const responses = await queueAtLock(
        test,
        lock,
        place === "first" ? calls : calls.toReversed(),
      );
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(await stateOf(judged)).toMatchObject({
        ...granted,
        actions: ["close_positions cancelled", "disable_trading cancelled"],
      });
    },
  );
});

it.each(["first", "last"])(
  "an appeal while the statement that shows the breach is withdrawn, which comes %s, is accepted",
  async (place) => {
    const judged = await breached();
    const calls = [() => withdrawStatement(owner, judged.statementId), () => appeal(judged)];
    const lock = row("users", judged.trader.id);
    const responses = await queueAtLock(test, lock, place === "first" ? calls : calls.toReversed());
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201]);
    // A person decides what follows from the withdrawal: the review stays as it was decided.
    expect(await stateOf(judged)).toMatchObject({ review: "confirmed", account: "breached" });
    const made = responses.find(({ statusCode }) => statusCode === 201)!;
    expect((await grant(made.json<{ id: number }>().id)).statusCode).toBe(200);
    expect(await stateOf(judged)).toMatchObject(granted);
  },
);
