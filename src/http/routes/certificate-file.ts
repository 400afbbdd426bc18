import { z } from "zod";
import { openCertificateFile } from "../../business/firm/certificates/certificates.queries.ts";
import { serveOwnedFile } from "./send-file.ts";
import { defineRoute } from "../route.ts";

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
  handle: serveOwnedFile({
    type: "application/pdf",
    disposition: "inline",
    async open(app, id, ownerId) {
      const file = await openCertificateFile(app, id, ownerId);
      return { ...file, name: `${file.name.slice(0, 100)}.pdf` };
    },
  }),
});
