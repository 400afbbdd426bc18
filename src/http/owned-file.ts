import type { FastifyInstance } from "fastify";
import type { Readable } from "node:stream";
import type { Context } from "../platform/context.ts";
import { contentDisposition } from "./content-disposition.ts";
import { readId } from "./rest-input.ts";
import { registerRoute, type Route } from "./route.ts";

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
  open: (context: Context, id: number, ownerId: number | undefined) => Promise<OwnedFile>;
}

/** Serves the file with the id in the path to the trader who owns it, and to administrators and API tokens. */
export function registerOwnedFile(
  server: FastifyInstance,
  app: Context,
  route: Route<"owner">,
  { type, disposition, open }: Download,
): void {
  registerRoute(server, app, route, async ({ actor, request, reply }) => {
    const id = readId((request.params as { id: string }).id);
    const ownerId = actor.kind === "trader" ? actor.trader.id : undefined;
    const { stream, size, name } = await open(app, id, ownerId);
    return reply
      .type(type)
      .header("Content-Length", size)
      .header("Content-Disposition", contentDisposition(disposition, name))
      .send(stream);
  });
}
