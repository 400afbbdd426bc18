// `npm run tables`: checks that each table is declared once, by an entity that `src/entities.ts` lists, and that commands
// change rows through entities (docs/decisions/005-reads-by-kysely.md). That the migrations create exactly these tables
// is checked by `test/platform/database/migrations.test.ts`.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entities } from "../src/entities.ts";

/** The files that may fill the interface `Tables`. */
const fillers = new Set(["src/entities.ts", "src/platform/database/tables.ts"]);

/**
 * The files that update rows by Kysely, besides `*.queries.ts`, which run with every call, and the demo, which writes
 * the past.
 */
const updatesByKysely = new Set([
  // Sets of rows.
  "src/business/firm/notices/notices.ts",
  "src/business/judgement/rebuilds/rebuild-chunk.ts",
  "src/business/judgement/verdicts/judge-by-time.ts",
  "src/business/judgement/verdicts/open-reviews.ts",
  "src/business/money/payments/change-run.ts",
  "src/business/money/payments/lock-run.ts",
  "src/business/money/payments/pay-payments.ts",
  // One statement that also decides whether it applies, so that no lock is needed: codes, counters, times of last use.
  "src/calls/with-idempotency.ts",
  "src/identity/second-factor/recovery-codes.ts",
  "src/identity/second-factor/use-passkey.ts",
  "src/identity/tokens/authenticate-token.ts",
  // Parts of a record, which is locked as a whole, between statements in SQL that read them.
  "src/business/judgement/reviews/decide-review.ts",
  "src/business/trading/stages/change-stage-rules.ts",
  "src/business/trading/stages/end-stage.ts",
  "src/business/trading/stages/start-stage.ts",
  "src/business/trading/statements/change-statement.ts",
  "src/business/trading/statements/save-comparison.ts",
  // The view is read for its response before and after the change.
  "src/business/firm/views/save-view.ts",
]);

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
  const isExempt = /^src\/demo\/|\.queries\.ts$|\/migrations\//.test(path);
  if (path.startsWith("src/") && !isExempt && source.includes(".updateTable(")) {
    if (!updatesByKysely.delete(path))
      faults.push(`${path}: a command that locks a row and changes it uses the row's entity`);
  }
  if (!path.startsWith("src/") || !/\bdefineEntity\(/.test(source)) continue;
  if (!path.endsWith(".entity.ts")) faults.push(`${path}: entities belong in *.entity.ts`);
  for (const [, table] of source.matchAll(/\btableName: "(\w+)"/g)) {
    if (!listed.has(table!)) faults.push(`${path}: src/entities.ts does not list ${table}`);
  }
}

for (const path of updatesByKysely) {
  faults.push(`scripts/check-tables.ts: ${path} no longer updates rows by Kysely`);
}

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exit(1);
process.stdout.write(`Each of ${listed.size} tables is declared once.\n`);
