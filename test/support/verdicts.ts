import type { Review } from "../../src/business/decisions/reviews/review.schema.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import type { StoredVerdict } from "../../src/business/record/verdicts/verdicts.schema.ts";
import type { Verdict } from "../../src/business/rulebook/engine/verdict.schema.ts";
import { dailyLoss, noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import type { TestApp } from "./app.ts";
import type { Browser } from "./http.ts";
import { startStage, type Wire } from "./records.ts";

/** A daily loss limit of 5,000 and a profit target of 10,000. */
export const simpleRules: Rules = {
  ...noRules,
  limits: [dailyLoss({ limit: { amount: "5000.00" } })],
  objectives: [{ kind: "profit_target", target: { amount: "10000.00" } }],
};

export interface JudgedTrader {
  trader: Browser & { id: number; email: string };
  administrator: Browser;
  bridge: Browser & { id: number };
  login: string;
  stageId: number;
  rulesVersionId: number | null;
}

let logins = 7_300_000;

/** Creates a rule set. @returns the id of its first version */
export async function createRules(administrator: Browser, rules: Rules): Promise<number> {
  const response = await administrator.post("/api/admin/rules", { name: "Rules", rules });
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<{ versions: { id: number }[] }>().versions[0]!.id;
}

/** Creates a trader with a stage of 100,000 that started on 2026-03-01, judged by these rules. */
export async function judgedTrader(
  test: TestApp,
  rules: Rules | null = simpleRules,
  fields: object = {},
): Promise<JudgedTrader> {
  const administrator = await test.administrator();
  const trader = await test.trader();
  logins += 1;
  const login = String(logins);
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { login, status: "active" });
  const rulesVersionId = rules && (await createRules(administrator, rules));
  const { id: stageId } = await startStage(administrator, trader.id, {
    startedAt: "2026-03-01T00:00:00Z",
    ...(rulesVersionId !== null && { rulesVersionId }),
    ...fields,
  });
  const bridge = await test.token(["feed:write"]);
  return { trader, administrator, bridge, login, stageId, rulesVersionId };
}

/** Feeds records. @throws Error unless all were accepted */
export async function feed({ bridge, login }: JudgedTrader, records: object): Promise<void> {
  const response = await bridge.post("/api/feed", { accounts: [{ login, ...records }] });
  const { rejected } = response.json<{ rejected: unknown[] }>();
  if (response.statusCode !== 200 || rejected.length > 0) {
    throw new Error(`${response.statusCode} ${response.body}`);
  }
}

export function snapshotAt(time: string, equity: string, balance = "100000.00") {
  return { time, balance, equity };
}

/** Creates the two deals of a trade. */
export function tradeOf(ticket: number, opened: string, closed: string, profit: string) {
  const deal = { position: String(ticket), symbol: "EURUSD", volume: "1.00", price: "1.1" };
  return [
    { ...deal, ticket: `${ticket}/in`, time: opened, entry: "in", side: "buy" },
    { ...deal, ticket: `${ticket}/out`, time: closed, entry: "out", side: "sell", profit },
  ];
}

export async function verdictOf({ trader }: JudgedTrader, query = ""): Promise<Verdict> {
  return (await trader.get(`/api/user/verdict${query}`)).json<Verdict>();
}

export async function verdictsOf({ trader }: JudgedTrader): Promise<Wire<StoredVerdict>[]> {
  return (await trader.get("/api/user/verdicts")).json<Wire<StoredVerdict>[]>();
}

export async function reviewsOf({ administrator, trader }: JudgedTrader): Promise<Wire<Review>[]> {
  const response = await administrator.get(`/api/admin/reviews?userId=${trader.id}`);
  return response.json<Wire<Review>[]>();
}

export async function statusOf({ trader }: JudgedTrader): Promise<string> {
  return (await trader.get("/api/user/account")).json<{ status: string }>().status;
}
