import packageJson from "../../../package.json" with { type: "json" };
import { generateOpenApiDocument } from "trpc-to-openapi";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { errorDescriptions, type Tag } from "../../calls/call.ts";
import { appRouter, procedures } from "../app-router.ts";
import { error, failures, guardFailures, keyFailures } from "./failures.ts";
import {
  describeCall,
  describeKey,
  keyParameter,
  securityOf,
  securitySchemes,
  takesKey,
} from "./security.ts";
import { type Paths, refineOperations } from "./refine-operations.ts";
import { requireDocumentation } from "./require-documentation.ts";
import type { Schema } from "./response-examples.ts";
import { describeWebhooks } from "./webhooks.ts";
import { routes } from "../routes.ts";

const tags: Record<Tag | "Webhooks", string> = {
  Session: "Sign-in, sign-out and sessions of traders and administrators",
  Trader: "The signed-in trader's own records",
  Administration: "Calls for administrators",
  Records: "Stages, statements and trading records of all accounts",
  Rules: "Rule sets and their versions, by which stages are judged",
  Programmes: "Programmes and their versions, the ladders of stages that accounts climb",
  Actions: "What the trading platform is asked to do, and the bridges that execute it",
  Links: "Accounts that trade alike or against each other, or belong to one person",
  Orders: "What was sold, the shops that send it, and services that check identities",
  Payments: "Payment runs, in which approved requests are exported and marked as paid",
  Figures:
    "How the firm does: passes, breaches, money and waiting times, with the rows behind them",
  Webhooks: "Events that are sent to the URLs of webhooks",
  Service: "The health of the service",
};

/** Procedures without a REST path. Typed callers may use them, but they may change without notice. */
const internalProcedures = procedures.filter(({ meta }) => !meta.rest).map(({ name }) => name);

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
    securitySchemes: securitySchemes(https),
    paths: routePaths(),
    defs: { Error: error },
  });
  const paths = document.paths as Paths;
  const schemas = document.components!.schemas as Record<string, Schema>;
  refineOperations(paths, schemas);
  requireDocumentation(paths);
  for (const name of Object.keys(schemas)) {
    if (name.startsWith("error.")) delete schemas[name];
  }
  document.components!.parameters = { IdempotencyKey: describeKey() };
  document.tags = Object.entries(tags).map(([name, description]) => ({ name, description }));
  return Object.assign(document, { webhooks: describeWebhooks() });
}

/** Returns the paths of the routes that are not procedures. */
function routePaths(): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const { name, rest, permission, scope, cost, operation } = route;
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
        ...describeCall(description, route),
        tags: [tag],
        security: securityOf({ permission, ...(scope && { scope }) }),
        responses: {
          ...responses,
          ...guardFailures(permission),
          ...(isKeyed && keyFailures),
          ...(cost && failures({ 429: errorDescriptions[429] })),
          ...failures(errors),
        },
      },
    };
  }
  return paths;
}
