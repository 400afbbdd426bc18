import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorDescriptions } from "../../../../src/calls/call.ts";
import { appRouter } from "../../../../src/http/app-router.ts";
import { startApp, type TestApp } from "../../../support/app.ts";
import { type Call, callOf, calls } from "../../../support/calls.ts";
import type { OpenApiDocument, Operation } from "../../../support/openapi.ts";

let test: TestApp;
let document: OpenApiDocument;
beforeAll(async () => {
  test = await startApp();
  document = (await test.visitor().get("/api/openapi.json")).json<OpenApiDocument>();
});
afterAll(() => test.close());

const operationOf = (method: string, path: string): Operation | undefined =>
  document.paths[path.replace("/api", "")]?.[method.toLowerCase()];

describe("the document", () => {
  it("is OpenAPI 3.1 of the paths under /api", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers.map(({ url }) => url)).toEqual(["/api"]);
  });

  it.each(calls as readonly Call[])("has $method $path with its permission", (call) => {
    const { method, path, caller, success, refusesTokens } = call;
    const operation = operationOf(method, path);
    expect(operation).toBeDefined();
    const bearer = caller === "administrator" && !refusesTokens ? [{ bearerAuth: [] }] : [];
    expect(operation!.security).toEqual(caller === "anyone" ? [] : [{ [caller]: [] }, ...bearer]);
    expect(Object.keys(operation!.responses)).toContain(String(success));
  });

  it.each(calls.map(({ procedure }) => callOf(procedure)))(
    "has all input fields of $method $path",
    ({ method, path, input }) => {
      const operation = operationOf(method, path)!;
      const parameters = (operation.parameters ?? []).map(({ name, in: place }) => [name, place]);
      if (path.includes("{id}")) expect(parameters).toContainEqual(["id", "path"]);
      const fields = Object.keys(input ?? {});
      if (method === "GET") {
        for (const field of fields) expect(parameters).toContainEqual([field, "query"]);
        return;
      }
      const schema = operation.requestBody?.content["application/json"]?.schema;
      const { properties = {} } = (schema ?? {}) as { properties?: object };
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(fields));
      expect(properties).not.toHaveProperty("id");
    },
  );

  it("has the routes that are not procedures: certificate files and health", () => {
    const upload = operationOf("POST", "/api/admin/certificates")!;
    expect(Object.keys(upload.requestBody!.content)).toEqual(["multipart/form-data"]);
    expect(operationOf("GET", "/api/certificates/{id}/file")).toBeDefined();
    expect(operationOf("GET", "/api/health")).toBeDefined();
    expect(operationOf("GET", "/api/health/live")).toBeDefined();
  });

  it("has every procedure, by its REST path or as internal", () => {
    const procedures = appRouter._def.procedures as unknown as Record<
      string,
      { meta?: { openapi?: { method: string; path: string } } }
    >;
    for (const [name, { meta }] of Object.entries(procedures)) {
      if (meta?.openapi) {
        const { method } = meta.openapi;
        const path = meta.openapi.path.replace(/\{(userId|versionId)\}/, "{id}");
        expect([name, operationOf(method, `/api${path}`)]).not.toEqual([name, undefined]);
      } else expect(document.info.description).toContain(name);
    }
    for (const { procedure } of calls) expect(Object.keys(procedures)).toContain(procedure);
  });

  it("has no two paths that differ only in the name of a parameter", () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}"));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it("lists the error responses of each call, in one format", () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(operations!)) {
        for (const [status, response] of Object.entries(responses)) {
          if (Number(status) < 400) continue;
          const schema = response?.content?.["application/json"]?.schema;
          expect([method, path, status, schema]).toEqual([
            method,
            path,
            status,
            { $ref: "#/components/schemas/Error" },
          ]);
        }
      }
    }
  });

  it.each([
    { call: "GET /api/user/account", refusals: [] },
    { call: "POST /api/admin/payments/{id}/close", refusals: ["404", "409"] },
    { call: "PATCH /api/admin/user/{id}/ban", refusals: ["400", "404"] },
    { call: "POST /api/user/verify-email/send", refusals: ["429"] },
    { call: "PATCH /api/user/profile", refusals: ["400", "409", "429"] },
  ])("lists the refusals of $call that do not follow from its permission", ({ call, refusals }) => {
    const [method, path] = call.split(" ") as [string, string];
    const { 400: invalid, 404: unknown, 409: conflict, 429: throttled } = errorDescriptions;
    const texts: unknown[] = [invalid, unknown, conflict, throttled];
    const responses = Object.entries(operationOf(method, path)!.responses);
    const listed = responses.filter(([, response]) => texts.includes(response?.description));
    expect(listed.map(([status]) => status)).toEqual(refusals);
  });

  it("names the scope that an API token requires", () => {
    expect(document.components.securitySchemes.bearerAuth).toMatchObject({
      type: "http",
      scheme: "bearer",
    });
    expect(operationOf("PATCH", "/api/admin/payouts/{id}")!.description).toMatch(
      /API tokens require the scope `payouts:decide`\.$/,
    );
    const closed = operationOf("GET", "/api/admin/tokens")!;
    expect(closed.security).toEqual([{ administrator: [] }]);
    expect(closed.description).not.toContain("scope");
  });

  it("names the credentials of every call, and the installation as its contact", () => {
    const known = Object.keys(document.components.securitySchemes);
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const { security } of Object.values(operations!)) {
        expect([path, security]).toEqual([path, expect.any(Array)]);
        for (const scheme of security.flatMap(Object.keys)) expect(known).toContain(scheme);
      }
    }
    expect(document.info.contact).toEqual({
      name: "The firm that runs this installation",
      url: expect.stringMatching(/^http:/),
    });
  });

  it("describes webhooks as requests that are signed, and not as calls of a session", () => {
    const requests = Object.values(document.webhooks).map(({ post }) => post);
    expect(requests.length).toBeGreaterThan(10);
    for (const { security, parameters, responses } of requests) {
      expect(security).toEqual([]);
      expect(parameters!.map(({ name, in: place }) => [place, name])).toEqual([
        ["header", "webhook-id"],
        ["header", "webhook-timestamp"],
        ["header", "webhook-signature"],
      ]);
      expect(Object.keys(responses).toSorted()).toEqual(["2XX", "410"]);
    }
  });

  it("names the session cookies over HTTP and HTTPS", async () => {
    const trader = await test.trader();
    expect([...trader.cookies.keys()]).toEqual([document.components.securitySchemes.trader!.name]);
    const secure = await startApp({ env: { PUBLIC_URL: "https://desk.example.com" } });
    const { components } = (
      await secure.visitor().get("/api/openapi.json")
    ).json<OpenApiDocument>();
    const administrator = await secure.administrator();
    const names = Object.entries(components.securitySchemes).map(([kind, { name }]) => [
      kind,
      name,
    ]);
    expect(names).toEqual([
      ["trader", "__Host-propdesk_trader"],
      ["administrator", [...administrator.cookies.keys()][0]],
      ["bearerAuth", undefined],
    ]);
    await secure.close();
  });

  it("is public", async () => {
    const answer = await test.visitor().get("/api/openapi.json");
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    const reader = await test.visitor().get("/api/docs/");
    expect(reader.headers["content-type"]).toMatch(/^text\/html/);
    // Without an icon, browsers would request a favicon.ico that does not exist.
    expect(reader.body).toContain('<link rel="icon" href="data:image/svg+xml,');
  });
});
