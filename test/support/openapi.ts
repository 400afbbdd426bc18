import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { LightMyRequestResponse } from "fastify";

export interface Operation {
  description?: string;
  security: Record<string, string[]>[];
  responses: Record<
    string,
    { description?: string; content?: Record<string, { schema: object }> } | undefined
  >;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: object } | undefined> };
}

export interface OpenApiDocument {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation> | undefined>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, object>;
    securitySchemes: Record<string, { name: string }>;
  };
  info: { description: string; contact: { name: string; url?: string } };
}

/** Returns a function that lists the differences between a response and the document. */
export function makeAnswerCheck(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi.json");
  const pointer = (part: string) =>
    encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
  return (method: string, path: string, answer: LightMyRequestResponse): string[] => {
    const status = String(answer.statusCode);
    const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
    if (!response) return [`The document has no ${status} for ${method} ${path}`];
    const type = String(answer.headers["content-type"]).split(";")[0]!;
    if (!response.content?.[type]) return [`The document has no ${type} for ${status}`];
    if (type !== "application/json") return [];
    const parts = ["paths", path, method.toLowerCase(), "responses", status, "content", type];
    const $ref = `openapi.json#/${[...parts, "schema"].map(pointer).join("/")}`;
    const validate = ajv.compile({ $ref });
    if (validate(answer.json())) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}
