import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Statement } from "../../../../src/business/record/statements/statement.schema.ts";
import { MAX_STATEMENT_BYTES } from "../../../../src/business/record/statements/statement.rule.ts";
import { isSessionEnd } from "../../../app/api-client/api-error.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { uploadForm, type UploadOptions } from "../../../app/api-client/upload-form.ts";

/** The server refuses such a file as well, but only after the upload. */
export function isTooLarge({ size }: File): boolean {
  return size > MAX_STATEMENT_BYTES;
}

/** Fetches what an import of the file would do, again if a choice changes. */
export function usePreview(upload: StatementUpload) {
  const { userId, file, timeZone, isFinancingCost, stageId } = upload;
  const identity = [file.name, file.size, file.lastModified];
  return useQuery({
    queryKey: ["statement preview", userId, identity, timeZone, isFinancingCost, stageId],
    queryFn: ({ signal }) => previewStatement(upload, { signal }),
    enabled: !isTooLarge(file),
    // The fields show what was found in the file while it is read again.
    placeholderData: keepPreviousData,
    // Not cached: the file does not change, but the records that it is compared with do.
    gcTime: 0,
  });
}

/** Makes an import use the zone and the stage of its preview, whatever has been imported or started since. */
export function asPreviewed(
  upload: StatementUpload,
  preview: Pick<Statement, "timeZone" | "timeZoneSource" | "stageId"> | undefined,
): StatementUpload {
  if (!preview) return upload;
  const { timeZone, timeZoneSource, stageId } = preview;
  return {
    ...upload,
    timeZone: timeZoneSource === "file" ? upload.timeZone : timeZone,
    stageId: stageId ?? undefined,
  };
}

/** Returns whether the details of an imported statement open automatically, in place of a toast. */
export function needsAttention({ statement, isKnown }: ImportedStatement): boolean {
  const { needsConfirmation, reconciliation } = statement;
  return !isKnown && (needsConfirmation || reconciliation.findings.length > 0);
}

/** @param onImported called with the statement before the lists are refreshed */
export function useImport(onImported: (statement: ImportedStatement) => void) {
  const [share, setShare] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const { succeeded, refresh } = useAdminOutcome();
  const mutation = useMutation({
    mutationFn: (upload: StatementUpload) => {
      stop.current = new AbortController();
      setShare(0);
      return importStatement(upload, { onProgress: setShare, signal: stop.current.signal });
    },
    onSuccess: (imported) => {
      onImported(imported);
      // A toast would cover the buttons of the details.
      if (needsAttention(imported)) return refresh();
      const { counts } = imported.statement;
      return imported.isKnown
        ? succeeded("Already imported", "The same file was imported before. Nothing has changed.")
        : succeeded("Statement imported", formatCountOf(counts.new, "new record"));
    },
  });
  const { error } = mutation;
  return {
    share,
    isPending: mutation.isPending,
    error: isStopped || isSessionEnd(error) ? null : error,
    start: mutation.mutateAsync,
    stop: () => {
      setStopped(true);
      stop.current?.abort();
    },
  };
}

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

const times = ["from", "to", "confirmedAt", "createdAt", "withdrawnAt"] as const;
type Time = (typeof times)[number];

/** Parses the REST response to an upload, in which times are strings. */
export function readStatement(body: string): Statement {
  const answer = JSON.parse(body) as Omit<Statement, Time> & Record<Time, string | null>;
  const dates = times.map((name) => {
    const time = answer[name];
    return [name, time ? new Date(time) : null];
  });
  return { ...answer, ...(Object.fromEntries(dates) as Pick<Statement, Time>) };
}
