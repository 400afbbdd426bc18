import type { FastifyInstance } from "fastify";
import type { Context } from "../../platform/context.ts";
import { readPublicKeys } from "../../platform/vault/signing-keys.ts";

/** Serves the public keys that verify case files to anyone, including pages of other origins. */
export function registerPublishedKeys(server: FastifyInstance, { database }: Context): void {
  server.get("/.well-known/propdesk-keys.json", async (_request, reply) =>
    reply
      .header("Cache-Control", "no-cache")
      .header("Access-Control-Allow-Origin", "*")
      .header("Cross-Origin-Resource-Policy", "cross-origin")
      .send({ keys: await readPublicKeys(database) }),
  );
}
