import { Readable } from "node:stream";
import { type AnyTRPCProcedure, callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { CallContext } from "../calls/trpc.ts";
import type { Context } from "../platform/context.ts";
import { appRouter, procedures } from "./app-router.ts";
import { createCallContext } from "./call-context.ts";
import { inputShape, readInput } from "./rest-input.ts";
import { fastifyRoute } from "./route.ts";
import { exportTypes } from "./routes/send-file.ts";

/** Serves each procedure that declares a REST route. */
export function registerRestRoutes(server: FastifyInstance, app: Context): void {
  for (const { name, procedure, meta } of procedures) {
    if (!meta.rest) continue;
    const { successStatus = 200, acceptedIf, bodyLimit } = meta;
    const { type } = procedure._def;
    const input = inputShape(procedure);
    // Only for streamed rows, because the schemas of all calls would take a tenth of a second of each start.
    let rowSchema: z.ZodType | undefined;
    server.route({
      ...fastifyRoute(meta.rest),
      ...(bodyLimit !== undefined && { bodyLimit }),
      handler: async (request, reply) => {
        const values = input && readInput(input, request);
        const streamed: {
          rows?: AsyncGenerator<string>;
          file?: { fileName: string; csv: Readable };
        } = {};
        let isRepeated = false;
        const ctx: CallContext = {
          ...createCallContext(app, request, reply),
          rest: {
            url: request.url,
            markRepeated() {
              isRepeated = true;
            },
            isRepeated: () => isRepeated,
            streamRows(rows) {
              streamed.rows = rows;
            },
            sendFile(fileName, csv) {
              streamed.file = { fileName, csv };
            },
          },
        };
        const result = await callTRPCProcedure({
          router: appRouter,
          path: name,
          type,
          ctx,
          getRawInput: async () => values,
          signal: undefined,
          batchIndex: 0,
        });
        const isAccepted = acceptedIf !== undefined && Object.hasOwn(result as object, acceptedIf);
        reply.code(isAccepted ? 202 : isRepeated ? 200 : successStatus);
        if (streamed.file) {
          const { fileName, csv } = streamed.file;
          return reply
            .type(exportTypes.csv)
            .header("Content-Disposition", `attachment; filename="${fileName}"`)
            .send(csv);
        }
        if (!streamed.rows) return reply.send(result);
        return sendRows(reply, (rowSchema ??= outputSchema(procedure)), streamed.rows);
      },
    });
  }
}

function outputSchema(procedure: AnyTRPCProcedure): z.ZodType {
  return wireSchema((procedure._def as unknown as { output: z.ZodType }).output);
}

/** Streams batches of JSON objects as one array, without keeping it in memory. */
async function sendRows(reply: FastifyReply, schema: z.ZodType, rows: AsyncGenerator<string>) {
  const batches = checkRows(schema, rows);
  // Before the first batch is sent, a failure still returns its own status.
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

/** Checks rows against their schema. PostgreSQL writes their JSON, so no output parser removes unknown fields. */
async function* checkRows(schema: z.ZodType, rows: AsyncGenerator<string>) {
  for await (const batch of rows) {
    const { error } = schema.safeParse(JSON.parse(`[${batch}]`));
    if (error) throw new Error("A row of a list does not match its schema", { cause: error });
    yield batch;
  }
}

const wireTimestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/**
 * Converts an output schema to one of its JSON, in which dates are text. Objects must not have unknown fields, because
 * JSON that is not parsed before it is sent would contain them.
 */
export function wireSchema(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDate) return wireTimestamp;
  if (schema instanceof z.ZodNullable) return wireSchema(schema.unwrap()).nullable();
  if (schema instanceof z.ZodArray) return z.array(wireSchema(schema.element));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(wireSchema));
  if (!(schema instanceof z.ZodObject)) return schema as z.ZodType;
  const fields = Object.entries(schema.shape);
  return z.strictObject(Object.fromEntries(fields.map(([name, at]) => [name, wireSchema(at)])));
}
