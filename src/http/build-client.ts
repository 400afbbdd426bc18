import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../platform/lib/errors.ts";

const root = join(import.meta.dirname, "../..");
/** Everything the client is built from, including `src`, because it shares schemas and rules with the server. */
const sources = ["web", "src", "vite.config.ts", "package-lock.json"];

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

/** Builds the web client if it was never built or its sources have changed since. */
export async function ensureClient(): Promise<void> {
  const builtAt = await modifiedAt(join(root, "dist/web/index.html"));
  if (builtAt > (await newestSource())) return;
  process.stdout.write("Building the web client…\n");
  await buildClient();
}

/**
 * Builds the web client in a child process: within the server, the bundler would retain 450 MB and set `NODE_ENV`.
 * @param outDir defaults to the folder that the server serves
 * @throws CommandError if the build fails; Vite has then printed the reason
 */
export async function buildClient(outDir = join(root, "dist/web")): Promise<void> {
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
