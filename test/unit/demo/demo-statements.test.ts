import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parseStatement } from "../../../src/business/record/statements/reading/parse-statement.ts";
import { reconcile } from "../../../src/business/record/statements/reading/reconcile.rule.ts";
import { statementFormats } from "../../../src/business/record/statements/statement.rule.ts";
import { writeDemoStatements } from "../../../src/demo/write-demo-statements.ts";

it("writes statements in every format, one of them inconsistent, and one of an account without records", async () => {
  const folder = await mkdtemp(join(tmpdir(), "propdesk-statements-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = await writeDemoStatements(join(folder, "new"), new Date("2026-03-04T11:20:00Z"));
  const statements = await Promise.all(
    paths.map(async (path) => parseStatement(await readFile(path), "UTC")),
  );
  expect(new Set(statements.map(({ format }) => format))).toEqual(new Set(statementFormats));
  expect(statements.map((statement) => reconcile(statement).status)).toEqual([
    ...Array.from({ length: statements.length - 1 }, () => "reconciled"),
    "inconsistent",
  ]);
  expect(statements[0]).toMatchObject({ login: "5002266", accountName: "Sofia Delgado" });
  expect(reconcile(statements[0]!).closingBalance).toBe(5_128_435n);
});
