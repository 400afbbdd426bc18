import type { TestApp } from "./app.ts";
import { MINUTE } from "../../src/platform/time/durations.rule.ts";

let logins = 7_100_000;

/** Adds a stage with a trade that won $120.00 to a trader's account. @returns a feed for further trades */
export async function tradedAccount(app: TestApp, userId: number) {
  const administrator = await app.administrator();
  const login = String((logins += 1));
  const start = app.clock.now().getTime() - 60 * MINUTE;
  await administrator.patch(`/api/admin/user/${userId}/account`, { login });
  await administrator.send({
    method: "POST",
    url: `/api/admin/user/${userId}/stages`,
    payload: {
      phase: "Phase 1",
      initialBalance: "100000.00",
      startedAt: new Date(start).toISOString(),
    },
  });
  const bridge = await app.token(["feed:write"]);
  let count = 0;
  /** Feeds a trade with this profit. */
  const feed = async (profit: string) => {
    count += 1;
    const shared = {
      position: String(count),
      symbol: "EURUSD",
      side: "buy",
      volume: "1.00",
      price: "1.1",
      commission: "0.00",
      swap: "0.00",
      fee: "0.00",
    };
    const at = (minutes: number) => new Date(start + (count + minutes) * MINUTE).toISOString();
    const deals = [
      { ...shared, ticket: `${count}/in`, entry: "in", profit: "0.00", time: at(0) },
      { ...shared, ticket: `${count}/out`, entry: "out", profit, time: at(0.5) },
    ];
    const payload = { accounts: [{ login, deals, operations: [], snapshots: [] }] };
    return bridge.send({ method: "POST", url: "/api/feed", payload });
  };
  await feed("120.00");
  return { feed };
}
