import { CommandError } from "../platform/errors.ts";
import { requireDataDir, runCommandWithoutDatabase, withDatabase } from "./run-command.ts";
import type { Config } from "../platform/config/config.ts";
import { systemClock } from "../platform/time/clock.ts";
import { makeBackup } from "../platform/backup/make-backup.ts";

function requireEmbeddedDatabase({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new CommandError(
    "With DATABASE_URL, back the database up with PostgreSQL's own tools: see docs/operating.md.",
  );
}

/** `npm run backup`: copies the contents of DATA_DIR into one file; the app may be running. */
await runCommandWithoutDatabase(async (config) => {
  const [target, ...rest] = process.argv.slice(2);
  if (target === undefined || rest.length > 0) {
    throw new CommandError("Usage: npm run backup -- <new file or existing folder>");
  }
  requireEmbeddedDatabase(config);
  await requireDataDir(config);
  const { path, bytes, files } = await withDatabase(config, ({ databaseUrl }) =>
    makeBackup({ config, databaseUrl, now: systemClock.now() }, target),
  );
  return [
    `Wrote ${path} (${(bytes / 1_000_000).toFixed(1)} MB): the database, ${files} stored files and the generated keys.`,
    config.s3 ? "It does not contain the files in the S3 store." : undefined,
    config.encryptionKey ? "It does not contain the key in ENCRYPTION_KEY." : undefined,
    "The file is not encrypted: protect it like the data directory.",
  ]
    .filter(Boolean)
    .join("\n");
});
