import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generateApi } from "swagger-typescript-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registration, startApp, type TestApp } from "../support/app.ts";
import { compile } from "../support/compile.ts";

const script = `
import { Api } from "./client.ts";

export async function register(baseUrl: string, input: Parameters<Api<unknown>["register"]["authRegister"]>[0]) {
  const api = new Api({ baseUrl: baseUrl + "/api" });
  const { data, status } = await api.register.authRegister(input);
  const name: string | null = data.fullName;
  const createdAt: string = data.createdAt;
  // @ts-expect-error an id is a number, and the client's types must say so
  const id: string = data.id;
  return { status, name, createdAt, id };
}
`;

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await startApp({ listen: true });
  folder = await mkdtemp(join(import.meta.dirname, ".examples-"));
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a client generated from the OpenAPI document", () => {
  it("compiles, and calls the running server", async () => {
    await generateApi({
      url: `${test.url}/api/openapi.json`,
      output: folder,
      fileName: "client.ts",
      silent: true,
    });
    await writeFile(join(folder, "script.ts"), script);
    await compile(folder);

    const input = registration();
    const { register } = (await import(pathToFileURL(join(folder, "script.ts")).href)) as {
      register: (baseUrl: string, input: object) => Promise<object>;
    };
    expect(await register(test.url, input)).toMatchObject({ status: 201, name: input.fullName });
  });
});
