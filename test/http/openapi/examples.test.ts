import { describe, expect, it } from "vitest";
import { makeOpenApiDocument } from "../../../src/http/openapi-document.ts";
import { procedures } from "../../../src/http/app-router.ts";
import { inputSchema } from "../../../src/http/rest-input.ts";

type Body = { content: Record<string, { example?: object }> };

/** The schema that validates the input of a REST call. */
function inputOf(method: string, path: string) {
  const found = procedures.find(({ meta }) => meta.rest === `${method} ${path}`);
  return found && inputSchema(found.procedure);
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
  it.each(bodies)("of $call is accepted by the call", ({ call, path, example }) => {
    expect(example).toBeDefined();
    const input = inputOf(call.split(" ")[0]!, path);
    const target = Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 7] as const),
    );
    expect(() => input!.parse({ ...example, ...target })).not.toThrow();
  });
});
