import { execFile } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "propdesk-client-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

it("a build leaves neither the bundler nor its NODE_ENV in the server's process", async () => {
  const { NODE_ENV: _, ...env } = process.env;
  const script = `
    const { buildClient } = await import("./src/http/build-client.ts");
    await buildClient(process.argv[1]);
    const { sharedObjects } = process.report.getReport();
    const bundler = sharedObjects.filter((path) => path.includes("node_modules"));
    process.stdout.write(JSON.stringify({ bundler, mode: process.env.NODE_ENV ?? null }));`;
  const args = ["--input-type=module", "--eval", script, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, "../.."),
    env,
  });
  await access(join(folder, "index.html"));
  expect(JSON.parse(stdout)).toEqual({ bundler: [], mode: null });
});
