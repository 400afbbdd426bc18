import { parseArgs } from "node:util";
import { CommandError } from "../../../src/platform/errors.ts";
import { runCommand } from "../../../src/commands/run-command.ts";
import { readSecrets } from "../../../src/platform/vault/secrets.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { createCipher } from "../../../src/platform/vault/cipher.ts";
import { BENCH_ADMIN_KEY, BENCH_PASSWORD, fill, type FillSize } from "./fill.ts";
import { progressBar } from "./progress.ts";
import { BENCH_TRADERS } from "./rows.ts";
import { entities } from "../../../src/entities.ts";

const usage =
  "Usage: npm run bench:data -- --traders 100000 --payouts 300000   fill the empty database of DATABASE_URL";

/** @throws CommandError if the sizes are missing or too small for the bench traders */
function readSize(): FillSize {
  const { values } = parse();
  const traders = readCount("traders", values.traders, BENCH_TRADERS);
  return { traders, payouts: readCount("payouts", values.payouts, 0) };
}

function parse() {
  try {
    return parseArgs({ options: { traders: { type: "string" }, payouts: { type: "string" } } });
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split(/\.\s/)[0]}.\n${usage}`);
  }
}

function readCount(name: string, typed: string | undefined, least: number): number {
  if (typed !== undefined && /^\d{1,8}$/.test(typed) && Number(typed) >= least) {
    return Number(typed);
  }
  throw new CommandError(`--${name} must be a whole number from ${least} up.\n${usage}`);
}

/** `npm run bench:data`: creates the rows that the benchmarks use. */
await runCommand(async ({ config, databaseUrl }) => {
  const size = readSize();
  const database = await connectDatabase(databaseUrl, entities);
  try {
    await migrate(database);
    const { rows } = await database.pool.query("select 1 from users limit 1");
    if (rows.length > 0) throw new CommandError("The database already has traders: nothing added.");
    const { keyring } = await readSecrets(config);
    await fill(database, createCipher(keyring), size, progressBar);
    return `Traders 1 to ${BENCH_TRADERS} sign in with the password ${BENCH_PASSWORD}, an administrator with the key ${BENCH_ADMIN_KEY}.`;
  } finally {
    await database.orm.close(true);
  }
});
