import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * `npm run weight`: prints the size of the built client by chunk and by screen, and fails if the first load at `/auth`
 * exceeds its budget. Only scripts count: gzipped, in kB of 1,000 bytes.
 */

const BUDGET_KB = 150;

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
}

const built = join(import.meta.dirname, "../dist/web");
const manifest = JSON.parse(await readFile(join(built, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;

/** Returns these chunks with all chunks that they import statically. */
function withImports(keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue;
    found.add(key);
    withImports(manifest[key]?.imports ?? [], found);
  }
  return found;
}

/** The files of each screen's routes, by URL. */
const screens: Record<string, string[]> = {
  "/auth": ["auth"],
  "/forgot-password": ["forgot-password"],
  "/verify": ["verify"],
  "/certificates/verify/{-$code}": ["certificates.verify.{-$code}"],
  "/": ["_trader", "_trader/index"],
  "/payouts": ["_trader", "_trader/payouts"],
  "/certificates": ["_trader", "_trader/certificates"],
  "/settings": ["_trader", "_trader/settings"],
  "/admin/dashboard": ["admin", "admin/dashboard"],
  "/admin/users": ["admin", "admin/users"],
  "/admin/users/$id": ["admin", "admin/users_.$id"],
  "/admin/payouts": ["admin", "admin/payouts"],
  "/admin/payouts/$id": ["admin", "admin/payouts_.$id"],
  "/admin/reviews": ["admin", "admin/reviews"],
  "/admin/payments": ["admin", "admin/payments"],
  "/admin/statements": ["admin", "admin/statements"],
  "/admin/team": ["admin", "admin/team"],
  "/admin/audit": ["admin", "admin/audit"],
  "/admin/rules": ["admin", "admin/rules"],
  "/admin/rules/edit": ["admin", "admin/rules_.edit"],
  "/admin/tokens": ["admin", "admin/tokens"],
  "/admin/webhooks": ["admin", "admin/webhooks"],
  "/admin/settings": ["admin", "admin/settings"],
  "/admin": ["admin", "admin/index"],
};

function chunkOf(route: string): string {
  const key = Object.keys(manifest).find((name) => name.startsWith(`routes/${route}.tsx?`));
  if (key === undefined) throw new Error(`No chunk was built for the route ${route}`);
  return key;
}

/** Returns all chunks of a screen, including its lazily loaded tables and charts but not its dialogs. */
function neededBy(routes: string[]): Set<string> {
  const own = routes.map(chunkOf);
  const parts = own.flatMap((key) =>
    (manifest[key]!.dynamicImports ?? []).filter((name) => /grid|chart/.test(name)),
  );
  return withImports(["index.html", ...own, ...parts]);
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

const firstKeys = withImports(["index.html", "routes/auth.tsx?tsr-split=component"]);
const laterKeys = Object.keys(manifest).filter(
  (key) => !firstKeys.has(key) && manifest[key]!.file.endsWith(".js"),
);

process.stdout.write("First load at /auth, kB gzip\n");
const first = print(await Promise.all([...firstKeys].map(weigh)));
process.stdout.write(`${first.toFixed(1).padStart(7)}  of ${BUDGET_KB}\n\nLater, as needed\n`);
print(await Promise.all(laterKeys.map(weigh)));

process.stdout.write("\nBy screen, kB gzip: total, and new after /auth\n");
for (const [address, routes] of Object.entries(screens)) {
  const needed = neededBy(routes);
  const fresh = [...needed].filter((key) => !firstKeys.has(key));
  const columns = [await weighAll(needed), await weighAll(fresh)];
  const numbers = columns.map((kb) => kb.toFixed(1).padStart(7)).join(" ");
  process.stdout.write(`${numbers}  ${address}\n`);
}

if (first > BUDGET_KB) {
  process.stderr.write(`The first load is ${(first - BUDGET_KB).toFixed(1)} kB over its budget.\n`);
  process.exitCode = 1;
}
