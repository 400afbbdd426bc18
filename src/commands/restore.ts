import { CommandError } from "../platform/errors.ts";
import { runCommandWithoutDatabase } from "./run-command.ts";
import { readPostgresVersion } from "../platform/embedded-postgres/postgres-cluster.ts";
import { restoreBackup } from "../platform/backup/restore-backup.ts";

/** `npm run restore`: creates a data directory from a backup. */
await runCommandWithoutDatabase(async ({ dataDir, databaseUrl }) => {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) {
    throw new CommandError("Usage: npm run restore -- <backup file>");
  }
  if (databaseUrl) {
    throw new CommandError(
      "A backup is restored into DATA_DIR for the embedded PostgreSQL: unset DATABASE_URL.",
    );
  }
  const postgres = await readPostgresVersion();
  const { madeAt } = await restoreBackup({ dataDir, postgres }, file);
  return `Restored the backup of ${madeAt} into ${dataDir}. Start the app with DATA_DIR set to this folder.`;
});
