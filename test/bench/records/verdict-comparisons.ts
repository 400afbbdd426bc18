import { plainStage } from "../../support/judged.ts";
import type { Rules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import { Timeline } from "../../../src/business/rulebook/timeline/timeline.rule.ts";
import { Judge } from "../../../src/business/rulebook/engine/judge.rule.ts";
import { dailyLoss, maxLoss, noRules } from "../../unit/business/rulebook/rules/rules.fixtures.ts";
import type { BenchTools } from "./comparisons.ts";
import type { Comparison } from "./compare-cpu.ts";

/** Five rules, two of which are compared with every snapshot. */
const benchRules: Rules = {
  ...noRules,
  limits: [dailyLoss(), maxLoss({ mode: "trailing_equity" })],
  objectives: [
    { kind: "profit_target", target: { percent: "10", of: "initial" } },
    { kind: "min_trading_days", days: 4, counts: "opened", minimumProfit: null },
    { kind: "consistency", bestDayAtMostPercent: "40" },
  ],
};

const SNAPSHOTS = 200_000;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Cents. */
const INITIAL = 10_000_000n;

/** Compares the engine on snapshots of four months with the same arithmetic on typed arrays. */
export function engineComparison(): Comparison {
  const equities = BigInt64Array.from(
    { length: SNAPSHOTS },
    (_, index) => INITIAL + BigInt(Math.round(Math.sin(index / 500) * 90_000)),
  );
  const times = Float64Array.from({ length: SNAPSHOTS }, (_, index) => START + index * MINUTE);
  const groups = Array.from(equities, (equity, index) => ({
    time: times[index]!,
    operations: [],
    deals: [],
    snapshots: [{ time: times[index]!, balance: INITIAL, equity }],
  }));
  const account = { ...plainStage, id: 1, currency: "USD", rulesVersionId: 1, startedAt: START };
  return {
    name: `${SNAPSHOTS.toLocaleString("en-US")} snapshots judged by five rules`,
    product: async () => {
      const judge = new Judge({ ...account, initialBalance: INITIAL }, benchRules);
      const timeline = new Timeline(INITIAL);
      for (const group of groups) judge.play(timeline.play(group));
      judge.conclude(times.at(-1)!, { conflicts: [], inconsistentStatements: [] });
    },
    ceiling: async () => {
      const judged = judgeByHand(times, equities);
      if (judged.isBreached) throw new Error("The record breaks no limit");
    },
    goal: 3,
  };
}

/**
 * Computes the comparisons of the two limits and the coverage in the simplest loop. Amounts are exact, as in the
 * product.
 */
function judgeByHand(times: Float64Array, equities: BigInt64Array) {
  let peak = INITIAL;
  let dayEnd = START + DAY;
  let dailyFloor = INITIAL - INITIAL / 20n;
  let [tightestDaily, tightestMaximum] = [INITIAL, INITIAL];
  let [openSeconds, longestGap, last] = [0, 0, START];
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index]!;
    const equity = equities[index]!;
    if (time >= dayEnd) {
      dayEnd += DAY;
      dailyFloor = INITIAL - INITIAL / 20n;
    }
    if (equity > peak) peak = equity;
    const dailyRoom = equity - dailyFloor;
    if (dailyRoom < tightestDaily) tightestDaily = dailyRoom;
    const room = equity - (peak - INITIAL / 10n);
    if (room < tightestMaximum) tightestMaximum = room;
    openSeconds += (time - last) / 1000;
    longestGap = Math.max(longestGap, time - last);
    last = time;
  }
  return { isBreached: tightestDaily < 0n || tightestMaximum < 0n, openSeconds, longestGap };
}

/** Compares one batch with a snapshot of each of many accounts, with rules and without. */
export async function judgedFeedComparison(
  { administrator, bridge, pool }: BenchTools,
  accounts: { firstLogin: number; count: number },
): Promise<Comparison> {
  const created = await administrator.post("/api/admin/rules", {
    name: "Bench",
    rules: benchRules,
  });
  const [version] = created.json<{ versions: { id: number }[] }>().versions;
  const { firstLogin, count } = accounts;
  await pool.query(
    `insert into stages (account_id, phase, currency, initial_balance, started_at, created_at, rules_version_id)
     select id, 'Phase 1', 'USD', 100000, '2026-01-01', now(),
       case when user_id < $1::int + $2::int then $3::int end
     from trading_accounts where user_id >= $1 and user_id < $1::int + 2 * $2::int`,
    [firstLogin, count, version!.id],
  );
  await pool.query("vacuum analyze");
  const send = (first: number) => async (round: number) => {
    const time = new Date(START + round * MINUTE).toISOString();
    const snapshots = [{ time, balance: "100000.00", equity: "100012.34" }];
    const response = await bridge.post("/api/feed", {
      accounts: Array.from({ length: count }, (_, index) => ({
        login: String(first + index),
        snapshots,
      })),
    });
    const { rejected } = response.json<{ rejected: object[] }>();
    if (rejected.length > 0) throw new Error(JSON.stringify(rejected[0]));
  };
  return {
    name: `one snapshot of ${count.toLocaleString("en-US")} accounts, judged, beside stored`,
    product: send(firstLogin),
    ceiling: send(firstLogin + count),
    // Judging may cost at most twice as much as storing.
    goal: 3,
  };
}
