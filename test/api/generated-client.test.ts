import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generate } from "openapi-typescript-codegen";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registration, startApp, type TestApp } from "../support/app.ts";
import { compile } from "../support/compile.ts";

const script = `
import { Propdesk } from "./client";

type Input = Parameters<Propdesk["session"]["authRegister"]>[0];

export async function register(origin: string, input: Input) {
  const client = new Propdesk({ BASE: origin + "/api" });
  const trader = await client.session.authRegister(input);
  const name: string | null = trader.fullName;
  const createdAt: string = trader.createdAt;
  // @ts-expect-error ids are numbers in the client's types
  const id: string = trader.id;
  return { name, createdAt, id };
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
  it("compiles and calls the running server", async () => {
    const document = join(folder, "openapi.json");
    await writeFile(document, await (await fetch(`${test.url}/api/openapi.json`)).text());
    const output = join(folder, "client");
    await generate({ input: document, output, clientName: "Propdesk" });
    await writeFile(join(folder, "script.ts"), script);
    // The generator's imports have no extensions.
    await compile(folder, {
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["esnext", "dom"],
    });

    const input = registration();
    const { register } = (await import(pathToFileURL(join(folder, "script.ts")).href)) as {
      register: (baseUrl: string, input: object) => Promise<object>;
    };
    expect(await register(test.url, input)).toMatchObject({ name: input.fullName });
  });
});
