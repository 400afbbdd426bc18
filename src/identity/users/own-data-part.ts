import type { Readable } from "node:stream";
import { type RawBuilder, sql } from "kysely";
import type { ColumnName, Columns } from "../../platform/database/columns.ts";
import type { Cipher } from "../../platform/vault/cipher.ts";
import type { Tables } from "../../platform/database/tables.ts";

/** Whose data is exported. Every trader has exactly one account. */
export interface DataSubject {
  traderId: number;
  accountId: number;
}

/**
 * One table of the export of everything that is held about a trader, which the archive contains as JSON and as CSV. It
 * stands beside the queries of its noun, and `own-data.queries.ts` lists all of them.
 */
export interface OwnDataPart {
  /** The path of the two files, without extension. */
  name: string;
  /** One line for the README. */
  about: string;
  table: keyof Tables;
  /** Another table with older rows in another form, and a relation of the rows of both that follow a key. */
  packed?: {
    table: keyof Tables;
    rowsOf: (subject: DataSubject, after: string | undefined, limit: number) => RawBuilder<unknown>;
  };
  /** Tables that are joined, with their conditions. */
  joins?: string;
  where: (subject: DataSubject) => RawBuilder<boolean>;
  /** Columns that are unique together, and in whose order the rows are exported. */
  key: readonly [ColumnName, ...ColumnName[]];
  /** Never names of administrators, tools or other traders; never secrets or their hashes. */
  columns: Columns;
  /** Whether there is exactly one row. */
  isSingle?: true;
  /** Internal to the firm: only in the administrators' export. */
  isInternal?: true;
  /** The stored file of each row, in the folder `name`. */
  file?: OwnDataFile;
  /** Replaces columns that the trader sees in another form. */
  present?: (subject: DataSubject, row: ExportedRow) => ExportedRow;
  /** Decrypts the payment details of a row, which stand in the column `SEALED_DETAILS`. */
  revealDetails?: (
    cipher: Cipher,
    subject: DataSubject,
    sealed: string,
    row: ExportedRow,
  ) => string | null;
  /** Replaces encrypted columns of a row. */
  unseal?: (cipher: Cipher, subject: DataSubject, row: ExportedRow) => ExportedRow;
}

type ExportedRow = Readonly<Record<string, unknown>>;

interface OwnDataFile {
  id: ColumnName;
  key: ColumnName;
  name: ColumnName;
  /** With its dot, or the column that names it without one. */
  extension: string | { column: ColumnName };
  /** The column with the key of an encrypted file, and what decrypts the file. */
  sealed?: {
    key: ColumnName;
    unseal: (
      cipher: Cipher,
      subject: DataSubject,
      stream: Readable,
      sealedKey: string,
    ) => Promise<Buffer>;
  };
}

export const byTrader = (column: ColumnName) => (subject: DataSubject) =>
  sql<boolean>`${sql.raw(column)} = ${subject.traderId}`;

export const byAccount = (column: ColumnName) => (subject: DataSubject) =>
  sql<boolean>`${sql.raw(column)} = ${subject.accountId}`;

/** The decrypted payment details replace this column: see `export-own-data.ts`. */
export const SEALED_DETAILS = "paymentDetails";
