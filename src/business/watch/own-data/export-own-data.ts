import { Readable } from "node:stream";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { mayDo } from "../../../identity/roles/roles.rule.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import { readBrand } from "../../office/brand/brand.ts";
import type { Context } from "../../../platform/context.ts";
import type { Columns } from "../../../platform/database/columns.ts";
import { inTransaction } from "../../../platform/database/database.ts";
import { Archive } from "../../../platform/exports/archive.ts";
import { type Batches, csvOf, type ExportColumn } from "../../../platform/exports/csv.ts";
import { notFound } from "../../../platform/errors.ts";
import {
  type DataSubject,
  type OwnDataPart,
  SEALED_DETAILS,
} from "../../../identity/users/own-data-part.ts";
import { leftOutTables, ownDataParts, type OwnDataRow, readOwnData } from "./own-data.queries.ts";

interface Subject extends DataSubject {
  fullName: string | null;
  email: string;
}

interface Scope {
  /** Whether the archive contains the parts that are internal to the firm. */
  hasInternal: boolean;
  hasPaymentDetails: boolean;
}

/**
 * Exports a trader's own data, at most once an hour. An export that fails does not count; one that the trader aborts
 * does.
 * @throws RefusalError if the trader has exported the data within the hour
 */
export async function exportOwnData(context: Context, actor: TraderActor): Promise<Readable> {
  const { id } = actor.trader;
  const key = String(id);
  await context.throttle.consume("ownDataByTrader", key);
  const refund = () => context.throttle.refund("ownDataByTrader", key);
  try {
    const subject = await findSubject(context, id);
    await recordExport(context, actor, subject, {});
    const scope = { hasInternal: false, hasPaymentDetails: true };
    return streamOf(onError(archiveOf(context, subject, scope), refund));
  } catch (error) {
    await refund();
    throw error;
  }
}

/**
 * Exports all data of a trader for administrators: that of the trader's own export, internal notes and tags. It
 * contains payment details if the role of the administrator may read them.
 * @param context may read from a replica
 * @throws RefusalError if the trader does not exist
 */
export async function exportTraderData(
  context: Context,
  actor: StaffActor,
  id: number,
): Promise<Readable> {
  const subject = await findSubject(context, id);
  const paymentDetails = actor.kind === "administrator" && mayDo(actor.role, "payouts.details");
  await recordExport(context, actor, subject, { paymentDetails });
  const scope = { hasInternal: true, hasPaymentDetails: paymentDetails };
  return streamOf(archiveOf(context, subject, scope));
}

/** @throws RefusalError if the trader does not exist */
export async function findSubject({ database }: Context, traderId: number): Promise<Subject> {
  const subject = await database.kysely
    .selectFrom("users")
    .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
    .select([
      "users.id as traderId",
      "trading_accounts.id as accountId",
      "users.full_name as fullName",
      "users.email",
    ])
    .where("users.id", "=", traderId)
    .executeTakeFirst();
  if (!subject) throw notFound("User");
  return subject;
}

/** Recorded before the response, so that no data is sent without an entry in the audit log. */
async function recordExport(
  context: Context,
  actor: TraderActor | StaffActor,
  { traderId, fullName, email }: Subject,
  facts: Record<string, boolean>,
): Promise<void> {
  await inTransaction(context.database, (transaction) =>
    recordEvent(context, transaction, actor, {
      action: "trader.data-exported",
      trader: { id: traderId, fullName, email },
      changes: changesBetween({}, facts),
    }),
  );
}

const streamOf = (pieces: AsyncGenerator<Uint8Array>) =>
  Readable.from(pieces, { objectMode: false });

/** Runs `handle` if the pieces fail, but not if the reader stops reading them. */
async function* onError<Piece>(
  pieces: AsyncGenerator<Piece>,
  handle: () => Promise<void>,
): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    await handle();
    throw error;
  }
}

/** What the README lists. */
interface Contents {
  parts: { part: OwnDataPart; rows: number; files: number }[];
  missing: string[];
}

/**
 * Writes the archive piece by piece; only one batch of rows or one piece of a file is in memory at a time. The README
 * comes last, because it states that everything before it is complete.
 */
async function* archiveOf(
  context: Context,
  subject: Subject,
  scope: Scope,
): AsyncGenerator<Uint8Array> {
  const startedAt = context.clock.now();
  const archive = new Archive();
  const contents: Contents = { parts: [], missing: [] };
  for (const part of ownDataParts.filter(({ isInternal }) => scope.hasInternal || !isInternal)) {
    const counted = { part, rows: 0, files: 0 };
    const readRows = () => readRevealed(context, part, subject, scope);
    archive.begin(`${part.name}.json`);
    for await (const rows of readRows()) {
      archive.write(jsonRows(part, rows, counted.rows === 0));
      counted.rows += rows.length;
      yield* archive.take();
    }
    archive.end(part.isSingle ? "\n" : counted.rows === 0 ? "[]\n" : "\n]\n");
    archive.begin(`${part.name}.csv`);
    for await (const piece of csvOf(csvColumns(part.columns), readRows())) {
      archive.write(piece as Buffer);
      yield* archive.take();
    }
    archive.end();
    for await (const { path, key, sealedKey } of readFiles(context, part, subject)) {
      const file = await context.files.open(key);
      if (!file) {
        contents.missing.push(path);
        continue;
      }
      archive.begin(path);
      for await (const piece of piecesOf(context, part, subject, file.stream, sealedKey)) {
        archive.write(piece);
        yield* archive.take();
      }
      archive.end();
      counted.files += 1;
    }
    contents.parts.push(counted);
  }
  // A trader who is deleted during the export must not receive an archive that claims to be complete.
  await findSubject(context, subject.traderId);
  const firm = await readBrand(context.database.kysely, context.config);
  const times = { from: startedAt, until: context.clock.now() };
  archive.begin("README.txt");
  archive.end(readmeOf(firm.name, subject, scope, times, { ...contents, files: archive.files }));
  archive.finish();
  yield* archive.take();
}

/** Returns the content of a stored file, decrypted if it is stored encrypted. */
function piecesOf(
  { cipher }: Context,
  { file }: OwnDataPart,
  subject: Subject,
  stream: Readable,
  sealedKey: string | null,
): AsyncIterable<Buffer> {
  if (!file?.sealed || sealedKey === null) return stream as AsyncIterable<Buffer>;
  const content = file.sealed.unseal(cipher, subject, stream, sealedKey);
  return (async function* decrypted() {
    yield await content;
  })();
}

/** Reads the rows of a part with decrypted payment details, or with `null` if the reader may not see them. */
async function* readRevealed(
  { cipher, database }: Context,
  part: OwnDataPart,
  subject: Subject,
  { hasPaymentDetails }: Scope,
): AsyncGenerator<OwnDataRow[]> {
  const { present, revealDetails, unseal } = part;
  for await (const stored of readOwnData(database.kysely, part, subject)) {
    const shown = present ? stored.map((row) => present(subject, row)) : stored;
    const rows = unseal ? shown.map((row) => unseal(cipher, subject, row)) : shown;
    yield revealDetails
      ? rows.map((row) => {
          const sealed = hasPaymentDetails ? (row[SEALED_DETAILS] as string | null) : null;
          const details = sealed === null ? null : revealDetails(cipher, subject, sealed, row);
          return { ...row, [SEALED_DETAILS]: details };
        })
      : rows;
  }
}

/** Returns a batch as lines of one JSON array, or as the only object. */
function jsonRows({ isSingle }: OwnDataPart, rows: OwnDataRow[], isFirst: boolean): string {
  if (isSingle) return JSON.stringify(rows[0], undefined, 2);
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  return `${isFirst ? "[\n" : ",\n"}${lines}`;
}

const numeric = new Set(["integer", "bigint", "decimal"]);

/** Returns the columns of the CSV file, which are named like the fields of the JSON file. */
function csvColumns(columns: Columns): ExportColumn<OwnDataRow>[] {
  return Object.entries(columns).map(([header, { kind }]) =>
    numeric.has(kind)
      ? { header, kind: "number", read: (row) => row[header] as number | string | null }
      : { header, kind: "text", read: (row) => cellText(row[header]) },
  );
}

function cellText(value: unknown): string | null {
  return value === null || typeof value === "string" ? value : JSON.stringify(value);
}

interface StoredFile {
  id: number;
  key: string;
  name: string;
  extension: string;
  sealedKey: string | null;
}

/** Lists the stored files of a part, with their paths in the archive. */
async function* readFiles(
  { database }: Context,
  { file, ...part }: OwnDataPart,
  subject: Subject,
): AsyncGenerator<{ path: string; key: string; sealedKey: string | null }> {
  if (!file) return;
  const { extension } = file;
  const columns: Columns = {
    id: { kind: "integer", sql: file.id },
    key: { kind: "text", sql: file.key },
    name: { kind: "text", sql: file.name },
    extension: {
      kind: "text",
      sql: typeof extension === "string" ? `'${extension}'` : `'.' || ${extension.column}`,
    },
    sealedKey: { kind: "text", sql: file.sealed?.key ?? "null::text" },
  };
  const batches: Batches<OwnDataRow> = readOwnData(database.kysely, { ...part, columns }, subject);
  for await (const rows of batches) {
    for (const row of rows as unknown as StoredFile[]) {
      const { id, key, name, sealedKey } = row;
      yield { path: `${part.name}/${safeName(`${id}-`, name, row.extension)}`, key, sealedKey };
    }
  }
}

/** Returns a file name that every system accepts. The end of a long name is kept, because it may be an extension. */
function safeName(prefix: string, name: string, extension: string): string {
  const safe = name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, "_").slice(-100);
  return `${prefix}${safe}${extension}`.toWellFormed().replace(/[. ]+$/, "");
}

function readmeOf(
  firm: string,
  { traderId, fullName, email }: Subject,
  { hasInternal, hasPaymentDetails }: Scope,
  { from, until }: { from: Date; until: Date },
  { parts, missing, files }: Contents & { files: number },
): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const sections = [
    [
      `Data that ${firm} holds about ${fullName ?? email} (trader #${traderId})`,
      `Read from ${from.toISOString()} to ${until.toISOString()}. Anything that changed in between may be missing from some of the files.`,
    ],
    [
      "Every table is in two files with the same content: .json for programs, .csv for spreadsheets. Times are in UTC (ISO 8601), amounts are decimals, and an empty cell is an unknown value. In a .csv file, ' precedes text that a spreadsheet would run as a formula.",
    ],
    [
      "Contents:",
      ...parts.flatMap(({ part, rows, files: stored }) => [
        `- ${part.name}.json, ${part.name}.csv: ${part.about} (${count(rows, "row")})`,
        ...(part.file ? [`- ${part.name}/: their files (${count(stored, "file")})`] : []),
      ]),
    ],
    missing.length > 0
      ? [
          "Missing, because the file is no longer in the storage:",
          ...missing.map((path) => `- ${path}`),
        ]
      : [],
    [
      "Not contained:",
      "- passwords, keys and other secrets, and their hashes",
      "- names of administrators, tools and other traders",
      ...(hasInternal ? [] : ["- internal notes and tags"]),
      ...(hasPaymentDetails ? [] : ["- payment details, which your role may not see"]),
      ...Object.entries(leftOutTables).map(
        ([table, reason]) => `- ${table.replaceAll("_", " ")}: ${reason}`,
      ),
    ],
    [`This archive is complete: ${count(files, "file")}, of which this one is the last.`],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\r\n")}\r\n`)
    .join("\r\n");
}
