import packageJson from "../../../package.json" with { type: "json" };
import { generateOpenApiDocument } from "trpc-to-openapi";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { listAuditInput } from "../../platform/audit/audit-event.schema.ts";
import { health } from "../../platform/health/health.schema.ts";
import { certificate } from "../../business/certificates/certificate.schema.ts";
import { cookieName, type SessionKind } from "../../identity/sessions/cookies.ts";
import { appRouter, procedures } from "../app-router.ts";
import { requestExamples } from "./examples.ts";
import type { ProcedureMeta } from "../../identity/calls/trpc.ts";

const error = z
  .object({
    message: z.string().meta({
      description: "A sentence for a person; of a validation error, the first rule that fails",
      examples: ["Please enter a valid email"],
    }),
    issues: z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
      .optional()
      .meta({ description: "All rules that fail (400)" }),
    isBanned: z.literal(true).optional().meta({ description: "The trader is banned (403)" }),
    banReason: z.string().nullable().optional().meta({ description: "Why the trader is banned" }),
    current: z.unknown().optional().meta({ description: "The present state (409)" }),
    retryAfter: z.number().optional().meta({ description: "Seconds to wait (429, 503)" }),
  })
  .meta({ id: "Error" });

const failure = (description: string) => ({
  description,
  content: { "application/json": { schema: error } },
});

/** What REST answers beside the procedures: files, up and down, and the health of the service. */
const otherPaths: ZodOpenApiPathsObject = {
  "/admin/certificates": {
    post: {
      operationId: "admin-certificates-issue",
      summary: "Issue a certificate",
      description: "A PDF of at most 5 MB, judged by its content.",
      tags: ["Administration"],
      security: [{ administrator: [] }],
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: z.object({
              name: z.string().meta({ examples: ["Phase 1 completed"] }),
              userId: z.string().meta({ examples: ["7"] }),
              issuedAt: z
                .string()
                .optional()
                .meta({
                  description: "The issue date; today where it is left out",
                  examples: ["2026-03-14"],
                }),
              certificateFile: z.string().meta({ format: "binary" }),
            }),
          },
        },
      },
      responses: {
        "201": {
          description: "The certificate",
          content: { "application/json": { schema: certificate } },
        },
        "400": failure("A field or the file is missing or wrong"),
        "401": failure("Not signed in"),
        "403": failure("Not an administrator"),
        "404": failure("There is no such trader"),
        "413": failure("The file is larger than 5 MB"),
        "415": failure("Not multipart/form-data"),
      },
    },
  },
  "/admin/audit/export": {
    get: {
      operationId: "admin-audit-export",
      summary: "The audit log as CSV",
      description: "All events that match, newest first.",
      tags: ["Administration"],
      security: [{ administrator: [] }],
      requestParams: { query: listAuditInput.omit({ limit: true, cursor: true }) },
      responses: {
        "200": {
          description: "The table",
          content: { "text/csv": { schema: z.string() } },
        },
        "400": failure("A filter is not valid"),
        "401": failure("Not signed in"),
        "403": failure("Not an administrator"),
      },
    },
  },
  "/certificates/{id}/file": {
    get: {
      operationId: "certificates-file",
      summary: "The PDF of a certificate",
      description: "For its owner and for administrators.",
      tags: ["Trader"],
      security: [{ trader: [] }, { administrator: [] }],
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
      ],
      responses: {
        "200": {
          description: "The file",
          content: { "application/pdf": { schema: z.string().meta({ format: "binary" }) } },
        },
        "401": failure("Not signed in"),
        "403": failure("Banned"),
        "404": failure("No such certificate, or not yours"),
      },
    },
  },
  "/health": {
    get: {
      operationId: "health",
      summary: "Whether the service answers calls",
      tags: ["Service"],
      security: [],
      responses: {
        "200": {
          description: "Ready",
          content: { "application/json": { schema: health } },
        },
        "503": failure("The database does not answer"),
      },
    },
  },
  "/health/live": {
    get: {
      operationId: "health-live",
      summary: "Whether the process runs",
      tags: ["Service"],
      security: [],
      responses: {
        "200": {
          description: "It runs",
          content: { "application/json": { schema: z.object({ status: z.literal("ok") }) } },
        },
        "503": failure("It is shutting down"),
      },
    },
  },
};

interface Operation {
  requestBody?: { content: Record<string, { example?: object }> };
  security?: Record<string, string[]>[];
  responses?: Record<string, unknown>;
}

type Paths = Record<string, Record<string, Operation> | undefined>;

/** What the generator does not know: who may call, an example, the status of a creation, our one error. */
function refineOperations(paths: Paths): void {
  for (const procedure of Object.values(procedures)) {
    const { openapi, caller, successStatus } = (procedure.meta ?? {}) as ProcedureMeta;
    const operation = openapi && paths[openapi.path]?.[openapi.method.toLowerCase()];
    if (!operation) continue;
    operation.security = caller === "anyone" || !caller ? [] : [{ [caller]: [] }];
    const body = operation.requestBody?.content["application/json"];
    if (body) body.example = requestExamples[`${openapi.method} ${openapi.path}`];
    const { 200: success, ...others } = operation.responses ?? {};
    const failures = Object.entries(others).map(([status, response]) => [
      status,
      referredFailure((response as { description: string }).description),
    ]);
    operation.responses = {
      [successStatus ?? 200]: success,
      ...Object.fromEntries(failures),
    };
  }
}

const referredFailure = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

/** What may be answered before a call is reached, where the call itself does not name the status. */
const unavailable = {
  400: referredFailure("An unknown parameter, or a body that cannot be read"),
  503: referredFailure("Overloaded, or the database is gone; see Retry-After"),
};
const unwelcome = {
  403: referredFailure("From another origin"),
  413: referredFailure("The body is too large"),
  415: referredFailure("The body is not JSON"),
};

function addGeneralFailures(paths: Paths): void {
  for (const operations of Object.values(paths)) {
    for (const [method, operation] of Object.entries(operations!)) {
      operation.responses = {
        ...unavailable,
        ...(method !== "get" && unwelcome),
        ...operation.responses,
      };
    }
  }
}

/** Procedures for the web client's grids alone; typed callers may use them, but they may change. */
function internalProcedures(): string[] {
  return Object.entries(procedures)
    .filter(([, procedure]) => !(procedure.meta as ProcedureMeta | undefined)?.openapi)
    .map(([name]) => name);
}

const sessionCookie = (kind: SessionKind, https: boolean) => ({
  type: "apiKey" as const,
  in: "cookie" as const,
  name: cookieName(kind, https),
  description: `Where the service is reached by https: \`${cookieName(kind, true)}\``,
});

/**
 * The OpenAPI document of all REST paths, made from the procedures.
 * @param https names the cookies as they are called there
 */
export function makeOpenApiDocument(https = false) {
  const document = generateOpenApiDocument(appRouter, {
    title: "Propdesk",
    description:
      "The REST calls of Propdesk. Sign in with `/login` or `/admin/login` and send the session cookie along. Writes from another origin are refused.\n\n" +
      `Internal tRPC procedures, without a REST path: ${internalProcedures().join(", ")}.`,
    version: packageJson.version,
    license: { name: "MIT", identifier: "MIT" },
    baseUrl: "/api",
    tags: ["Session", "Trader", "Administration", "Service"],
    securitySchemes: {
      trader: sessionCookie("trader", https),
      administrator: sessionCookie("administrator", https),
    },
    paths: otherPaths,
    defs: { Error: error },
  });
  refineOperations(document.paths as Paths);
  addGeneralFailures(document.paths as Paths);
  const schemas = document.components?.schemas ?? {};
  for (const name of Object.keys(schemas)) {
    if (name.startsWith("error.")) delete schemas[name];
  }
  document.tags = [
    { name: "Session", description: "Signing in and out, for traders and administrators" },
    { name: "Trader", description: "What a signed-in trader does, always about himself" },
    { name: "Administration", description: "What administrators do" },
    { name: "Service", description: "The health of the service" },
  ];
  return document;
}
