import { runCommand } from "./run-command.ts";
import { connectDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { entities } from "../entities.ts";

/** `npm run db:migrate`: applies pending migrations to the configured database. */
await runCommand(async ({ databaseUrl }) => {
  const database = await connectDatabase(databaseUrl, entities);
  try {
    const applied = await migrate(database);
    return applied.length > 0
      ? applied.map((name) => `Applied ${name}`).join("\n")
      : "The database is up to date.";
  } finally {
    await database.orm.close(true);
  }
});
