import { Readable } from "node:stream";
import { z } from "zod";
import type { PrintedPage } from "../../business/office/brand/printed-page.ts";
import type { Context } from "../../platform/context.ts";
import { readId } from "../rest-input.ts";
import type { RouteCall } from "../route.ts";

/** Returns a `Content-Disposition` header; the file name may contain any characters (RFC 6266, RFC 8187). */
export function contentDisposition(type: "inline" | "attachment", fileName: string): string {
  const plain = fileName.replace(/[^\w .-]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

interface OwnedFile {
  stream: Readable;
  /** Bytes. */
  size: number;
  name: string;
  /** The content type, if not all files of the route have the same. */
  type?: string;
}

interface Download {
  type: string;
  /** Whether browsers display the file or save it. */
  disposition: "inline" | "attachment";
  /** @param ownerId the calling trader; undefined for an administrator or a token */
  open: (app: Context, id: number, ownerId: number | undefined) => Promise<OwnedFile>;
}

/** Serves the file with the id in the path to the trader who owns it, and to administrators and API tokens. */
export function serveOwnedFile({ type, disposition, open }: Download) {
  return async ({ context, actor, request, reply }: RouteCall<"owner">) => {
    const id = readId((request.params as { id: string }).id);
    const ownerId = actor.kind === "trader" ? actor.trader.id : undefined;
    const file = await open(context.app, id, ownerId);
    const { stream, size, name } = file;
    return reply
      .type(file.type ?? type)
      .header("Content-Length", size)
      .header("Content-Disposition", contentDisposition(disposition, name))
      .send(stream);
  };
}

/** The content types of exports, by the extension of the file. */
export const exportTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml; charset=utf-8",
  zip: "application/zip",
};

/**
 * Sends a file that is written for the response. HEAD returns the headers alone: nothing is read for it, and the audit
 * log records no export.
 * @param name only letters, digits and dashes, so that the header needs no escaping
 * @param write returns the content
 * @param check throws what `write` would throw if what is exported does not exist; runs for HEAD alone
 */
export async function sendExport(
  { request, reply }: Pick<RouteCall, "request" | "reply">,
  name: string,
  extension: keyof typeof exportTypes,
  write: () => Promise<Readable | string> | Readable | string,
  check?: () => Promise<unknown>,
) {
  const isHead = request.method === "HEAD";
  if (isHead) await check?.();
  const body = isHead ? Readable.from([]) : await write();
  return reply
    .type(exportTypes[extension])
    .header("Content-Disposition", `attachment; filename="${name}.${extension}"`)
    .send(body);
}

/** Sends a page to print, with its own policy in place of that of the web client. */
export function sendPrintedPage(reply: RouteCall["reply"], { html, policy }: PrintedPage) {
  return reply
    .type("text/html; charset=utf-8")
    .header("Content-Security-Policy", policy)
    .send(html);
}

/** The documented response of a call that returns a file. */
export function fileResponses(type: string, example: string) {
  const schema = z.string().meta({ format: "binary" });
  return { "200": { description: "The file", content: { [type]: { schema, example } } } };
}
