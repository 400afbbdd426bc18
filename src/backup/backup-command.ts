import { access } from "node:fs/promises";
import { join } from "node:path";
import { CommandError, runAlone, withDatabase } from "../command.ts";
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { makeBackup } from "./make-backup.ts";

/** @throws CommandError where there is nothing of ours to back up: a mistyped DATA_DIR is not empty data */
async function expectData({ dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl) {
    throw new CommandError(
      "With DATABASE_URL, back the database up with PostgreSQL's own tools: see docs/operating.md.",
    );
  }
  await access(join(dataDir, "postgres", "PG_VERSION")).catch(() => {
    throw new CommandError(`There is no Propdesk in ${dataDir}: set DATA_DIR to its data.`);
  });
}

/** `npm run backup`: one file of everything that DATA_DIR holds, beside a running app or alone. */
await runAlone(async (config) => {
  const [target, ...rest] = process.argv.slice(2);
  if (target === undefined || rest.length > 0) {
    throw new CommandError("Usage: npm run backup -- <a new file, or a folder to make one in>");
  }
  await expectData(config);
  const { path, bytes, certificates } = await withDatabase(config, ({ databaseUrl }) =>
    makeBackup({ config, databaseUrl, now: systemClock.now() }, target),
  );
  return [
    `Wrote ${path} (${(bytes / 1_000_000).toFixed(1)} MB): the database, ${certificates} certificates and the generated keys.`,
    config.s3 ? "The certificates in the S3 store are not in it." : undefined,
    config.encryptionKey ? "The keys of ENCRYPTION_KEY are not in it." : undefined,
    "Whoever has this file can read all of it: guard it as the data directory itself.",
  ]
    .filter(Boolean)
    .join("\n");
});
