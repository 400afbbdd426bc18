import { runCommand } from "../command.ts";
import { connectDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

/** `npm run db:migrate`: brings the schema of the configured database up to date. */
await runCommand(async ({ databaseUrl }) => {
  const database = await connectDatabase(databaseUrl);
  try {
    const applied = await migrate(database);
    return applied.length > 0
      ? applied.map((name) => `Applied ${name}`).join("\n")
      : "The database is up to date.";
  } finally {
    await database.orm.close(true);
  }
});
