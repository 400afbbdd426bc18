import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importParsed } from "../business/record/statements/import-parsed.ts";
import { parse } from "../business/record/statements/reading/parse-worker.ts";
import type { StatementSummary } from "../business/record/statements/summarise-statement.ts";
import type { Context } from "../platform/context.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { makeFileKey } from "../platform/storage/storage.ts";
import { backOfficeActor } from "./account-history.ts";
import type { PastEvent } from "./trader-history.ts";
import type { WrittenTraders } from "./write-traders.ts";
import {
  type StatementFormat,
  statementFormats,
} from "../business/record/statements/statement.rule.ts";
import { MINUTE } from "../platform/time/durations.rule.ts";
import type { DemoRecord } from "./demo-record.ts";
import type { DemoTrader } from "./demo-trader.ts";
import {
  misprintBalance,
  type StatementFile,
  statementFileName,
  statementFiles,
} from "./write-demo-statements.ts";
import type { DemoStatement } from "./statements/demo-statement.ts";
import { writeStatement } from "./statements/write-statement.ts";

interface Written {
  records: ReadonlyMap<DemoTrader, DemoRecord>;
  traders: WrittenTraders;
  storedKeys: string[];
}

/** Stores and imports a statement of every record, oldest first. @returns the audit events */
export async function writeImports(
  context: Context,
  transaction: Transaction,
  { records, traders, storedKeys }: Written,
): Promise<PastEvent[]> {
  const events: PastEvent[] = [];
  for (const { demoTrader, at, fileName, timeZone, bytes } of demoImports(
    records,
    context.clock.now(),
  )) {
    const { fileKey, summary } = await storeFile(context, { bytes, timeZone, at }, storedKeys);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { event } = await importParsed(context, transaction, {
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

/** A statement that the back office imported. */
interface DemoImport {
  demoTrader: DemoTrader;
  at: Date;
  fileName: string;
  timeZone: string;
  bytes: Buffer;
}

/** The wrong file was chosen, so this statement is held until an administrator decides. */
const mistake = { login: "5003019", fileOf: "5003240", format: "mt5-html" } as const;

/** Returns a statement of every record, in alternating formats, and one of another account; oldest first. */
function demoImports(records: ReadonlyMap<DemoTrader, DemoRecord>, now: Date): DemoImport[] {
  const imports = [...records].map(([demoTrader, { statement }], index) =>
    importOf(demoTrader, demoTrader, statement, fileOf(demoTrader, index), now),
  );
  const byLogin = (login: string) =>
    [...records].find(([{ account }]) => account.platform![0] === login)!;
  const [demoTrader] = byLogin(mistake.login);
  const [fileOwner, { statement }] = byLogin(mistake.fileOf);
  imports.push(importOf(demoTrader, fileOwner, statement, mistake, now));
  return imports.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type Form = Pick<StatementFile, "format" | "isMisprinted">;

function fileOf({ account }: DemoTrader, index: number): Form {
  const format: StatementFormat = statementFormats[index % statementFormats.length]!;
  return statementFiles.find(({ login }) => login === account.platform![0]) ?? { format };
}

function importOf(
  demoTrader: DemoTrader,
  fileOwner: DemoTrader,
  statement: DemoStatement,
  form: Form,
  now: Date,
): DemoImport {
  const bytes = writeStatement(statement, form.format);
  return {
    demoTrader,
    // An account is stopped after its statement was imported.
    at: new Date(Math.min(statement.printedAt + 15 * MINUTE, now.getTime())),
    fileName: statementFileName(fileOwner, form),
    timeZone: statement.timeZone,
    bytes: form.isMisprinted ? misprintBalance(bytes) : bytes,
  };
}
