import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { entities } from "../src/entities.ts";
import type { Entities } from "../src/platform/database/orm.ts";
import { withMigratedDatabase } from "./migrated-database.ts";

const migrations = join(import.meta.dirname, "../src/migrations");
const USAGE =
  "Usage: npm run db:migration -- <name>, for example: npm run db:migration -- trading-days";

/** Returns the statements that bring a newly migrated database to the schema of the entities. */
export async function diffSchema(target: Entities): Promise<string[]> {
  return withMigratedDatabase(target, async ({ orm }) => {
    const sql = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    const statements = sql.split(/;\s*(?:\n|$)/).map((statement) => statement.trim());
    return statements.filter(Boolean);
  });
}

/**
 * Writes a migration without `down()`: migrations only go forward.
 * @param name in kebab case
 * @returns the path of the file
 */
export async function writeMigration(
  name: string,
  statements: string[],
  { folder = migrations, now = new Date() } = {},
): Promise<string> {
  const words = name.split("-");
  const capitalised = words.map((word) => word[0]!.toUpperCase() + word.slice(1));
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const path = join(folder, `${time}_${words.join("_")}.ts`);
  const quote = (sql: string) => `\`${sql.replaceAll(/[\\`]|\$\{/g, "\\$&")}\``;
  const source = `import { Migration } from "@mikro-orm/migrations";

/** ${[capitalised[0], ...words.slice(1)].join(" ")}. */
export class ${capitalised.join("")} extends Migration {
  override up(): void {
    ${statements.map((statement) => `this.addSql(${quote(statement)});`).join("\n")}
  }
}
`;
  const style = await resolveConfig(join(migrations, "migration.ts"));
  await writeFile(path, await format(source, { ...style, parser: "typescript" }), { flag: "wx" });
  return path;
}

/** `npm run db:migration`: compares the entities with the migrations and writes a migration of the differences. */
async function main(): Promise<void> {
  const [name = "", ...rest] = process.argv.slice(2);
  if (rest.length > 0 || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 1;
    return;
  }
  const statements = await diffSchema(entities);
  process.stdout.write(
    statements.length === 0
      ? "The migrations already match the entities: nothing was written.\n"
      : `Wrote ${await writeMigration(name, statements)}. Read it, then run npm run db:schema.\n`,
  );
}

if (import.meta.main) await main();
