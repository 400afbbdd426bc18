import { Readable } from "node:stream";
import { type AnyTRPCProcedure, callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "../platform/context.ts";
import { RefusalError } from "../platform/lib/errors.ts";
import { appRouter, procedures } from "./app-router.ts";
import { createCallContext } from "./call-context.ts";
import { routeOf } from "./route-guards.ts";
import { listStreams } from "./list-streams.ts";
import { withSecurityEvents } from "../identity/calls/security-events.ts";
import type { CallContext, ProcedureMeta } from "../identity/calls/trpc.ts";

type Values = Record<string, unknown>;

/** Registers each procedure that has REST meta as a route of its own. */
export function registerRestRoutes(server: FastifyInstance, app: Context): void {
  for (const [name, procedure] of Object.entries(procedures)) {
    const meta = procedure.meta as ProcedureMeta | undefined;
    if (!meta?.openapi) continue;
    const { successStatus = 200 } = meta;
    const { type } = procedure._def;
    const input = inputShape(procedure);
    server.route({
      ...routeOf(meta.openapi),
      handler: async (request, reply) => {
        const call = createCallContext(app, request, reply);
        const values = input && readInput(input, request);
        const stream = await streamOf(name, call, values ?? {});
        if (stream) return sendStream(reply, stream);
        const result = await callTRPCProcedure({
          router: appRouter,
          path: name,
          type,
          ctx: call,
          getRawInput: async () => values,
          signal: undefined,
          batchIndex: 0,
        });
        return reply.code(successStatus).send(result);
      },
    });
  }
}

function streamOf(name: string, call: CallContext, values: Values) {
  const open = listStreams[name];
  return open && values.limit === undefined
    ? withSecurityEvents(call, name, () => open(call, values))
    : undefined;
}

/** What a procedure takes, as its author wrote it. */
export function inputSchema(procedure: AnyTRPCProcedure): z.ZodType | undefined {
  return (procedure._def as unknown as { inputs: z.ZodType[] }).inputs[0];
}

/** The fields of a procedure's input. */
export function inputShape(procedure: AnyTRPCProcedure): z.core.$ZodShape | undefined {
  const schema = inputSchema(procedure);
  if (schema === undefined) return undefined;
  const object = unwrap(schema);
  if (!(object instanceof z.ZodObject)) throw new Error("A procedure takes an object");
  return object.shape;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapper ? unwrap(schema.unwrap()) : schema;
}

function readInput(shape: z.core.$ZodShape, request: FastifyRequest): Values {
  const params = readParams(request.params as Record<string, string>);
  const sent =
    request.method === "GET" || request.method === "HEAD" || request.method === "DELETE"
      ? readQuery(shape, request.query as Values)
      : readBody(request.body);
  const repeated = Object.keys(params).filter((name) => Object.hasOwn(sent, name));
  if (repeated.length > 0)
    throw new RefusalError("invalid", `Unknown field: ${repeated.join(", ")}`);
  return { ...sent, ...params };
}

/** What is not an id in plain digits names nothing; `NaN` would be a mistake of form. */
function readParams(params: Record<string, string>): Record<string, number> {
  const entries = Object.entries(params).map(
    ([name, text]) => [name, /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0] as const,
  );
  return Object.fromEntries(entries);
}

/**
 * Query values are text; those whose schema wants a number are read as one where they are one.
 */
export function readQuery(shape: z.core.$ZodShape, query: Values): Values {
  const entries = Object.entries(query).map(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? unwrap(shape[name]!) : undefined;
    const isNumber = schema instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(String(value));
    return [name, isNumber ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

function readBody(body: unknown): Values {
  if (body === undefined || body === null) return {};
  if (typeof body === "object" && !Array.isArray(body)) return body as Values;
  throw new RefusalError("invalid", "The body must be a JSON object");
}

/** One JSON array, row by row, so that its length does not matter. */
async function sendStream(reply: FastifyReply, batches: AsyncGenerator<string>) {
  // The first batch is read before the answer begins: its failure still gets a status of its own.
  const first = await batches.next();
  async function* json() {
    let separator = "[";
    for (let batch = first; !batch.done; batch = await batches.next()) {
      yield separator + batch.value;
      separator = ",";
    }
    yield separator === "[" ? "[]" : "]";
  }
  return reply.type("application/json; charset=utf-8").send(Readable.from(json()));
}
