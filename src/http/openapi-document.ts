import packageJson from "../../package.json" with { type: "json" };
import { generateOpenApiDocument } from "trpc-to-openapi";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { errorDescriptions } from "../identity/calls/call.ts";
import type { Permission } from "../identity/calls/guards.ts";
import { type Ability, roleNames, rolesWith } from "../identity/roles/roles.rule.ts";
import type { Scope } from "../identity/bearer/scopes.rule.ts";
import { cookieName, type SessionKind } from "../identity/sessions/cookies.ts";
import { idempotencyKey } from "../platform/idempotency/idempotency-key.schema.ts";
import { appRouter, procedures } from "./app-router.ts";
import { describeParameter } from "./openapi/parameter-descriptions.ts";
import { requireDocumentation, type DocumentedOperation } from "./openapi/require-documentation.ts";
import { exampleOf, type Schema } from "./openapi/response-examples.ts";
import { inputShape } from "./rest-input.ts";
import { routes } from "./routes.ts";
import { describeWebhooks } from "./webhooks-document.ts";

const error = z
  .object({
    message: z.string().meta({
      description: "A sentence to show to the user; for invalid input, the first error",
      examples: ["Please enter a valid email"],
    }),
    issues: z
      .array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))
      .optional()
      .meta({ description: "All errors of invalid input (400)" }),
    isBanned: z.literal(true).optional().meta({ description: "The trader is banned (403)" }),
    banReason: z.string().nullable().optional().meta({ description: "Why the trader is banned" }),
    current: z.unknown().optional().meta({ description: "The current state (409)" }),
    retryAfter: z
      .number()
      .optional()
      .meta({ description: "Seconds to wait before trying again (429, 503)" }),
    reason: z
      .enum(["second_factor_required", "second_factor_incorrect", "second_factor_setup_required"])
      .optional()
      .meta({
        description:
          "The password is correct but a code is missing or wrong (401), or the team requires a second factor that has to be set up first (403)",
      }),
    methods: z
      .array(z.enum(["totp", "passkey", "recovery-code"]))
      .optional()
      .meta({ description: "The second factors that complete the sign-in (401)" }),
  })
  .meta({ id: "Error" });

const failure = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

const failures = (descriptions: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [status, failure(description)]),
  );

const cookies: Record<Permission, Record<string, string[]>[]> = {
  anyone: [],
  trader: [{ trader: [] }],
  administrator: [{ administrator: [] }],
  owner: [{ trader: [] }, { administrator: [] }],
  token: [],
};

/** Returns the credentials that a call accepts; a bearer token only if the call declares a scope. */
function securityOf({ permission, scope }: { permission: Permission; scope?: Scope }) {
  return scope ? [...cookies[permission], { bearerAuth: [] }] : cookies[permission];
}

const oneOf = new Intl.ListFormat("en", { type: "disjunction" });

/** Returns the description of a call, with the roles and the scope that it requires. */
function describeCall(description = "", ability?: Ability, scope?: Scope) {
  const allowed = ability && rolesWith(ability);
  const role =
    allowed && allowed.length < roleNames.length && `Requires the role ${oneOf.format(allowed)}.`;
  const needed = scope && `API tokens require the scope \`${scope}\`.`;
  const text = [description, role, needed].filter(Boolean).join(" ");
  return text === "" ? {} : { description: text };
}

/** Returns the error responses that follow from a permission. */
function guardFailures(permission: Permission) {
  const { 401: signedOut, 403: forbidden } = errorDescriptions;
  return permission === "anyone" ? {} : failures({ 401: signedOut, 403: forbidden });
}

/** Returns the error responses to API tokens, which calls that anyone may make do not accept. */
function tokenFailures(method: string) {
  const found = method === "GET" ? "The" : "The request comes from another origin, or the";
  return failures({
    401: "The API token is invalid, expired or revoked",
    403: `${found} call was made with an API token`,
  });
}

/** The header of every write that requires an authenticated caller. */
const keyParameter = { $ref: "#/components/parameters/IdempotencyKey" } as const;

const takesKey = (permission: Permission, method: string) =>
  permission !== "anyone" && method.toUpperCase() !== "GET";

/** Returns the paths of the routes that are not procedures. */
function routePaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { name, rest, permission, ability, scope, operation } of routes) {
    if (!operation) continue;
    const { tag, errors, responses, description, parameters = [], ...documentation } = operation;
    const [method, path] = rest.split(" ") as [string, string];
    const isKeyed = takesKey(permission, method);
    const allParameters = [...parameters, ...(isKeyed ? [keyParameter] : [])];
    paths[path] = {
      [method.toLowerCase()]: {
        operationId: name.replaceAll(".", "-"),
        ...documentation,
        ...(allParameters.length > 0 && { parameters: allParameters }),
        ...describeCall(description, ability, scope),
        tags: [tag],
        security: securityOf({ permission, scope }),
        responses: {
          ...responses,
          ...guardFailures(permission),
          ...(isKeyed && failures({ 422: errorDescriptions[422] })),
          ...failures(errors),
        },
      },
    };
  }
  return paths;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: object;
}

interface Operation extends DocumentedOperation {
  parameters?: (Parameter | typeof keyParameter)[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema?: object; example?: object }>;
  };
  security?: Record<string, string[]>[];
}

type Paths = Record<string, Record<string, Operation> | undefined>;

/** Moves the fields of a deletion into its body; the generator documents them as query parameters. */
function moveQueryToBody(operation: Operation): void {
  const { parameters = [] } = operation;
  const fields = parameters.filter(
    (parameter): parameter is Parameter => "in" in parameter && parameter.in === "query",
  );
  if (fields.length === 0) return;
  operation.parameters = parameters.filter(
    (parameter) => !fields.some((field) => field === parameter),
  );
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, schema: of }) => [name, of])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  operation.requestBody = { required: true, content: { "application/json": { schema } } };
}

/** Adds what the generator does not derive from the procedures. */
function refineOperations(paths: Paths): void {
  for (const { meta } of procedures) {
    const { openapi, permission, ability, scope, example, response, successStatus = 200 } = meta;
    const operation = openapi && paths[openapi.path]?.[openapi.method.toLowerCase()];
    if (!operation) continue;
    operation.security = securityOf(meta);
    if (openapi.method === "DELETE") moveQueryToBody(operation);
    Object.assign(operation, describeCall(operation.description, ability, scope));
    const isKeyed = takesKey(permission, openapi.method);
    if (isKeyed) operation.parameters = [...(operation.parameters ?? []), keyParameter];
    const body = operation.requestBody?.content["application/json"];
    if (body && example) body.example = example;
    const success = operation.responses?.[200];
    const content = success?.content?.["application/json"];
    if (content && response) content.example = response;
    operation.responses = {
      [successStatus]: success,
      ...(permission === "anyone" ? tokenFailures(openapi.method) : guardFailures(permission)),
      ...(isKeyed && failures({ 422: errorDescriptions[422] })),
      ...failures(openapi.errorResponses as Record<string, string>),
    };
  }
}

/**
 * Merges paths that differ only in the name of their parameter, as OpenAPI requires: some procedures name the id of a
 * trader `userId`, but the path parameter is always `{id}`.
 */
function unifyPaths(paths: Paths): void {
  for (const [path, operations] of Object.entries(paths)) {
    if (!path.includes("{userId}") || !operations) continue;
    for (const operation of Object.values(operations)) {
      for (const parameter of operation.parameters ?? []) {
        if ("in" in parameter && parameter.in === "path" && parameter.name === "userId")
          parameter.name = "id";
      }
    }
    const unified = path.replace("{userId}", "{id}");
    delete paths[path];
    paths[unified] = { ...paths[unified], ...operations };
  }
}

/** Adds descriptions to parameters whose declaration has none. */
function describeParameters(paths: Paths): void {
  const inputs = new Map(
    procedures.map(({ name, procedure }) => [name.replaceAll(".", "-"), inputShape(procedure)]),
  );
  for (const [path, operations] of Object.entries(paths)) {
    for (const { operationId, parameters = [] } of Object.values(operations!)) {
      const shape = inputs.get(operationId!);
      for (const parameter of parameters) {
        if (!("in" in parameter) || parameter.description) continue;
        const { name } = parameter;
        parameter.description = describeParameter(path, name, shape?.[name]);
      }
    }
  }
}

/** Errors that may occur before a request reaches its call. The call's own descriptions take precedence. */
const unavailable = {
  400: failure("A parameter is unknown, or the body is malformed"),
  503: failure("The service is overloaded or its database unavailable; see Retry-After"),
};
const writeErrors = {
  403: failure("The request comes from another origin"),
  413: failure("The body is too large"),
  415: failure("The body is not JSON"),
};

function addGeneralFailures(paths: Paths): void {
  for (const operations of Object.values(paths)) {
    for (const [method, operation] of Object.entries(operations!)) {
      operation.responses = {
        ...unavailable,
        ...(method !== "get" && writeErrors),
        ...operation.responses,
      };
    }
  }
}

/** Adds examples, composed from the schema, to JSON responses that declare none. */
function addResponseExamples(paths: Paths, components: Record<string, Schema>): void {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses = {} }] of Object.entries(operations!)) {
      for (const [status, response] of Object.entries(responses)) {
        const content = response?.content?.["application/json"];
        if (!status.startsWith("2") || !content?.schema || content.example !== undefined) continue;
        const place = { path: `The response of ${method.toUpperCase()} ${path}` };
        content.example = exampleOf(content.schema, components, place);
      }
    }
  }
}

/** Procedures without a REST path. Typed callers may use them, but they may change without notice. */
const internalProcedures = procedures.filter(({ meta }) => !meta.rest).map(({ name }) => name);

function describeKey() {
  const { description, examples, ...schema } = z.toJSONSchema(idempotencyKey.unwrap());
  return {
    name: "Idempotency-Key",
    in: "header" as const,
    description,
    schema: schema as { type: "string" },
    example: (examples as string[])[0],
  };
}

const sessionCookie = (kind: SessionKind, https: boolean) => ({
  type: "apiKey" as const,
  in: "cookie" as const,
  name: cookieName(kind, https),
  description: `Named differently over HTTPS: \`${cookieName(kind, true)}\``,
});

/**
 * Generates the OpenAPI document from the declared procedures and routes.
 * @param publicUrl the origin of the installation, which is shown as its contact and determines the cookie names
 * @throws Error if a call or parameter has no description, or a call lacks an example or the accepted credentials
 */
export function buildOpenApiDocument(publicUrl?: string) {
  const https = publicUrl?.startsWith("https:") ?? false;
  const document = generateOpenApiDocument(appRouter, {
    title: "Propdesk",
    description:
      "The REST API of Propdesk. Sign in with `/login` or `/admin/login` and send the session cookie with each request, or send an API token as `Authorization: Bearer pdk_…`. Writes from other origins are rejected.\n\n" +
      `Internal tRPC procedures without a REST path: ${internalProcedures.join(", ")}.`,
    version: packageJson.version,
    license: { name: "MIT", url: "https://opensource.org/license/mit" },
    contact: { name: "The firm that runs this installation", ...(publicUrl && { url: publicUrl }) },
    baseUrl: "/api",
    tags: ["Session", "Trader", "Administration", "Records", "Rules", "Payments", "Service"],
    securitySchemes: {
      trader: sessionCookie("trader", https),
      administrator: sessionCookie("administrator", https),
      bearerAuth: {
        type: "http",
        scheme: "bearer",
        description: "An API token, which an owner creates. Cookies sent with it are ignored.",
      },
    },
    paths: routePaths(),
    defs: { Error: error },
  });
  refineOperations(document.paths as Paths);
  addGeneralFailures(document.paths as Paths);
  unifyPaths(document.paths as Paths);
  describeParameters(document.paths as Paths);
  document.components = {
    ...document.components,
    parameters: { IdempotencyKey: describeKey() },
  };
  addResponseExamples(
    document.paths as Paths,
    document.components.schemas as Record<string, Schema>,
  );
  requireDocumentation(document.paths as Paths);
  const schemas = document.components.schemas ?? {};
  for (const name of Object.keys(schemas)) {
    if (name.startsWith("error.")) delete schemas[name];
  }
  Object.assign(document, { webhooks: describeWebhooks() });
  document.tags = [
    {
      name: "Session",
      description: "Sign-in, sign-out and sessions of traders and administrators",
    },
    { name: "Trader", description: "The signed-in trader's own records" },
    { name: "Administration", description: "Calls for administrators" },
    { name: "Records", description: "Stages, statements and trading records of all accounts" },
    { name: "Rules", description: "Rule sets and their versions, by which stages are judged" },
    {
      name: "Payments",
      description: "Payment runs, in which approved requests are exported and marked as paid",
    },
    { name: "Webhooks", description: "Events that are sent to the URLs of webhooks" },
    { name: "Service", description: "The health of the service" },
  ];
  return document;
}
