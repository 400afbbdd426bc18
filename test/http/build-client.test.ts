import { execFile } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "propdesk-client-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

it("a start that builds the client first is no more in production than any other", async () => {
  const { NODE_ENV: _, ...env } = process.env;
  const script = `
    const { buildClient } = await import("./src/http/build-client.ts");
    await buildClient(process.argv[1]);
    process.stdout.write(String(process.env.NODE_ENV));`;
  const args = ["--input-type=module", "--eval", script, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, "../.."),
    env,
  });
  await access(join(folder, "index.html"));
  expect(stdout).toMatch(/undefined$/);
});
