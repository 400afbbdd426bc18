import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { reach } from "../vite/reach.ts";

/**
 * `npm run weight`: prints the size of the built client by chunk and by screen, and fails if the first load at `/auth`
 * exceeds its budget. Only scripts count: gzipped, in kB of 1,000 bytes.
 */

const BUDGET_KB = 230;

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
}

const built = join(import.meta.dirname, "../dist/web");
const manifest = JSON.parse(await readFile(join(built, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;

/** The scripts of each screen, by path. */
const screens = JSON.parse(await readFile(join(built, ".vite/screens.json"), "utf8")) as Record<
  string,
  string[]
>;

function keyOf(file: string): string {
  return Object.keys(manifest).find((key) => manifest[key]!.file === file)!;
}

/** Returns the chunks of a screen with those of every page; its table, its chart and its dialogs load later. */
function neededBy(scripts: string[]): Set<string> {
  const found = new Set<string>();
  for (const key of ["index.html", ...scripts.map(keyOf)]) {
    reach(key, (each) => manifest[each]?.imports ?? [], found);
  }
  return found;
}

async function weighAll(keys: Iterable<string>): Promise<number> {
  const scripts = [...keys].filter((key) => manifest[key]!.file.endsWith(".js"));
  const weights = await Promise.all(scripts.map(weigh));
  return weights.reduce((sum, { kb }) => sum + kb, 0);
}

async function weigh(key: string): Promise<{ name: string; kb: number }> {
  const { file, name = file } = manifest[key]!;
  return { name, kb: gzipSync(await readFile(join(built, file)), { level: 9 }).length / 1000 };
}

function print(weights: { name: string; kb: number }[]): number {
  for (const { name, kb } of weights.toSorted((a, b) => b.kb - a.kb)) {
    if (kb >= 0.5) process.stdout.write(`${kb.toFixed(1).padStart(7)}  ${name}\n`);
  }
  return weights.reduce((sum, { kb }) => sum + kb, 0);
}

const firstKeys = neededBy(screens["/auth"]!);
const laterKeys = Object.keys(manifest).filter(
  (key) => !firstKeys.has(key) && manifest[key]!.file.endsWith(".js"),
);

process.stdout.write("First load at /auth, kB gzip\n");
const first = print(await Promise.all([...firstKeys].map(weigh)));
process.stdout.write(`${first.toFixed(1).padStart(7)}  of ${BUDGET_KB}\n\nLater, as needed\n`);
print(await Promise.all(laterKeys.map(weigh)));

process.stdout.write("\nBy screen, kB gzip: total, and new after /auth\n");
for (const [path, scripts] of Object.entries(screens)) {
  const needed = neededBy(scripts);
  const fresh = [...needed].filter((key) => !firstKeys.has(key));
  const columns = [await weighAll(needed), await weighAll(fresh)];
  const numbers = columns.map((kb) => kb.toFixed(1).padStart(7)).join(" ");
  process.stdout.write(`${numbers}  ${path}\n`);
}

if (first > BUDGET_KB) {
  process.stderr.write(`The first load is ${(first - BUDGET_KB).toFixed(1)} kB over its budget.\n`);
  process.exitCode = 1;
}
