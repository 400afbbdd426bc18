import { describe, expect, it } from "vitest";
import { makeOpenApiDocument } from "../../../src/http/openapi-document.ts";
import { procedures } from "../../../src/http/app-router.ts";
import { inputSchema } from "../../../src/http/rest-input.ts";

type Body = { content: Record<string, { example?: object }> };

/** The schema that validates the input of a REST call. */
function inputOf(method: string, path: string) {
  const found = procedures.find(
    ({ meta }) => meta.rest?.replace("{userId}", "{id}") === `${method} ${path}`,
  );
  return found?.meta.rest && { rest: found.meta.rest, schema: inputSchema(found.procedure) };
}

const bodies = Object.entries(makeOpenApiDocument().paths ?? {}).flatMap(([path, operations]) =>
  Object.entries(operations as Record<string, { requestBody?: Body }>)
    .filter(([, operation]) => operation.requestBody?.content["application/json"])
    .map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      input: inputOf(method.toUpperCase(), path),
      example: operation.requestBody!.content["application/json"]!.example,
    }))
    // The feed is no procedure; its tests send the examples of its contract.
    .filter(({ input }) => input !== undefined),
);

describe("the example of a request body", () => {
  it.each(bodies)("of $call is accepted by the call", ({ input, example }) => {
    expect(example).toBeDefined();
    const target = Object.fromEntries(
      [...input!.rest.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, 7] as const),
    );
    expect(() => input!.schema!.parse({ ...example, ...target })).not.toThrow();
  });
});
