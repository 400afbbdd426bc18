import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY, SECOND } from "../../../src/platform/time/durations.rule.ts";
import {
  actionsOf,
  answer,
  finishAll,
  poll,
  requestAction,
  traderWithLogin,
  type WireAction,
} from "../../support/actions.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { killAtLock, row } from "../../support/barrier.ts";
import type { Browser } from "../../support/http.ts";
import { accountIdOf } from "../../support/records.ts";
import { rounds } from "../../support/rounds.ts";

let test: TestApp;
let administrator: Browser;
let bridges: Browser[];
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  bridges = [await test.token(["actions:execute"]), await test.token(["actions:execute"])];
});
afterAll(() => test.close());
/** Ends all leases, and executes what waits. */
async function finishEverything(): Promise<void> {
  test.clock.advance(61 * SECOND);
  await finishAll(bridges[0]!);
}

beforeEach(finishEverything);

describe("an app that is killed", () => {
  it("in the middle of a poll has delivered nothing", async () => {
    const trader = await traderWithLogin(test, administrator);
    const { id } = await requestAction(administrator, trader.id);
    await killAtLock(test, row("actions", id), () => bridges[0]!.get("/api/bridge/actions"));
    expect(await actionsOf(administrator, trader.id)).toMatchObject([
      { id, status: "pending", attempts: 0 },
    ]);
    expect(await poll(bridges[1]!)).toMatchObject([{ id, attempts: 1 }]);
  });

  it("in the middle of an answer has stored nothing, and the answer can be repeated", async () => {
    const trader = await traderWithLogin(test, administrator);
    const accountId = await accountIdOf(test, trader.id);
    const { id } = await requestAction(administrator, trader.id);
    const next = await requestAction(administrator, trader.id);
    await poll(bridges[0]!);
    const lock = {
      statement: "select 1 from action_queues where account_id = $1 for update",
      values: [accountId],
    };
    await killAtLock(test, lock, () => answer(bridges[0]!, id, "done"));
    expect((await actionsOf(administrator, trader.id))[0]).toMatchObject({ status: "delivered" });
    expect((await answer(bridges[0]!, id, "done")).statusCode).toBe(200);
    expect((await poll(bridges[1]!)).map((each) => each.id)).toEqual([next.id]);
  });
});

it("a lease that was given before the clock was set back does not last", async () => {
  const { id } = await requestAction(
    administrator,
    (await traderWithLogin(test, administrator)).id,
  );
  test.clock.advance(40 * DAY);
  await poll(bridges[0]!);
  test.clock.advance(-40 * DAY);
  expect(await poll(bridges[1]!)).toMatchObject([{ id, attempts: 2 }]);
  expect(await poll(bridges[0]!)).toEqual([]);
});

/** An action as a bridge and an administrator must find it, computed independently of the app. */
interface ExpectedAction {
  id: number;
  account: number;
  status: "pending" | "delivered" | "done" | "failed" | "cancelled";
  /** Seconds by the clock of the model. */
  deliveredAt: number;
  attempts: number;
}

interface Model {
  now: number;
  actions: ExpectedAction[];
}

interface Real {
  traders: { id: number }[];
}

type Step = fc.AsyncCommand<Model, Real>;

/** The first unfinished action of each account, unless it was delivered within the last 60 seconds. */
function dueOf({ now, actions }: Model): ExpectedAction[] {
  const first = new Map<number, ExpectedAction>();
  for (const action of actions) {
    const isOpen = action.status === "pending" || action.status === "delivered";
    if (isOpen && !first.has(action.account)) first.set(action.account, action);
  }
  return [...first.values()]
    .filter(({ status, deliveredAt }) => status === "pending" || now - deliveredAt >= 60)
    .toSorted((a, b) => a.id - b.id);
}

const request = (account: number): Step => ({
  check: () => true,
  async run(model, { traders }) {
    const { id } = await requestAction(administrator, traders[account]!.id);
    model.actions.push({ id, account, status: "pending", deliveredAt: 0, attempts: 0 });
  },
  toString: () => `request for account ${account}`,
});

/** Bridges ask at once. Whether one of them receives the response makes no difference to the app. */
const ask = (count: number): Step => ({
  check: () => true,
  async run(model) {
    const due = dueOf(model);
    const received = (await Promise.all(bridges.slice(0, count).map((each) => poll(each)))).flat();
    for (const action of due) {
      Object.assign(action, {
        status: "delivered",
        deliveredAt: model.now,
        attempts: action.attempts + 1,
      });
    }
    const figures = ({ id, attempts }: Pick<WireAction, "id" | "attempts">) => ({ id, attempts });
    expect(received.toSorted((a, b) => a.id - b.id).map(figures)).toEqual(due.map(figures));
  },
  toString: () => `${count} polls`,
});

const answerTo = (index: number, status: "done" | "failed", bridge: number): Step => ({
  check: ({ actions }) => actions.length > 0,
  async run({ actions }) {
    const action = actions[index % actions.length]!;
    const isOpen =
      action.status === "delivered" || (action.status === "pending" && action.attempts > 0);
    if (isOpen) action.status = status;
    const response = await answer(bridges[bridge]!, action.id, status);
    const expected = { id: action.id, status: action.status };
    expect([response.statusCode, response.json()]).toMatchObject(
      action.status === status ? [200, expected] : [409, { current: expected }],
    );
  },
  toString: () => `answer ${status} to ${index} by bridge ${bridge}`,
});

const change = (name: "cancel" | "retry", index: number): Step => ({
  check: ({ actions }) => actions.length > 0,
  async run({ actions }) {
    const action = actions[index % actions.length]!;
    const from = name === "cancel" ? ["pending", "failed"] : ["failed"];
    const isPossible = from.includes(action.status);
    if (isPossible) action.status = name === "cancel" ? "cancelled" : "pending";
    const url = `/api/admin/actions/${action.id}/${name}`;
    const response = await administrator.post(url, {});
    expect(response.statusCode).toBe(isPossible ? 200 : 409);
  },
  toString: () => `${name} ${index}`,
});

const wait = (seconds: number): Step => ({
  check: () => true,
  async run(model) {
    test.clock.advance(seconds * SECOND);
    model.now += seconds;
  },
  toString: () => `${seconds} seconds pass`,
});

const steps = [
  fc.nat(1).map(request),
  fc.constantFrom(1, 2).map(ask),
  fc
    .tuple(fc.nat(9), fc.constantFrom("done" as const, "failed" as const), fc.nat(1))
    .map((args) => answerTo(...args)),
  fc
    .tuple(fc.constantFrom("cancel" as const, "retry" as const), fc.nat(9))
    .map((args) => change(...args)),
  fc.constantFrom(5, 61).map(wait),
];

it("bridges and administrators lose no action, change no order, and finish each attempt once", async () => {
  const commands = fc.commands(steps, { size: "+1", maxCommands: 40 });
  test.clock.stop();
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      administrator = await test.administrator();
      const traders = [
        await traderWithLogin(test, administrator),
        await traderWithLogin(test, administrator),
      ];
      const model: Model = { now: 0, actions: [] };
      await fc.asyncModelRun(() => ({ model, real: { traders } }), sequence);
      const outcomes = await outcomesOf(model.actions.map(({ id }) => id));
      for (const { id, steps: taken } of outcomes) {
        // A second outcome needs a retry between.
        expect([id, taken]).toEqual([
          id,
          expect.stringMatching(/^(?:(?:done|failed|cancelled)(?:retried|$)|failedcancelled)*$/),
        ]);
      }
      await finishEverything();
      const found = await Promise.all(traders.map(({ id }) => actionsOf(administrator, id)));
      expect(
        found
          .flat()
          .map(({ id }) => id)
          .toSorted((a, b) => a - b),
      ).toEqual(model.actions.map(({ id }) => id));
      const open = found.flat().filter(({ finishedAt }) => finishedAt === null);
      expect(open).toEqual([]);
    }),
    rounds(5),
  );
});

/** Reads the outcomes and retries of actions from the audit log, in order. */
async function outcomesOf(ids: number[]): Promise<{ id: number; steps: string }[]> {
  const { rows } = await test.context.database.pool.query<{ id: number; steps: string }>(
    `select (changes -> 'actionId' ->> 'to')::int as id,
       string_agg(substr(action, 8), '' order by id) as steps
     from audit_events
     where action in ('action.done', 'action.failed', 'action.cancelled', 'action.retried')
       and (changes -> 'actionId' ->> 'to')::int = any($1) group by 1`,
    [ids],
  );
  return rows;
}
