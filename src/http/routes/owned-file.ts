import type { Readable } from "node:stream";
import type { Context } from "../../platform/context.ts";
import { contentDisposition } from "./content-disposition.ts";
import { readId } from "../rest-input.ts";
import type { RouteCall } from "../route.ts";

interface OwnedFile {
  stream: Readable;
  /** Bytes. */
  size: number;
  name: string;
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
    const { stream, size, name } = await open(context.app, id, ownerId);
    return reply
      .type(type)
      .header("Content-Length", size)
      .header("Content-Disposition", contentDisposition(disposition, name))
      .send(stream);
  };
}
