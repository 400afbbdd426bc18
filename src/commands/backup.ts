import { CommandError } from "../platform/lib/errors.ts";
import { requireDataDir, runCommandWithoutDatabase, withDatabase } from "./run-command.ts";
import type { Config } from "../platform/config/config.ts";
import { systemClock } from "../platform/lib/clock.ts";
import { makeBackup } from "../platform/backup/make-backup.ts";

function expectOwnDatabase({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new CommandError(
    "With DATABASE_URL, back the database up with PostgreSQL's own tools: see docs/operating.md.",
  );
}

/** `npm run backup`: one file of everything that DATA_DIR holds, beside a running app or alone. */
await runCommandWithoutDatabase(async (config) => {
  const [target, ...rest] = process.argv.slice(2);
  if (target === undefined || rest.length > 0) {
    throw new CommandError("Usage: npm run backup -- <a new file, or a folder to make one in>");
  }
  expectOwnDatabase(config);
  await requireDataDir(config);
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
