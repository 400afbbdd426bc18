// `npm run tables`: checks that each table is declared once, by an entity that `src/entities.ts` lists. That the
// migrations create exactly these tables is checked by `test/platform/database/migrations.test.ts`.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entities } from "../src/entities.ts";

/** The files that may fill the interface `Tables`. */
const fillers = new Set(["src/entities.ts", "src/platform/database/tables.ts"]);

const root = join(import.meta.dirname, "..");
const listed = new Map<string, number>();
for (const { meta } of entities) {
  listed.set(meta.tableName, (listed.get(meta.tableName) ?? 0) + 1);
}

const faults = [...listed]
  .filter(([, times]) => times > 1)
  .map(([table]) => `src/entities.ts: ${table} is declared by more than one entity`);

for (const path of globSync("{src,test,scripts}/**/*.ts", { cwd: root })) {
  const source = readFileSync(join(root, path), "utf8");
  if (/^\s*(?:export )?interface Tables\b/m.test(source) && !fillers.has(path)) {
    faults.push(`${path}: the types of tables are inferred from entities, not written by hand`);
  }
  if (!path.startsWith("src/") || !/\bdefineEntity\(/.test(source)) continue;
  if (!path.endsWith(".entity.ts")) faults.push(`${path}: entities belong in *.entity.ts`);
  for (const [, table] of source.matchAll(/\btableName: "(\w+)"/g)) {
    if (!listed.has(table!)) faults.push(`${path}: src/entities.ts does not list ${table}`);
  }
}

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exit(1);
process.stdout.write(`Each of ${listed.size} tables is declared once.\n`);
