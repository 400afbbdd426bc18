import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { openCertificateFile } from "../business/certificates/certificates.queries.ts";
import type { Context } from "../platform/context.ts";
import { contentDisposition } from "./content-disposition.ts";
import { readId } from "./rest-input.ts";
import { defineRoute, registerRoute } from "./route.ts";

export const certificateFile = defineRoute({
  name: "certificates.file",
  rest: "GET /certificates/{id}/file",
  permission: "owner",
  operation: {
    summary: "Download the PDF of a certificate",
    description: "Available to its owner and to administrators.",
    tag: "Trader",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    responses: {
      "200": {
        description: "The file",
        content: { "application/pdf": { schema: z.string().meta({ format: "binary" }) } },
      },
    },
    errors: { 404: "The certificate does not exist or belongs to another trader" },
  },
});

export function registerCertificateFile(server: FastifyInstance, app: Context): void {
  registerRoute(server, app, certificateFile, async ({ actor, request, reply }) => {
    const id = readId((request.params as { id: string }).id);
    const ownerId = actor.kind === "trader" ? actor.trader.id : undefined;
    const file = await openCertificateFile(app, id, ownerId);
    return reply
      .type("application/pdf")
      .header("Content-Length", file.size)
      .header("Content-Disposition", contentDisposition("inline", `${file.name.slice(0, 100)}.pdf`))
      .send(file.stream);
  });
}
