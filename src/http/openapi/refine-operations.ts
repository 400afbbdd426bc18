import type { AnyTRPCProcedure } from "@trpc/server";
import { errorDescriptions } from "../../calls/call.ts";
import { hasLimit } from "../../calls/limit-attempts.ts";
import type { CallMeta } from "../../calls/trpc.ts";
import { procedures } from "../app-router.ts";
import { inputShape, isStrict } from "../rest-input.ts";
import {
  failures,
  generalFailures,
  guardFailures,
  keyFailures,
  tokenFailures,
} from "./failures.ts";
import { describeCall, keyParameter, securityOf, takesKey } from "./security.ts";
import { describeParameter } from "./parameter-descriptions.ts";
import type { DocumentedOperation } from "./require-documentation.ts";
import { exampleOf, type Schema } from "./response-examples.ts";

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

export type Paths = Record<string, Record<string, Operation> | undefined>;

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
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, schema: property }) => [name, property])),
    required,
    additionalProperties: false,
  };
  operation.requestBody = {
    required: required.length > 0,
    content: { "application/json": { schema } },
  };
}

/** Adds what the generator does not derive from the procedures. */
function completeProcedures(paths: Paths): void {
  for (const { procedure, meta } of procedures) {
    const { openapi, permission, example, response, successStatus = 200 } = meta;
    const operation = openapi && paths[openapi.path]?.[openapi.method.toLowerCase()];
    if (!operation) continue;
    operation.security = securityOf(meta);
    if (openapi.method === "DELETE" && !meta.inQuery) moveQueryToBody(operation);
    Object.assign(operation, describeCall(operation.description, meta));
    const isKeyed = takesKey(permission, openapi.method);
    if (isKeyed) operation.parameters = [...(operation.parameters ?? []), keyParameter];
    const body = operation.requestBody?.content["application/json"];
    if (body?.schema && isStrict(procedure)) {
      // The generator loses it where a schema compares fields.
      body.schema = { ...body.schema, additionalProperties: false };
    }
    if (body && example) body.example = example;
    const success = operation.responses?.[200];
    const content = success?.content?.["application/json"];
    if (content && response) content.example = response;
    operation.responses = {
      [successStatus]: success,
      ...(meta.repeats && success && { 200: success }),
      ...(meta.acceptedIf !== undefined && content && { 202: separateAccepted(content) }),
      ...(permission === "anyone" ? tokenFailures(openapi.method) : guardFailures(permission)),
      ...(isKeyed && keyFailures),
      ...derivedFailures(procedure, openapi.path),
      ...failures(openapi.errorResponses as Record<string, string>),
    };
  }
}

/** Returns the response of a call that has not taken effect yet: the last part of the union of its responses. */
function separateAccepted(content: { schema?: Schema }) {
  const [done, accepted] = (content.schema as { anyOf: Schema[] }).anyOf;
  content.schema = done!;
  return { description: "Accepted", content: { "application/json": { schema: accepted! } } };
}

/** Returns the error responses that follow from the path, the input and the limits of a procedure. */
function derivedFailures(procedure: AnyTRPCProcedure, path: string) {
  const { cost } = procedure._def.meta as CallMeta;
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  const fields = Object.keys(inputShape(procedure) ?? {});
  const statuses = [
    ...(fields.some((field) => !inPath.includes(field)) ? ([400] as const) : []),
    ...(inPath.length > 0 ? ([404] as const) : []),
    ...(hasLimit(procedure) || cost ? ([429] as const) : []),
  ];
  return failures(
    Object.fromEntries(statuses.map((status) => [status, errorDescriptions[status]])),
  );
}

/** Adds the errors that may occur in every call, whose own descriptions take precedence. */
function addGeneralFailures(paths: Paths): void {
  for (const operations of Object.values(paths)) {
    for (const [method, operation] of Object.entries(operations!)) {
      operation.responses = { ...generalFailures(method), ...operation.responses };
    }
  }
}

/**
 * Merges paths that differ only in the name of their parameter, as OpenAPI requires: some procedures name the id of a
 * trader `userId` or that of a version `versionId`, but the path parameter is always `{id}`.
 */
function unifyPaths(paths: Paths): void {
  for (const [path, operations] of Object.entries(paths)) {
    const name = /\{(?<name>userId|versionId)\}/.exec(path)?.groups?.name;
    if (name === undefined || !operations) continue;
    for (const operation of Object.values(operations)) {
      for (const parameter of operation.parameters ?? []) {
        if ("in" in parameter && parameter.in === "path" && parameter.name === name)
          parameter.name = "id";
      }
    }
    const unified = path.replace(`{${name}}`, "{id}");
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

/**
 * Completes the generated operations in place.
 * @throws Error if a response has no example, and one cannot be composed
 */
export function refineOperations(paths: Paths, components: Record<string, Schema>): void {
  completeProcedures(paths);
  addGeneralFailures(paths);
  unifyPaths(paths);
  describeParameters(paths);
  addResponseExamples(paths, components);
}
