// `npm run tables`: checks that each table is declared once, by an entity that `src/entities.ts` lists, and that commands
// change rows through entities (docs/decisions/005-reads-by-kysely.md), and that each statement on the tables that can be
// distributed names its accounts (docs/decisions/025-the-trading-record.md). That the migrations create exactly these
// tables is checked by `test/api/migrations.test.ts`.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entities } from "../src/entities.ts";
import { distributedTables } from "../src/business/record/records/distribution.queries.ts";

/** The files that may fill the interface `Tables`. */
const fillers = new Set(["src/entities.ts", "src/platform/database/tables.ts"]);

/**
 * The files that update rows by Kysely, besides `*.queries.ts`, which run with every call, and the demo, which writes
 * the past.
 */
const updatesByKysely = new Set([
  // Sets of rows.
  "src/business/office/notices/notices.ts",
  "src/business/record/rebuilds/rebuild-chunk.ts",
  "src/business/record/verdicts/judge-by-time.ts",
  "src/business/record/verdicts/open-reviews.ts",
  "src/business/money/payments/change-run.ts",
  "src/business/money/payments/lock-run.ts",
  "src/business/money/payments/pay-payments.ts",
  // One statement that also decides whether it applies, so that no lock is needed: codes, counters, times of last use.
  "src/calls/with-idempotency.ts",
  "src/identity/second-factor/recovery-codes.ts",
  "src/identity/second-factor/use-passkey.ts",
  "src/identity/tokens/authenticate-token.ts",
  // Parts of a record, which is locked as a whole, between statements in SQL that read them.
  "src/business/decisions/reviews/decide-review.ts",
  "src/business/record/stages/change-stage-rules.ts",
  "src/business/record/stages/end-stage.ts",
  "src/business/record/stages/start-stage.ts",
  "src/business/record/statements/change-statement.ts",
  "src/business/record/statements/save-comparison.ts",
  // The view is read for its response before and after the change.
  "src/business/traders/views/save-view.ts",
]);

/** Declarations whose statements on distributed tables name their accounts elsewhere, or none, and why. */
const unnamedAccounts = new Map([
  ["src/business/record/verdicts/check-derived.ts recordTables", "`readDigests` does"],
  ["src/business/record/records/derive-trades.ts deleteTrades", "`Selection` does"],
  ["src/business/record/records/derive-trades.ts selectOccurrences", "`Selection` does"],
  ["src/business/record/records/derived-rows.ts deleteDaysFrom", "`ofStage` does for both"],
  ["src/business/record/records/record-json.queries.ts dealsJson", "its callers do"],
  ["src/business/record/records/record-json.queries.ts operationsJson", "its callers do"],
  ["src/business/record/records/snapshots.queries.ts packDays", "`ofDays` does"],
  ["src/business/record/records/snapshots.queries.ts unpackDays", "`ofDays` does for both"],
  ["src/business/record/records/trades.queries.ts trades", "the list engine does"],
  [
    "src/demo/simulator/platform-accounts.queries.ts readPlatformAccounts",
    "a demo is not distributed",
  ],
]);

const listed = distributedTables.join("|");
/** Where a statement reads, changes or deletes rows of such a table, or of one of several. */
const reads = new RegExp(
  String.raw`\b(?:from|join|update|using)\s+"?(?:${listed})\b|\b(?:from|join|update|using)\s+\$\{sql\.table\(|` +
    String.raw`\.(?:selectFrom|updateTable|deleteFrom|innerJoin|leftJoin)\("(?:${listed})|\bfrom: "(?:${listed})"`,
  "g",
);
const conditions = /account_id["`]?\)?\}? = |"account_id", "="|\$\{record\} = /g;
const namedAccounts =
  /account_id["`]?\)?\}? = (?:any\()?\$\{|"account_id", "=", |\$\{record\} = any\(/g;

/** Returns the top-level declarations of a formatted file by name, each from its keyword to the next declaration. */
function declarationsOf(source: string): [string, string][] {
  const parts = source.split(/^(?=(?:export )?(?:async )?(?:function\*?|const|class) )/m);
  return parts.map((text) => [/(?:function\*?|const|class) (\w+)/.exec(text)?.[1] ?? "", text]);
}

/**
 * Returns the declarations of a file that compare accounts less often than they read distributed tables, or name them
 * less often than they run statements.
 */
function findUnnamedAccounts(path: string, source: string): string[] {
  return declarationsOf(source).flatMap(([name, text]) => {
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const tables = count(reads);
    const statements = Math.max(count(/\bexecute(?:TakeFirst\w*)?\(/g), 1);
    const isNamed = count(conditions) >= tables && count(namedAccounts) >= statements;
    return tables === 0 || isNamed ? [] : [`${path} ${name}`];
  });
}

const root = join(import.meta.dirname, "..");
const declared = new Map<string, number>();
for (const { meta } of entities) {
  declared.set(meta.tableName, (declared.get(meta.tableName) ?? 0) + 1);
}

const faults = [...declared]
  .filter(([, times]) => times > 1)
  .map(([table]) => `src/entities.ts: ${table} is declared by more than one entity`);

for (const path of globSync("{src,test,scripts}/**/*.ts", { cwd: root })) {
  const source = readFileSync(join(root, path), "utf8");
  if (/^\s*(?:export )?interface Tables\b/m.test(source) && !fillers.has(path)) {
    faults.push(`${path}: the types of tables are inferred from entities, not written by hand`);
  }
  if (path.startsWith("src/") && !path.includes("/migrations/")) {
    for (const declaration of findUnnamedAccounts(path, source)) {
      if (!unnamedAccounts.delete(declaration)) {
        faults.push(
          `${declaration}: names no account for a distributed table; add "account_id = any(…)" or "account_id = …"`,
        );
      }
    }
  }
  const isExempt = /^src\/demo\/|\.queries\.ts$|\/migrations\//.test(path);
  if (path.startsWith("src/") && !isExempt && source.includes(".updateTable(")) {
    if (!updatesByKysely.delete(path))
      faults.push(`${path}: a command that locks a row and changes it uses the row's entity`);
  }
  if (!path.startsWith("src/") || !/\bdefineEntity\(/.test(source)) continue;
  if (!path.endsWith(".entity.ts")) faults.push(`${path}: entities belong in *.entity.ts`);
  for (const [, table] of source.matchAll(/\btableName: "(\w+)"/g)) {
    if (!declared.has(table!)) faults.push(`${path}: src/entities.ts does not list ${table}`);
  }
}

for (const path of updatesByKysely) {
  faults.push(`scripts/check-tables.ts: ${path} no longer updates rows by Kysely`);
}

for (const declaration of unnamedAccounts.keys()) {
  faults.push(`scripts/check-tables.ts: ${declaration} names its accounts or no longer exists`);
}

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exit(1);
process.stdout.write(
  `Each of ${declared.size} tables is declared once, and statements on distributed ones name their accounts.\n`,
);
