import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { simulateShop } from "../demo/shop/simulated-shop.ts";
import { findDemoShop, insertDemoShop, readStarts } from "../demo/shop/demo-shop.ts";
import type { Config } from "../platform/config/config.ts";
import { CommandError } from "../platform/errors.ts";
import { systemClock } from "../platform/time/clock.ts";
import { MINUTE, SECOND } from "../platform/time/durations.rule.ts";
import { type Cipher, createCipher } from "../platform/vault/cipher.ts";
import { readSecrets } from "../platform/vault/secrets.ts";
import { requireDataDir, runCommandWithoutDatabase } from "./run-command.ts";
import { AppDatabase } from "./running-app.ts";
import { parseSimulatorArguments } from "./simulator-arguments.ts";

const usage = `Usage:
  npm run shop:simulator
    --minutes <number>   stops by itself; otherwise Ctrl+C does
    --url <url>          the server; PUBLIC_URL or http://127.0.0.1:3000 by default

Run it beside npm start, with the same DATA_DIR or DATABASE_URL, and PORT.`;

/** The pause between two messages. */
const PAUSE = 4 * SECOND;

/** Returns the shop of the demo, which is added if the firm has none, and what it sells. */
async function openShop(config: Config, cipher: Cipher) {
  const app = new AppDatabase(config);
  try {
    return await app.use(async ({ kysely }) => {
      const starts = await readStarts(kysely);
      if (starts.length === 0) {
        throw new CommandError("The firm offers no programme: add one under Programmes.");
      }
      const found = await findDemoShop({ cipher }, kysely);
      return {
        starts,
        shop: found ?? (await insertDemoShop({ cipher }, kysely, systemClock.now())),
      };
    });
  } finally {
    await app.close();
  }
}

/** `npm run shop:simulator`: plays a shop that sells the programmes of the firm, with signed messages. */
await runCommandWithoutDatabase(async (config) => {
  const { minutes, url = config.publicUrl } = parseSimulatorArguments(process.argv.slice(2), usage);
  await requireDataDir(config);
  const { keyring } = await readSecrets(config);
  const { shop, starts } = await openShop(config, createCipher(keyring));
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  if (minutes < Infinity) setTimeout(() => stop.abort(), minutes * MINUTE).unref();
  const print = (line: string) =>
    void process.stdout.write(`${systemClock.now().toISOString().slice(11, 19)}  ${line}\n`);
  print(`The shop sells at ${url}/admin/sources/${shop.id}. Stop with Ctrl+C.`);
  await simulateShop({
    url,
    shop,
    starts,
    number: randomInt(100_000, 900_000),
    clock: systemClock,
    print,
    pause: () => sleep(PAUSE, undefined, { signal: stop.signal }).catch(() => {}),
    isStopped: () => stop.signal.aborted,
  });
  return "Stopped. What was sold stays.";
});
