import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** The content types of exports, by the extension of the file. */
export const exportTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml; charset=utf-8",
};

/** @param name only letters, digits and dashes, so that the header needs no escaping */
export function sendExport(
  reply: FastifyReply,
  name: string,
  extension: keyof typeof exportTypes,
  body: Readable | string,
) {
  return reply
    .type(exportTypes[extension])
    .header("Content-Disposition", `attachment; filename="${name}.${extension}"`)
    .send(body);
}
