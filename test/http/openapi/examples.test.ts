import { describe, expect, it } from "vitest";
import { makeOpenApiDocument } from "../../../src/http/openapi/document.ts";
import { appRouter } from "../../../src/http/app-router.ts";
import type { ProcedureMeta } from "../../../src/identity/calls/trpc.ts";

type Body = { content: Record<string, { example?: object }> };

/** The schema that a REST call's input is judged by. */
function inputOf(method: string, path: string) {
  const procedures = Object.values(appRouter._def.procedures) as unknown as {
    meta?: ProcedureMeta;
    _def: { inputs: { parse: (input: unknown) => unknown }[] };
  }[];
  const procedure = procedures.find(
    ({ meta }) => meta?.openapi?.path === path && meta.openapi.method === method,
  );
  return procedure?._def.inputs[0];
}

const bodies = Object.entries(makeOpenApiDocument().paths ?? {}).flatMap(([path, operations]) =>
  Object.entries(operations as Record<string, { requestBody?: Body }>)
    .filter(([, operation]) => operation.requestBody?.content["application/json"])
    .map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      path,
      example: operation.requestBody!.content["application/json"]!.example,
    })),
);

describe("the example of a request body", () => {
  it.each(bodies)("of $call is one that the call takes", ({ call, path, example }) => {
    expect(example).toBeDefined();
    const input = inputOf(call.split(" ")[0]!, path);
    const target = path.includes("{id}") ? { id: 7 } : {};
    expect(() => input!.parse({ ...example, ...target })).not.toThrow();
  });
});
