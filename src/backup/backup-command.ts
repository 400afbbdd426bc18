import { CommandError, expectData, runAlone, withDatabase } from "../command.ts";
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { makeBackup } from "./make-backup.ts";

function expectOwnDatabase({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new CommandError(
    "With DATABASE_URL, back the database up with PostgreSQL's own tools: see docs/operating.md.",
  );
}

/** `npm run backup`: one file of everything that DATA_DIR holds, beside a running app or alone. */
await runAlone(async (config) => {
  const [target, ...rest] = process.argv.slice(2);
  if (target === undefined || rest.length > 0) {
    throw new CommandError("Usage: npm run backup -- <a new file, or a folder to make one in>");
  }
  expectOwnDatabase(config);
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
