import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Rules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";
import { judgeByTime } from "../../../../../src/business/record/verdicts/judge-by-time.ts";
import { HOUR, MINUTE } from "../../../../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import { judgedTrader } from "../../../../support/verdicts.ts";
import { noRules } from "../../../../unit/business/rulebook/rules/rules.fixtures.ts";

let test: TestApp;
beforeAll(async () => {
  // Without workers, the job does not also run on its own.
  test = await startApp({ env: { WORKERS: "0" } });
});
afterAll(() => test.close());

const failsWithoutDeals: Rules = {
  ...noRules,
  limits: [{ kind: "inactivity", days: 1, counts: "deals", consequence: "fail" }],
};

async function outcomesOf(stageId: number): Promise<string[]> {
  const { rows } = await test.context.database.pool.query<{ outcome: string }>(
    "select outcome from verdicts where stage_id = $1 order by id",
    [stageId],
  );
  return rows.map(({ outcome }) => outcome);
}

/** Makes each insertion of a verdict on this account fail. */
async function failFor(accountId: number, code: string): Promise<void> {
  await test.context.database.pool.query(`
    create or replace function fail() returns trigger language plpgsql as
      $$ begin raise exception 'damaged' using errcode = '${code}'; end $$;
    create trigger fail before insert on verdicts for each row
      when (new.account_id = ${accountId}) execute function fail()`);
}

it("postpones an account that cannot be judged for an hour, and judges the others", async () => {
  const { pool } = test.context.database;
  const startedAt = new Date(test.clock.now().getTime() - MINUTE).toISOString();
  const [failing, ...others] = [
    await judgedTrader(test, failsWithoutDeals, { startedAt }),
    await judgedTrader(test, failsWithoutDeals, { startedAt }),
    await judgedTrader(test, failsWithoutDeals, { startedAt }),
  ].map(({ stageId }) => stageId);
  const { rows } = await pool.query("select account_id as id from stages where id = $1", [failing]);
  const accountId = rows[0].id;
  await failFor(accountId, "P0001");
  test.clock.advance(25 * HOUR);
  const lines: object[] = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  await judgeByTime({ ...test.context, log });
  for (const other of others) {
    expect(await outcomesOf(other)).toEqual(["in_progress", "breached"]);
  }
  expect(lines).toMatchObject([{ level: 50, accountId, err: { message: "damaged" } }]);

  await pool.query("drop trigger fail on verdicts");
  test.clock.advance(59 * MINUTE);
  await judgeByTime(test.context);
  expect(await outcomesOf(failing!)).toEqual(["in_progress"]);
  test.clock.advance(MINUTE);
  await judgeByTime(test.context);
  expect(await outcomesOf(failing!)).toEqual(["in_progress", "breached"]);
});

it("postpones an account for five minutes if the database is busy", async () => {
  const { pool } = test.context.database;
  const startedAt = new Date(test.clock.now().getTime() - MINUTE).toISOString();
  const { stageId } = await judgedTrader(test, failsWithoutDeals, { startedAt });
  const { rows } = await pool.query("select account_id as id from stages where id = $1", [stageId]);
  await failFor(rows[0].id, "55P03");
  test.clock.advance(25 * HOUR);
  const log = pino({ level: "silent" });
  await judgeByTime({ ...test.context, log });
  await pool.query("drop trigger fail on verdicts");
  test.clock.advance(4 * MINUTE);
  await judgeByTime(test.context);
  expect(await outcomesOf(stageId)).toEqual(["in_progress"]);
  test.clock.advance(MINUTE);
  await judgeByTime(test.context);
  expect(await outcomesOf(stageId)).toEqual(["in_progress", "breached"]);
});
