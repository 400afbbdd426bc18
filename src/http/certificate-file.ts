import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { openCertificateFile } from "../business/certificates/certificates.queries.ts";
import type { Context } from "../platform/context.ts";
import { registerOwnedFile } from "./owned-file.ts";
import { defineRoute } from "./route.ts";

export const certificateFile = defineRoute({
  name: "certificates.file",
  rest: "GET /certificates/{id}/file",
  permission: "owner",
  ability: "traders.read",
  operation: {
    summary: "Download the PDF of a certificate",
    description: "Available to its trader and to administrators.",
    tag: "Trader",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
    ],
    responses: {
      "200": {
        description: "The file",
        content: {
          "application/pdf": {
            schema: z.string().meta({ format: "binary" }),
            example: "%PDF-1.7 …",
          },
        },
      },
    },
    errors: { 404: "The certificate does not exist or belongs to another trader" },
  },
});

export function registerCertificateFile(server: FastifyInstance, app: Context): void {
  registerOwnedFile(server, app, certificateFile, {
    type: "application/pdf",
    disposition: "inline",
    async open(context, id, ownerId) {
      const file = await openCertificateFile(context, id, ownerId);
      return { ...file, name: `${file.name.slice(0, 100)}.pdf` };
    },
  });
}
