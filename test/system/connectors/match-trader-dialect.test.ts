import { expect, it } from "vitest";
import { MatchTraderPlatform } from "../../../src/connectors/match-trader/match-trader-platform.ts";
import { describePromises } from "../../support/connector-promises.ts";
import { ConnectorTests } from "../../support/connector-tests.ts";
import { MatchTraderStandIn } from "../../support/match-trader-stand-in.ts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Numbers as text and logins as numbers, times with microseconds, and `null` for what is empty. */
function otherValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.toReversed().map((each) => otherValue(name, each));
  if (isObject(value)) return otherObject(value);
  if (name === "login") return Number(value);
  if (name === "version") return value;
  if (value === "") return null;
  if (typeof value === "number") return String(value);
  const isTime = typeof value === "string" && /^\d{4}-\d{2}-\d{2}T/.test(value);
  return isTime ? value.replace("Z", "000Z") : value;
}

const otherObject = (json: Json): Json => ({
  tags: [],
  ...Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, otherValue(name, value)]),
  ),
});

/**
 * Says answers as a server might that was written by others: accounts with ids of their own, also those without rows, and
 * rows that are repeated.
 */
function otherServer(name: string, answer: unknown, body: Json): unknown {
  const said = otherValue("", answer);
  if (!name.includes("/trading-data/") || !Array.isArray(said)) return said;
  const list = name.endsWith("/ledgers") ? "operations" : "positions";
  const named = said as Json[];
  const logins = new Set(named.map(({ login }) => String(login)));
  const others = (body.logins as string[]).filter((login) => !logins.has(login));
  const empty = others.map((login) => ({ id: `A${login}`, login, [list]: [] }));
  const full = named.map((account) => {
    const rows = Object.values(account).find((value) => Array.isArray(value) && value.length > 0);
    const repeated = (rows as Json[]).slice(0, 1);
    return {
      id: `A${String(account.login)}`,
      ...account,
      [list]: [...(rows as Json[]), ...repeated],
    };
  });
  return [...empty, ...full];
}

const tests = new ConnectorTests({
  create() {
    const platform = new MatchTraderStandIn();
    platform.speak = otherServer;
    platform.largestPage = 3;
    return platform;
  },
  connect(platform: MatchTraderStandIn, options) {
    return new MatchTraderPlatform({ settings: platform.settings, ...options });
  },
  group: "prop-usd",
});

it("feeds a closing that the ledger lacks, because it has earned nothing", async () => {
  const { platform, server, trader } = await tests.startPlatform();
  platform.lacksEmptyClosings = true;
  const position = platform.open(trader.login);
  tests.connect(platform, server);
  await tests.untilRecorded(trader, 2);
  platform.close(trader.login, position, "0.00");
  await tests.untilRecorded(trader, 3);
  expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "99997.70" });
});

describePromises(tests);
