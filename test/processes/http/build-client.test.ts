import { execFile } from "node:child_process";
import { access, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "propdesk-client-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Stands in for Vite: empties the folder, and writes the page before the scripts, as Vite does. In between, it waits until
 * `BUILDS` builds have come as far, and edits the file `EDITED`. It loads the module `shared.ts` and no other of `src`.
 */
const bundler = `
  import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
  import { join } from "node:path";
  import { recordBuild } from "../../../src/http/build-client.ts";
  const { BUILDS, CLIENT_COMPRESSION, EDITED } = process.env;
  const folder = process.argv[process.argv.indexOf("--outDir") + 1];
  process.env.NODE_ENV = "production";
  process.title = "bundler";
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  const startedAt = Date.now();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, ".vite"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "page");
  appendFileSync("builds", CLIENT_COMPRESSION + " ");
  while (readFileSync("builds", "utf8").split(" ").length <= BUILDS) await pause();
  if (EDITED) await pause().then(() => writeFileSync(EDITED, "edited"));
  writeFileSync(join(folder, "script.js"), "script");
  const record = await recordBuild([join(process.cwd(), "src/shared.ts")], CLIENT_COMPRESSION, startedAt);
  writeFileSync(join(folder, ".vite/sources.json"), JSON.stringify(record));`;

/** Creates a checkout whose client is built by the stand-in. */
async function checkOut(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(join(import.meta.dirname, "../../../src"), join(copy, "src"), { recursive: true });
  await mkdir(join(copy, "node_modules/vite/bin"), { recursive: true });
  await mkdir(join(copy, "web"));
  await writeFile(join(copy, "node_modules/vite/package.json"), `{ "type": "module" }`);
  await writeFile(join(copy, "node_modules/vite/bin/vite.js"), bundler);
  await writeFile(join(copy, "package.json"), `{ "type": "module" }`);
  await writeFile(join(copy, "src/shared.ts"), "");
  return copy;
}

function runIn(checkout: string, script: string, env: NodeJS.ProcessEnv = {}) {
  const args = ["--input-type=module", "--eval", script];
  const options = { cwd: checkout, env: { ...process.env, BUILDS: "1", ...env } };
  return promisify(execFile)(process.execPath, args, options);
}

it("a build leaves neither the bundler nor its NODE_ENV in the server's process", async () => {
  const copy = await checkOut("apart");
  const script = `
    const { buildClient } = await import("./src/http/build-client.ts");
    await buildClient("built", "fast");
    const { title, env } = process;
    process.stdout.write(JSON.stringify({ title, mode: env.NODE_ENV ?? null }));`;
  const { stdout } = await runIn(copy, script, { NODE_ENV: undefined });
  await access(join(copy, "built/index.html"));
  expect(JSON.parse(stdout)).toMatchObject({
    title: expect.not.stringMatching("bundler") as string,
    mode: null,
  });
});

it("processes that start at the same time each find a complete client", async () => {
  const copy = await checkOut("concurrent");
  const script = `
    const { readdir } = await import("node:fs/promises");
    const { ensureClient } = await import("./src/http/build-client.ts");
    await ensureClient("best");
    process.stdout.write((await readdir("dist/web")).join());`;
  const start = () => runIn(copy, script, { BUILDS: "2" });

  const outputs = await Promise.all([start(), start()]);

  for (const { stdout } of outputs)
    expect(stdout).toMatch(/^Building.*\n.vite,index.html,script.js$/);
  expect(await readdir(join(copy, "dist"))).toEqual(["web"]);
});

it("the client is built again only if a file that it is made from has another content", async () => {
  const copy = await checkOut("edited");
  const write = (path: string, text: string) => writeFile(join(copy, path), text);
  const buildsAfter = async (change: () => Promise<unknown>, compression = "best") => {
    await change();
    await rm(join(copy, "builds"), { force: true });
    const script = `await (await import("./src/http/build-client.ts")).ensureClient("${compression}");`;
    await runIn(copy, script);
    return readFile(join(copy, "builds"), "utf8").catch(() => "");
  };
  const nothing = async () => {};

  const builds = {
    first: await buildsAfter(nothing, "fast"),
    again: await buildsAfter(nothing, "fast"),
    compressed: await buildsAfter(nothing),
    lessCompressed: await buildsAfter(nothing, "fast"),
    onlyServer: await buildsAfter(() => write("src/server-only.ts", "1;")),
    newTime: await buildsAfter(() => write("src/shared.ts", "")),
    shared: await buildsAfter(() => write("src/shared.ts", "1;")),
    newScreen: await buildsAfter(() => write("web/screen.tsx", "")),
    generated: await buildsAfter(() => write("web/route-tree.gen.ts", "")),
    withoutScreen: await buildsAfter(() => rm(join(copy, "web/screen.tsx"))),
    withoutModule: await buildsAfter(() => rm(join(copy, "src/shared.ts"))),
  };

  expect(builds).toEqual({
    first: "fast ",
    again: "",
    compressed: "best ",
    lessCompressed: "",
    onlyServer: "",
    newTime: "",
    shared: "best ",
    newScreen: "best ",
    generated: "",
    withoutScreen: "best ",
    withoutModule: "best ",
  });
});

it("a file that is edited during a build is built the next time", async () => {
  const copy = await checkOut("saved");
  const script = `await (await import("./src/http/build-client.ts")).ensureClient("fast");`;
  await runIn(copy, script, { EDITED: "src/shared.ts" });
  await runIn(copy, script);
  await runIn(copy, script);
  expect(await readFile(join(copy, "builds"), "utf8")).toBe("fast fast ");
});
