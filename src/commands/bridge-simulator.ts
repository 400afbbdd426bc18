import { setTimeout as sleep } from "node:timers/promises";
import { type Platform, runBridge } from "../../examples/bridge/bridge.ts";
import { setEnforcement } from "../business/record/actions/enforcement-settings.ts";
import { backOfficeActor } from "../demo/account-history.ts";
import { signInTraders } from "../demo/sign-in-traders.ts";
import {
  type DemoPlatformAccount,
  readPlatformAccounts,
} from "../demo/simulator/platform-accounts.queries.ts";
import { SimulatedPlatform } from "../demo/simulator/simulated-platform.ts";
import { Mt5Accounts } from "../demo/simulator/mt5-accounts.ts";
import { serveMt5, simulatedManager } from "../demo/simulator/mt5-web-api.ts";
import { demoServer } from "../demo/demo-trader.ts";
import { BOUGHT_AT } from "../demo/write-programmes.ts";
import { Market } from "../demo/trading/market.ts";
import { revokeToken } from "../identity/tokens/revoke-tokens.ts";
import { createToken, listTokens } from "../identity/tokens/tokens.ts";
import type { Database } from "../platform/database/database.ts";
import { isOutage } from "../platform/database/failures.ts";
import { CommandError } from "../platform/errors.ts";
import { systemClock } from "../platform/time/clock.ts";
import { DAY, MINUTE, SECOND } from "../platform/time/durations.rule.ts";
import { requireDataDir, runCommandWithoutDatabase } from "./run-command.ts";
import { AppDatabase } from "./running-app.ts";
import { parseSimulatorArguments } from "./simulator-arguments.ts";

const usage = `Usage:
  npm run bridge:simulator
    --minutes <number>   stops by itself; otherwise Ctrl+C does
    --url <url>          the server; PUBLIC_URL or http://127.0.0.1:3000 by default
    --mt5 <port>         serves the Web API of MetaTrader 5 for "npm run bridge -- mt5", and feeds nothing itself

Run it beside npm start, with the same DATA_DIR or DATABASE_URL, and PORT.`;

/** How often new stages and logins of the demo traders are taken over. */
const ADOPTION = 5 * SECOND;

/** The longest time that a timer can wait. */
const FOREVER = 2 ** 31 - 1;

const label = "Bridge simulator";
const actor = { ...backOfficeActor(), label };

/** Returns a token for the bridge. Earlier ones are revoked, so that an account is not traded by two simulators. */
async function renewToken(database: Database): Promise<{ id: number; token: string }> {
  const context = { database, clock: systemClock };
  for (const { id, label: name, revokedAt } of await listTokens(context))
    if (name === label && revokedAt === null) await revokeToken(context, actor, id);
  const expiresAt = new Date(systemClock.now().getTime() + 30 * DAY);
  const scopes = ["feed:write" as const, "actions:execute" as const];
  return createToken(context, actor, { label, scopes, expiresAt });
}

/** Lets breaches disable trading, unless an owner has already decided what events ask for. */
async function enforceByDefault(database: Database, url: string): Promise<string> {
  const saved = await database.kysely
    .selectFrom("enforcement_settings")
    .select("breach_opened")
    .executeTakeFirst();
  if (!saved) {
    await setEnforcement({ database, clock: systemClock }, actor, {
      breachOpened: "automatic",
      breachConfirmed: "automatic",
      breachDismissed: "automatic",
      passConfirmed: "automatic",
      payoutPaid: "propose",
    });
  }
  const effect = {
    automatic: "disables trading at once",
    propose: "proposes to disable trading, which an administrator has to approve",
    none: "does not disable trading",
  };
  return `A breach ${effect[saved?.breach_opened ?? "automatic"]}: see ${url}/admin/settings.`;
}

/** Returns the account that is about to lose too much: Emre Kaya's, or another one that was never reviewed. */
function chooseRuined(accounts: DemoPlatformAccount[]): DemoPlatformAccount | undefined {
  const candidates = accounts.filter(({ isEnabled, wasReviewed }) => isEnabled && !wasReviewed);
  const signIns = signInTraders.map(({ email }) => email);
  const rank = ({ email }: DemoPlatformAccount) => signIns.indexOf(email);
  return candidates.toSorted((one, other) => rank(other) - rank(one))[0];
}

const print = (line: string) => {
  process.stdout.write(`${systemClock.now().toISOString().slice(11, 19)}  ${line}\n`);
};

/** Runs the simulated platform and the bridge of `examples/bridge` until the signal. */
async function simulate(
  database: AppDatabase,
  url: string,
  minutes: number,
  stop: AbortSignal,
): Promise<void> {
  const clock = systemClock;
  const read = () => database.use(({ kysely }) => readPlatformAccounts(kysely, clock.now()));
  const accounts = await read();
  if (accounts.length === 0) {
    throw new CommandError(
      "This database has no demo accounts: the simulator trades no others, because their records are real.",
    );
  }
  const { id: tokenId, token } = await database.use(renewToken);
  print(`${accounts.length} demo accounts trade on at ${url}. Stop with Ctrl+C.`);
  print(await database.use((opened) => enforceByDefault(opened, url)));
  const platform = new SimulatedPlatform(new Market(), clock, print);
  platform.adopt(accounts);
  const ruined = chooseRuined(accounts);
  if (ruined) {
    platform.ruin(ruined.login);
    print(`${ruined.name} (account ${ruined.login}) is about to double down and lose too much.`);
    print(`Follow the account as an administrator: ${url}/admin/users/${ruined.userId}`);
  }
  const ended = new AbortController();
  if (minutes < Infinity) setTimeout(() => ended.abort(), minutes * MINUTE).unref();
  const signal = AbortSignal.any([stop, ended.signal]);
  const options = { url, token, signal, log: print };
  try {
    await Promise.race([
      runBridge(withLinks(platform, url, accounts), options),
      adoptRegularly(platform, read, signal),
    ]);
  } finally {
    ended.abort();
    await unlessStopped(() =>
      database.use((opened) => revokeToken({ clock, database: opened }, actor, tokenId)),
    );
  }
}

/** Serves a simulated MetaTrader 5, to which the shipped connector connects Propdesk, until the signal. */
async function simulateMt5(
  database: AppDatabase,
  { url, server, port }: { url: string; server: string; port: number },
  minutes: number,
  stop: AbortSignal,
): Promise<void> {
  const { id: tokenId, token } = await database.use(renewToken);
  const platform = await serveMt5(new Mt5Accounts(new Market(), systemClock, print), port);
  print(await database.use((opened) => enforceByDefault(opened, url)));
  print(
    `A simulated MetaTrader 5 without accounts is the server ${server}. Connect it from another terminal:`,
  );
  process.stdout.write(
    `
  export PROPDESK_URL=${url} PROPDESK_TOKEN=${token} BRIDGE_SERVER='${server}'
  export MT5_URL=http://127.0.0.1:${port} MT5_LOGIN=${simulatedManager.login} MT5_PASSWORD=${simulatedManager.password} MT5_TIME_ZONE=UTC
  npm run bridge -- mt5

`,
  );
  print("What npm run shop:simulator sells opens accounts here. Stop with Ctrl+C.");
  try {
    const time = minutes < Infinity ? minutes * MINUTE : FOREVER;
    await sleep(time, undefined, { signal: stop }).catch(() => {});
  } finally {
    platform.closeAllConnections();
    platform.close();
    await unlessStopped(() =>
      database.use((opened) =>
        revokeToken({ clock: systemClock, database: opened }, actor, tokenId),
      ),
    );
  }
}

/** Does nothing if the app is stopped. */
async function unlessStopped(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isOutage(error) && !(error instanceof CommandError)) throw error;
  }
}

/** Takes over new stages and logins. While the app is stopped, there are none. */
async function adoptRegularly(
  platform: SimulatedPlatform,
  read: () => Promise<DemoPlatformAccount[]>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(ADOPTION, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await unlessStopped(async () => platform.adopt(await read()));
  }
}

/** Prints where to go on after a breach has disabled an account. */
function withLinks(
  platform: SimulatedPlatform,
  url: string,
  accounts: DemoPlatformAccount[],
): Platform {
  return {
    recordsSince: (cursor) => platform.recordsSince(cursor),
    async execute(action) {
      const executed = await platform.execute(action);
      const { kind, cause, login, userId } = action;
      if (kind === "create_account") print(`It trades at ${url}/admin/users/${userId}`);
      if (kind === "disable_trading" && cause.kind === "review") {
        const { email } = accounts.find((account) => account.login === login) ?? {};
        const password = signInTraders.find((trader) => trader.email === email)?.password;
        print(`The review waits for a decision: ${url}/admin/reviews`);
        if (password) print(`What the trader reads, signed in as ${email} / ${password}:`);
        else print(`What ${email ?? "the trader"} reads:`);
        print(`${url}/reviews/${cause.id}`);
      }
      return executed;
    },
  };
}

/**
 * `npm run bridge:simulator`: plays a trading platform for the demo firm, with the bridge of `examples/bridge`, or a server of
 * MetaTrader 5 for `npm run bridge -- mt5`.
 */
await runCommandWithoutDatabase(async (config) => {
  const {
    minutes,
    url = config.publicUrl,
    mt5,
  } = parseSimulatorArguments(process.argv.slice(2), usage, { allowsMt5: true });
  await requireDataDir(config);
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  const database = new AppDatabase(config);
  try {
    if (mt5 === undefined) await simulate(database, url, minutes, stop.signal);
    else {
      const served = { url, server: demoServer(config, BOUGHT_AT), port: mt5 };
      await simulateMt5(database, served, minutes, stop.signal);
      return "Stopped. The next start has no accounts.";
    }
  } finally {
    await database.close();
  }
  return "Stopped. The accounts keep their positions; the next start goes on from here.";
});
