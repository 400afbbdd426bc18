import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import rootPackage from "../package.json" with { type: "json" };

// `npm run release [folder]` writes propdesk-<version>.tgz there and prints its path. It contains the server with the
// built client; `npm ci && npm start` in the unpacked folder installs only the packages of the server and runs no
// bundler.

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

export const releaseContents = [
  "examples",
  "src",
  // The logo of the API reference.
  "web/mark.svg",
  "docs",
  "ops",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  ".npmrc",
];

/** Packages of the server that it does not import by a literal name. */
const importedIndirectly = ["node", "pino-pretty"];

/** Returns the packages that the server imports; the build of the client is not part of a release. */
async function listServerPackages(): Promise<string[]> {
  const names = await readdir(join(root, "src"), { recursive: true });
  const sources = names.filter(
    (name) => /\.(ts|mjs)$/.test(name) && name !== join("http", "build-client.ts"),
  );
  const texts = await Promise.all(sources.map((name) => readFile(join(root, "src", name), "utf8")));
  const imported = texts
    .flatMap((text) => [...text.matchAll(/(?:from |import\(|resolve\(\s*)"([^"]+)"/g)])
    .map(([, name]) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(name!)![1]!);
  const needed = new Set([...imported, ...importedIndirectly]);
  return Object.keys(rootPackage.dependencies).filter((name) => needed.has(name));
}

/** Returns the release's package.json: the scripts of the server, and no packages of the client or of development. */
async function composeManifest() {
  const { name, version, description, license, type, engines, dependencies, allowScripts } =
    rootPackage;
  const kept = new Set(await listServerPackages());
  const scripts = Object.entries(rootPackage.scripts)
    .filter(([script, command]) => command.includes("node src/") && script !== "openapi")
    .map(([script, command]) => [script, script === "start" ? `${command} --no-client` : command]);
  return {
    name,
    version,
    private: true,
    description,
    license,
    type,
    engines,
    scripts: Object.fromEntries(scripts),
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([dependency]) => kept.has(dependency)),
    ),
    optionalDependencies: rootPackage.optionalDependencies,
    allowScripts,
  };
}

/** Writes the files of a release, apart from the built client, into an empty folder. */
export async function composeRelease(folder: string): Promise<void> {
  for (const path of releaseContents) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  const manifest = await composeManifest();
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(root, "package-lock.json"), join(folder, "package-lock.json"));
  // Removes from the lock what the release does not install, and keeps all versions.
  const prune = ["install", "--package-lock-only", "--offline", "--ignore-scripts", "--no-audit"];
  await run("npm", prune, { cwd: folder });
}

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? ".");
  const name = `${rootPackage.name}-${rootPackage.version}`;
  const staging = await mkdtemp(join(tmpdir(), "propdesk-release-"));
  try {
    await run("npm", ["run", "build", "--", "--logLevel", "warn"], { cwd: root });
    await mkdir(join(staging, name));
    await composeRelease(join(staging, name));
    await cp(join(root, "dist/web"), join(staging, name, "dist/web"), { recursive: true });
    await mkdir(target, { recursive: true });
    const file = join(target, `${name}.tgz`);
    await run("tar", ["-czf", file, "-C", staging, name]);
    process.stdout.write(`${file}\n`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
