import { execFile } from "node:child_process";
import { access, cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
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

/** Stands in for Vite: empties the folder, and writes the page long before the scripts, as Vite does. */
const bundler = `
  import { mkdirSync, rmSync, writeFileSync } from "node:fs";
  import { join } from "node:path";
  const folder = process.argv[process.argv.indexOf("--outDir") + 1];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), "page");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  writeFileSync(join(folder, "script.js"), "script");`;

it("processes that start at the same time each find a complete client", async () => {
  const copy = join(folder, "copy");
  await cp(join(import.meta.dirname, "../../src"), join(copy, "src"), { recursive: true });
  await mkdir(join(copy, "node_modules/vite/bin"), { recursive: true });
  await writeFile(join(copy, "node_modules/vite/package.json"), `{ "type": "module" }`);
  await writeFile(join(copy, "node_modules/vite/bin/vite.js"), bundler);
  await writeFile(join(copy, "package.json"), `{ "type": "module" }`);
  const script = `
    const { readdir } = await import("node:fs/promises");
    const { ensureClient } = await import("./src/http/build-client.ts");
    await new Promise((resolve) => setTimeout(resolve, process.argv[1]));
    await ensureClient();
    process.stdout.write((await readdir("dist/web")).join());`;
  const start = (delay: number) =>
    promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", script, String(delay)],
      { cwd: copy },
    );

  const outputs = await Promise.all([start(0), start(700)]);

  for (const { stdout } of outputs) expect(stdout).toMatch(/^Building.*\nindex.html,script.js$/);
  expect(await readdir(join(copy, "dist"))).toEqual(["web"]);
});
