import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { backOfficeActor } from "../../../src/demo/account-history.ts";
import { createToken } from "../../../src/identity/tokens/tokens.ts";
import { openContext } from "../../../src/open-context.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { startEmbeddedPostgres } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { systemClock } from "../../../src/platform/time/clock.ts";
import { DAY, MINUTE, SECOND } from "../../../src/platform/time/durations.rule.ts";
import { readSecrets } from "../../../src/platform/vault/secrets.ts";
import { MatchTraderStandIn } from "../../support/match-trader-stand-in.ts";
import { Mt5StandIn } from "../../support/mt5-stand-in.ts";
import { MeasuredServer } from "../measured-server.ts";
import { postgresCpu } from "../records/postgres-cpu.ts";
import { fillFollowed } from "./fill-followed.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    accounts: { type: "string", default: "10000" },
    /** The accounts that have an open position. */
    open: { type: "string", default: "2000" },
    /** The positions that are closed, and others opened, each second. */
    closings: { type: "string", default: "2" },
    minutes: { type: "string", default: "60" },
    port: { type: "string", default: "9700" },
  },
});

const SERVER = "Bench";
const undo: (() => unknown)[] = [];

/** Starts the app in a process of its own, on a temporary PostgreSQL with the accounts. */
async function startApp(count: number, port: number) {
  const dataDir = await mkdtemp(join(tmpdir(), "propdesk-bench-"));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const log = pino({ level: "warn" });
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  undo.push(() => postgres.stop());
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT: "off", DEMO: "0" });
  const secrets = await readSecrets(config);
  const databaseUrl = postgres.url;
  const opened = await openContext({ config, secrets, databaseUrl, log, clock: systemClock });
  const startedAt = new Date(Date.now() - MINUTE);
  await fillFollowed(opened.context.database.pool, { count, server: SERVER, startedAt });
  const { token } = await createToken(opened.context, backOfficeActor(), {
    label: SERVER,
    scopes: ["feed:write", "actions:execute"],
    expiresAt: new Date(Date.now() + DAY),
  });
  await opened.close();
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, RATE_LIMIT: "off", DEMO: "0" };
  const app = new MeasuredServer("app", ["src/start.mjs", "--no-client"], port, env);
  undo.push(() => app.stop());
  await app.ready("/health");
  const pid = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return { app, token, startedAt, postmaster: Number(pid.split("\n")[0]) };
}

/** A platform on which some of the accounts hold one position each, which moves. */
interface Traded {
  requests: string[];
  env: Record<string, string>;
  /** Opens positions until so many accounts hold one, and closes some that were open. */
  trade(closings: number): void;
  move(): void;
}

async function startPlatform(name: string, count: number, open: number, startedAt: Date) {
  const isMt5 = name === "mt5";
  const platform = isMt5 ? new Mt5StandIn() : new MatchTraderStandIn();
  await platform.start();
  undo.push(() => platform.stop());
  const logins = Array.from({ length: count }, (_, index) => String(index + 1));
  for (const login of logins) {
    platform.addAccount(login);
    platform.book(login, "100000.00", startedAt.getTime() + SECOND);
  }
  const held: { login: string; position: string }[] = [];
  let next = 0;
  const traded: Traded = {
    requests: platform.requests,
    env: environmentOf(platform),
    trade(closings) {
      for (const { login, position } of held.splice(0, closings)) {
        setFloating(platform, login, "0.00");
        platform.close(login, position, ((next % 41) - 20).toFixed(2));
      }
      while (held.length < open) {
        const login = logins[next % count]!;
        next += 1;
        held.push({ login, position: platform.open(login) });
      }
    },
    move() {
      for (const { login } of held) {
        setFloating(platform, login, (Math.random() * 800 - 400).toFixed(2));
      }
    },
  };
  traded.trade(0);
  return traded;
}

function environmentOf(platform: Mt5StandIn | MatchTraderStandIn): Record<string, string> {
  if (platform instanceof Mt5StandIn) {
    const { url, login, password } = platform.settings;
    return { MT5_URL: url.href, MT5_LOGIN: login, MT5_PASSWORD: password, MT5_TIME_ZONE: "UTC" };
  }
  const { url, token } = platform.settings;
  return { MATCH_TRADER_URL: url.href, MATCH_TRADER_TOKEN: token };
}

function setFloating(platform: Mt5StandIn | MatchTraderStandIn, login: string, amount: string) {
  if (platform instanceof Mt5StandIn) platform.float(login, amount);
  else platform.accounts.get(login)!.floating = Number(amount);
}

interface Health {
  lagSeconds: number;
  accounts: { followed: number; open: number };
  failures: { code: string }[];
}

async function bench(): Promise<void> {
  const [name = "mt5"] = positionals;
  const [count, open, closings] = [options.accounts, options.open, options.closings].map(
    Number,
  ) as [number, number, number];
  const port = Number(options.port);
  const { app, token, startedAt, postmaster } = await startApp(count, port);
  const platform = await startPlatform(name, count, open, startedAt);
  const connector = new MeasuredServer("connector", ["src/commands/bridge.ts", name], port + 1, {
    PROPDESK_URL: app.url,
    PROPDESK_TOKEN: token,
    BRIDGE_SERVER: SERVER,
    BRIDGE_PORT: String(port + 1),
    ...platform.env,
  });
  undo.push(() => connector.stop());
  await connector.ready("/health");
  process.stdout.write(
    "| minute | requests | lag, 99 % | followed | open | failures | connector s CPU | MiB | app s CPU | MiB | PostgreSQL s CPU |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
  );
  const read = async () => ({
    connector: await connector.usage(),
    app: await app.usage(),
    postgres: await postgresCpu(postmaster),
    requests: platform.requests.length,
  });
  let before = await read();
  for (let minute = 1; minute <= Number(options.minutes); minute += 1) {
    const lags: number[] = [];
    let health: Health | undefined;
    const until = Date.now() + MINUTE;
    for (let second = 0; Date.now() < until; second += 1) {
      platform.trade(closings);
      if (second % 10 === 0) platform.move();
      await sleep(SECOND);
      health = (await (await fetch(`${connector.url}/health`)).json()) as Health;
      lags.push(health.lagSeconds);
    }
    const after = await read();
    const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
    const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
    const figures = [
      minute,
      after.requests - before.requests,
      lags.toSorted((one, other) => one - other).at(Math.floor(lags.length * 0.99)),
      health!.accounts.followed,
      health!.accounts.open,
      health!.failures.length,
      seconds(after.connector.cpu - before.connector.cpu),
      mib(after.connector.rss),
      seconds(after.app.cpu - before.app.cpu),
      mib(after.app.rss),
      seconds(after.postgres - before.postgres),
    ];
    process.stdout.write(`| ${figures.join(" | ")} |\n`);
    before = after;
  }
}

try {
  await bench();
} finally {
  for (const step of undo.toReversed()) await step();
}
