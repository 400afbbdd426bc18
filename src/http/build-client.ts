import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "../..");
/** What the client is made of; it shares schemas and rules with the server. */
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

/** Builds the web client where it was never built, or its sources have changed since. */
export async function ensureClient(): Promise<void> {
  const builtAt = await modifiedAt(join(root, "dist/web/index.html"));
  if (builtAt > (await newestSource())) return;
  process.stdout.write("Building the web client…\n");
  await buildClient();
}

/** @param outDir where the client is left, if not where the server looks for it */
export async function buildClient(outDir?: string): Promise<void> {
  const { NODE_ENV } = process.env;
  const configFile = join(root, "vite.config.ts");
  await build({ configFile, logLevel: "warn", build: { outDir } });
  // Vite sets it to "production", which is a claim about this server that nobody made: the start
  // would then ask for secrets, and refuse RATE_LIMIT=off.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
}
