import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";

const execute = promisify(execFile);

let test: TestApp;
let project: string;

/** Runs a program in the project. @throws Error with its output */
const run = (program: string, args: string[]) =>
  execute(program, args, { cwd: project }).catch((error: Error & { stdout: string }) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });

const npm = (...args: string[]) => run("npm", args);

beforeAll(async () => {
  test = await startApp({ listen: true });
  project = await mkdtemp(join(tmpdir(), "propdesk-generators-"));
  await cp(join(import.meta.dirname, "../../generators"), project, { recursive: true });
  const document = await (await fetch(`${test.url}/api/openapi.json`)).text();
  await writeFile(join(project, "openapi.json"), document);
  await npm("ci", "--prefer-offline", "--no-audit", "--no-fund");
});
afterAll(async () => {
  await test?.close();
  await rm(project, { recursive: true, force: true });
});

describe("the OpenAPI document", () => {
  it("passes the rules of Spectral", async () => {
    const { stdout } = await npm("run", "--silent", "lint");
    expect(stdout).toMatch(/^No results/);
  });

  it("generates clients with three generators, which compile with strict checks and call a server", async () => {
    await npm("run", "--silent", "generate");
    // The compiler of this repository takes a quarter of the time of the one that the generators bring along.
    await run(join(import.meta.dirname, "../../../node_modules/.bin/tsc"), ["-p", "."]);
    await test.trader({ fullName: "Olivia Bennett" });
    const { token } = await test.token(["users:read"]);
    const env = { ...process.env, PROPDESK_API: `${test.url}/api`, TOKEN: token };
    for (const client of ["openapi-typescript", "hey-api", "orval"]) {
      const { stdout } = await execute(process.execPath, [join(project, "built", `${client}.js`)], {
        env,
      });
      expect(JSON.parse(stdout), client).toEqual({
        name: "Olivia Bennett",
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        id: expect.any(Number) as number,
        refusal: "limit must be a whole number from 1 to 1000",
      });
    }
  });
});
