import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { uploadForm, type UploadOptions } from "../../app/api-client/upload-form.ts";
import { readStatement } from "./read-statement.ts";

export interface StatementUpload {
  userId: number;
  file: File;
  /** Found by the server if it is not chosen. */
  timeZone: string | undefined;
  /** Whether balance operations with a financing comment are costs. */
  isFinancingCost: boolean;
  /** Defaults to the current stage. */
  stageId: number | undefined;
}

export interface ImportedStatement {
  statement: Statement;
  /** The same file was imported before; this is the earlier statement. */
  isKnown: boolean;
}

/** @throws TRPCClientError if the file is refused or the connection fails */
export async function importStatement(
  upload: StatementUpload,
  options: UploadOptions,
): Promise<ImportedStatement> {
  const { status, body } = await send(upload, false, options);
  return { statement: readStatement(body), isKnown: status === 200 };
}

/** Reads the file as an import would, and stores nothing. */
export async function previewStatement(
  upload: StatementUpload,
  options: UploadOptions,
): Promise<Statement> {
  const { body } = await send(upload, true, options);
  return readStatement(body);
}

function send(
  { userId, file, timeZone, isFinancingCost, stageId }: StatementUpload,
  isDryRun: boolean,
  options: UploadOptions,
) {
  const data = new FormData();
  // The fields must precede the file, because the server processes the file while it arrives.
  if (timeZone !== undefined) data.set("timeZone", timeZone);
  if (isFinancingCost) data.set("financing", "cost");
  if (stageId !== undefined) data.set("stageId", String(stageId));
  if (isDryRun) data.set("dryRun", "true");
  data.set("file", file);
  return uploadForm(
    {
      url: `/api/admin/user/${userId}/statements`,
      data,
      procedure: "admin.statements.import",
    },
    options,
  );
}
