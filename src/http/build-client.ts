import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { CommandError } from "../platform/errors.ts";

const root = join(import.meta.dirname, "../..");

/** The folder of the built client, which the server serves. */
export const clientFolder = join(import.meta.dirname, "../../dist/web");

/** Every file in these may change the client; of `src`, only the modules that a build has loaded. */
const sources = ["web", "vite", "vite.config.ts", "package-lock.json"];

/** The time of a file may be that of the last clock tick. */
const CLOCK_TICK_MS = 20;

/** Written by the build itself. */
const generated = join("web", "route-tree.gen.ts");

/** `best` takes 10 seconds of a processor, `fast` a fraction of one. */
export type Compression = "best" | "fast";

/** What a build was made from, which it stores in `.vite/sources.json`. */
export interface BuildRecord {
  compression: Compression;
  /** The SHA-256 of each file by its path. */
  files: Record<string, string>;
}

/** @returns the paths of all files in `web` and `vite`, and the settings */
async function listSources(): Promise<string[]> {
  const lists = await Promise.all(
    sources.map(async (source) => {
      const options = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(join(root, source), options).catch(() => undefined);
      if (!entries) return [source];
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
    }),
  );
  return lists.flat().filter((path) => path !== generated);
}

async function hash(path: string): Promise<string> {
  const content = await readFile(join(root, path)).catch(() => undefined);
  return content ? createHash("sha256").update(content).digest("hex") : "missing";
}

/**
 * Returns the record of a build.
 * @param modules the paths of all modules that the build has loaded
 * @param startedAt when the build started; a file that was edited since is recorded so that the next start builds again
 */
export async function recordBuild(
  modules: string[],
  compression: Compression,
  startedAt: number,
): Promise<BuildRecord> {
  const inSrc = modules
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith(join("src", "/")));
  const paths = [...new Set([...(await listSources()), ...inSrc])].toSorted();
  const entries = paths.map(async (path) => {
    const { mtimeMs } = await stat(join(root, path)).catch(() => ({ mtimeMs: 0 }));
    return [
      path,
      mtimeMs > startedAt - CLOCK_TICK_MS ? "edited during the build" : await hash(path),
    ] as const;
  });
  return { compression, files: Object.fromEntries(await Promise.all(entries)) };
}

/** Compares contents and not times, because a checkout has the times of today. */
async function isCurrent(compression: Compression): Promise<boolean> {
  const record = await readFile(join(clientFolder, ".vite/sources.json"), "utf8").then(
    (json) => JSON.parse(json) as BuildRecord,
    () => undefined,
  );
  if (!record || (compression === "best" && record.compression !== "best")) return false;
  const paths = new Set([...(await listSources()), ...Object.keys(record.files)]);
  const matches = await Promise.all(
    [...paths].map(async (path) => record.files[path] === (await hash(path))),
  );
  return matches.every(Boolean);
}

/**
 * Builds the web client if it was never built, its sources have changed since, or it is not compressed as well as
 * required. The build has a folder of its own until it is complete, because several processes may start at once, and any
 * of them may be interrupted.
 */
export async function ensureClient(compression: Compression): Promise<void> {
  if (await isCurrent(compression)) return;
  process.stdout.write("Building the web client…\n");
  const parent = dirname(clientFolder);
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(join(parent, "building-"));
  const remove = () => rmSync(draft, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    await buildClient(join(draft, "new"), compression);
    await install(draft, compression);
  } finally {
    remove();
    process.off("exit", remove);
  }
}

/** Replaces the client by the one in `draft`, unless another process has done so in the meantime. */
async function install(draft: string, compression: Compression): Promise<void> {
  for (let attempt = 1; !(await isCurrent(compression)); attempt += 1) {
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
export async function buildClient(outDir: string, compression: Compression): Promise<void> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--logLevel", "warn", "--outDir", outDir];
  const env = { ...process.env, NODE_ENV: "production", CLIENT_COMPRESSION: compression };
  const build = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  const kill = () => build.kill();
  process.once("exit", kill);
  const [code] = (await once(build, "exit")) as [number | null];
  process.off("exit", kill);
  if (code !== 0) throw new CommandError("The web client could not be built");
}
