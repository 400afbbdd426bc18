// `npm run tables`: checks that commands about money change rows through entities
// (docs/decisions/005-reads-by-kysely.md), and that each statement on the tables that can be distributed names its
// accounts (docs/decisions/025-the-trading-record.md).
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { distributedTables } from "../src/business/record/records/distribution.queries.ts";

/** The files about money that update rows by Kysely, because they change sets of rows. */
const setsOfRows = new Set([
  "src/business/money/payments/change-run.ts",
  "src/business/money/payments/lock-run.ts",
  "src/business/money/payouts/hold-payouts.ts",
  "src/business/money/payments/pay-payments.ts",
]);

/** Declarations whose statements on distributed tables name their accounts elsewhere, or none, and why. */
const unnamedAccounts = new Map([
  ["src/business/record/rebuilds/check-derived.ts recordTables", "`readDigests` does"],
  ["src/business/record/derivation/derive-trades.ts deleteTrades", "`Selection` does"],
  ["src/business/record/derivation/derive-trades.ts selectOccurrences", "`Selection` does"],
  ["src/business/record/derivation/write-days.ts deleteDaysFrom", "`ofStage` does for both"],
  ["src/business/record/records/record-json.queries.ts dealsJson", "its callers do"],
  ["src/business/record/records/record-json.queries.ts operationsJson", "its callers do"],
  ["src/business/record/records/snapshots.queries.ts packDays", "`ofDays` does"],
  ["src/business/record/records/snapshots.queries.ts unpackDays", "`ofDays` does for both"],
  ["src/business/record/results/trades.queries.ts trades", "the list engine does"],
  [
    "src/business/links/evidence/near-trades.queries.ts readNear",
    "it reads what all accounts opened at some times",
  ],
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
const faults: string[] = [];

for (const path of globSync("src/**/*.ts", { cwd: root })) {
  if (path.startsWith("src/migrations/")) continue;
  const source = readFileSync(join(root, path), "utf8");
  for (const declaration of findUnnamedAccounts(path, source)) {
    if (!unnamedAccounts.delete(declaration)) {
      faults.push(
        `${declaration}: names no account for a distributed table; add "account_id = any(…)" or "account_id = …"`,
      );
    }
  }
  if (path.startsWith("src/business/money/") && source.includes(".updateTable(")) {
    if (!setsOfRows.delete(path))
      faults.push(`${path}: a command that locks a row and changes it uses the row's entity`);
  }
}

for (const path of setsOfRows) {
  faults.push(`scripts/check-tables.ts: ${path} no longer updates rows by Kysely`);
}

for (const declaration of unnamedAccounts.keys()) {
  faults.push(`scripts/check-tables.ts: ${declaration} names its accounts or no longer exists`);
}

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exit(1);
process.stdout.write("Money changes by entities, and statements on records name their accounts.\n");
