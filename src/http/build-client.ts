import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError } from "../platform/lib/errors.ts";
import { clientFolder } from "./client-folder.ts";

const root = join(import.meta.dirname, "../..");
/** Everything the client is built from, including `src`, because it shares schemas and rules with the server. */
const sources = ["web", "src", "vite", "vite.config.ts", "package-lock.json"];

async function modifiedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function newestSource(): Promise<number> {
  let newest = 0;
  for (const source of sources) {
    const path = join(root, source);
    const names = await readdir(path, { recursive: true }).catch(() => []);
    for (const file of [path, ...names.map((name) => join(path, name))]) {
      newest = Math.max(newest, await modifiedAt(file));
    }
  }
  return newest;
}

async function isCurrent(): Promise<boolean> {
  return (await modifiedAt(join(clientFolder, "index.html"))) > (await newestSource());
}

/**
 * Builds the web client if it was never built or its sources have changed since. The build has a folder of its own until
 * it is complete, because several processes may start at once, and any of them may be interrupted.
 */
export async function ensureClient(): Promise<void> {
  if (await isCurrent()) return;
  process.stdout.write("Building the web client…\n");
  const parent = dirname(clientFolder);
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(join(parent, "building-"));
  const remove = () => rmSync(draft, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    await buildClient(join(draft, "new"));
    await install(draft);
  } finally {
    remove();
    process.off("exit", remove);
  }
}

/** Replaces the client by the one in `draft`, unless another process has done so in the meantime. */
async function install(draft: string): Promise<void> {
  for (let attempt = 1; !(await isCurrent()); attempt += 1) {
    await renameIfFree(clientFolder, join(draft, `replaced-${attempt}`));
    if (await renameIfFree(join(draft, "new"), clientFolder)) return;
  }
}

/** Returns false if the folder does not exist, or the new name is taken. */
async function renameIfFree(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ENOTEMPTY", "EEXIST"].includes(code)) return false;
    throw error;
  }
}

/**
 * Builds the web client in a child process: within the server, the bundler would retain 450 MB and set `NODE_ENV`.
 * @throws CommandError if the build fails; Vite has then printed the reason
 */
export async function buildClient(outDir: string): Promise<void> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--logLevel", "warn", "--outDir", outDir];
  const env = { ...process.env, NODE_ENV: "production" };
  const build = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  const kill = () => build.kill();
  process.once("exit", kill);
  const [code] = (await once(build, "exit")) as [number | null];
  process.off("exit", kill);
  if (code !== 0) throw new CommandError("The web client could not be built");
}
