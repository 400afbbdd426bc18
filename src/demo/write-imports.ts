import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importParsed } from "../business/trading/statements/import-parsed.ts";
import { parse } from "../business/trading/statements/reading/parse-worker.ts";
import type { StatementSummary } from "../business/trading/statements/summarise-statement.ts";
import type { Context } from "../platform/context.ts";
import type { Em } from "../platform/database/orm.ts";
import { makeFileKey } from "../platform/storage/file-key.ts";
import { backOfficeActor } from "./back-office.ts";
import type { DemoImport } from "./demo-imports.ts";
import type { PastEvent } from "./trader-history.ts";
import type { WrittenTraders } from "./write-traders.ts";

interface Imports {
  /** Oldest first. */
  imports: DemoImport[];
  traders: WrittenTraders;
  storedKeys: string[];
}

/** Stores the files and imports the statements in the given order. @returns the audit events */
export async function writeImports(
  context: Context,
  em: Em,
  { imports, traders, storedKeys }: Imports,
): Promise<PastEvent[]> {
  const events: PastEvent[] = [];
  for (const { demoTrader, at, fileName, timeZone, bytes } of imports) {
    const { fileKey, summary } = await storeFile(context, { bytes, timeZone, at }, storedKeys);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { event } = await importParsed(context, em, {
      actor: backOfficeActor(),
      options: { traderId: traders.get(demoTrader)!.id, timeZone, dryRun: false },
      file: { fileName, sha256, size: bytes.length, fileKey },
      summary,
      zone: { timeZone, timeZoneSource: "chosen" },
      at,
    });
    events.push({ ...event!, at });
  }
  return events;
}

async function storeFile(
  { files, uploadDir }: Context,
  { bytes, timeZone, at }: Pick<DemoImport, "bytes" | "timeZone" | "at">,
  storedKeys: string[],
): Promise<{ fileKey: string; summary: StatementSummary }> {
  const fileKey = makeFileKey("statement");
  const path = join(uploadDir, fileKey);
  await writeFile(path, bytes);
  // Parsed in this thread, because starting another one takes longer than reading these files.
  const result = await parse({
    path,
    timeZone,
    isZoneChosen: true,
    isFinancingCost: false,
    now: at.getTime(),
    stage: null,
  });
  if ("refusal" in result) throw new Error(result.message);
  storedKeys.push(fileKey);
  await files.store(fileKey, path);
  return { fileKey, summary: result.statement };
}
