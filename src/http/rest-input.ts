import type { AnyTRPCProcedure } from "@trpc/server";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { RefusalError } from "../platform/errors.ts";
import { parseId } from "../platform/fields/id.rule.ts";

type Values = Record<string, unknown>;

/** Returns the schema that a procedure declares for its input. */
export function inputSchema(procedure: AnyTRPCProcedure): z.ZodType | undefined {
  return (procedure._def as unknown as { inputs: z.ZodType[] }).inputs[0];
}

/** Returns the fields of a procedure's input; `undefined` if it has none. */
export function inputShape(procedure: AnyTRPCProcedure): z.core.$ZodShape | undefined {
  const schema = inputSchema(procedure);
  if (schema === undefined) return undefined;
  const object = unwrap(schema);
  if (!(object instanceof z.ZodObject))
    throw new Error("The input of a procedure must be an object");
  return object.shape;
}

/** Whether a procedure refuses fields that it does not declare. */
export function isStrict(procedure: AnyTRPCProcedure): boolean {
  const schema = inputSchema(procedure);
  const object = schema && unwrap(schema);
  return object instanceof z.ZodObject && object.def.catchall instanceof z.ZodNever;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapper ? unwrap(schema.unwrap()) : schema;
}

/** Reads a procedure's input from the path parameters and either the query or the body. */
export function readInput(shape: z.core.$ZodShape, request: FastifyRequest): Values {
  const params = Object.fromEntries(
    Object.entries(request.params as Record<string, string>).map(([name, text]) => [
      name,
      isNumber(shape, name) ? readPathNumber(text) : text,
    ]),
  );
  const { method, body } = request;
  const hasBody = ["POST", "PUT", "PATCH"].includes(method) || (method === "DELETE" && body);
  const sent = hasBody ? readBody(body) : readQuery(shape, request.query as Values);
  const repeated = Object.keys(params).filter((name) => Object.hasOwn(sent, name));
  if (repeated.length > 0) {
    const message = `Unknown field: ${repeated.join(", ")}`;
    const issues = repeated.map((name) => ({ path: [name], message }));
    throw new RefusalError("invalid", message, { issues });
  }
  return { ...sent, ...params };
}

/** Parses the id of a procedure, whose schema knows the largest one. Returns 0 if the text is not an id. */
function readPathNumber(text: string): number {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
}

/** Parses an id in a path. Returns 0, which no record has, if the text is not an id. */
export function readId(text: string): number {
  return parseId(text) ?? 0;
}

/** Reads a query, whose values are text; converts the values of number fields if they are numbers. */
export function readQuery(shape: z.core.$ZodShape, query: Values): Values {
  const entries = Object.entries(query).map(([name, value]) => {
    const isSent = isNumber(shape, name) && /^-?\d+(\.\d+)?$/.test(String(value));
    return [name, isSent ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

function isNumber(shape: z.core.$ZodShape, name: string): boolean {
  return Object.hasOwn(shape, name) && unwrap(shape[name]!) instanceof z.ZodNumber;
}

function readBody(body: unknown): Values {
  if (body === undefined || body === null) return {};
  if (typeof body === "object" && !Array.isArray(body)) return body as Values;
  throw new RefusalError("invalid", "The body must be a JSON object");
}
