import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { buildOpenApiDocument } from "../../../../src/http/openapi/document.ts";
import { procedures } from "../../../../src/http/app-router.ts";
import { requireDocumentation } from "../../../../src/http/openapi/require-documentation.ts";
import { exampleOf } from "../../../../src/http/openapi/response-examples.ts";
import { inputSchema } from "../../../../src/http/rest-input.ts";

type Content = Record<string, { schema: object; example?: unknown }>;
type Body = { content: Record<string, { example?: object }> };
type Operations = Record<
  string,
  { requestBody?: { content?: Content }; responses: Record<string, { content?: Content }> }
>;

/** Returns the schema that validates the input of a REST call. */
function inputOf(method: string, path: string) {
  const found = procedures.find(
    ({ meta }) => meta.rest?.replace(/\{(userId|versionId)\}/, "{id}") === `${method} ${path}`,
  );
  return found?.meta.rest && { rest: found.meta.rest, schema: inputSchema(found.procedure) };
}

const bodies = Object.entries(buildOpenApiDocument().paths ?? {}).flatMap(([path, operations]) =>
  Object.entries(operations as Record<string, { requestBody?: Body }>)
    .filter(([, operation]) => operation.requestBody?.content["application/json"])
    .map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      input: inputOf(method.toUpperCase(), path),
      example: operation.requestBody!.content["application/json"]!.example,
    }))
    // The feed is not a procedure; its tests send the examples of its contract.
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

const document = buildOpenApiDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, "openapi.json");
const pointer = (part: string) =>
  encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

/** Every body and successful response, with the JSON pointer of its schema. */
const examples = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
  Object.entries(operations as Operations).flatMap(([method, { requestBody, responses }]) => {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    const contents = [
      { place: ["requestBody"], content: requestBody?.content },
      ...successes.map(([status, { content }]) => ({ place: ["responses", status], content })),
    ];
    return contents.flatMap(({ place, content = {} }) =>
      Object.entries(content).map(([type, { example }]) => ({
        name: [method.toUpperCase(), path, ...place, type].join(" "),
        $ref: `openapi.json#/${["paths", path, method, ...place, "content", type, "schema"].map(pointer).join("/")}`,
        example,
      })),
    );
  }),
);

describe("the examples", () => {
  it("exist for all calls", () => {
    expect(examples.length).toBeGreaterThan(150);
  });

  it.each(examples)("of $name match the schema", ({ $ref, example }) => {
    expect(example).toBeDefined();
    const validate = ajv.compile({ $ref });
    validate(example);
    expect(validate.errors ?? []).toEqual([]);
  });
});

describe("an incomplete call", () => {
  it("without an example for a field of its response is rejected, with the place to add it", () => {
    const schema = { type: "object", properties: { colour: { type: "string" } } };
    expect(() => exampleOf(schema, {}, { path: "Team" })).toThrow(
      /^Team\.colour has no example.*\.meta\(\{ examples.*response-examples\.ts$/,
    );
  });

  it("does not take the example of a field of the same name but another type", () => {
    const schemaOf = (type: string) => ({ type: "object", properties: { notes: { type } } });
    expect(exampleOf(schemaOf("string"), {}, { path: "Rules" })).toHaveProperty("notes");
    expect(() => exampleOf(schemaOf("integer"), {}, { path: "NoteCount" })).toThrow(
      /^NoteCount\.notes has no example/,
    );
  });

  it("is rejected with a list of everything that it lacks", () => {
    const content = { "application/json": { schema: {} } };
    const operation = { requestBody: { content }, responses: { 200: { content } } };
    expect(() => requireDocumentation({ "/team": { post: operation } })).toThrow(
      [
        "The OpenAPI document is incomplete:",
        "POST /team lacks a description: write `description` where the call is declared",
        "POST /team lacks the credentials that it accepts: declare a permission",
        "POST /team lacks an example of its application/json body: write `example` where the call is declared, or beside the schema in defineRoute",
        "POST /team lacks an example of its application/json response 200: write `example` beside the schema",
      ].join("\n"),
    );
  });
});
