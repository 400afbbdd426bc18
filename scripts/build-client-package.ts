import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { format } from "prettier";
import rootPackage from "../package.json" with { type: "json" };
import { renderClientTypes } from "./client-types.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const { dependencies } = rootPackage;

const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });

/** Uses `^` ranges, so that an installation can share packages that it already has. */
const range = (name: keyof typeof dependencies) => ({ [name]: `^${dependencies[name]}` });

const optionalPeers = {
  ...range("@tanstack/react-query"),
  ...range("@trpc/react-query"),
  react: ">=18.2.0",
};

const manifest = {
  name: "propdesk-client",
  version: rootPackage.version,
  description: "The typed client of a Propdesk server",
  license: rootPackage.license,
  type: "module",
  sideEffects: false,
  engines: { node: ">=20" },
  exports: { ".": entry("index"), "./react": entry("react") },
  files: ["dist"],
  // Only the types of @trpc/server are used; none of its code runs.
  dependencies: { ...range("@trpc/client"), ...range("@trpc/server"), ...range("superjson") },
  peerDependencies: optionalPeers,
  peerDependenciesMeta: Object.fromEntries(
    Object.keys(optionalPeers).map((name) => [name, { optional: true }]),
  ),
};

const compilerOptions = {
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  module: "nodenext",
  types: [],
  strict: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  declaration: true,
  rootDir: "source",
  outDir: "dist",
};

/** Writes the package `propdesk-client`, ready to be packed or linked, into an empty folder. */
export async function buildClientPackage(folder: string): Promise<void> {
  // The staging folder must be inside the repository, so that the compiler finds the packages that the client uses.
  await mkdir(join(root, "dist"), { recursive: true });
  const staging = await mkdtemp(join(root, "dist/client-"));
  try {
    await cp(join(root, "client"), join(staging, "source"), { recursive: true });
    const types = await format(renderClientTypes(), { parser: "typescript", printWidth: 100 });
    await writeFile(join(staging, "source/app-router.ts"), types);
    await writeFile(join(staging, "package.json"), JSON.stringify({ type: "module" }));
    const project = { compilerOptions, include: ["source/*.ts"] };
    await writeFile(join(staging, "tsconfig.json"), JSON.stringify(project));
    await run(join(root, "node_modules/.bin/tsc"), ["-p", staging]);
    await mkdir(folder, { recursive: true });
    await cp(join(staging, "dist"), join(folder, "dist"), { recursive: true });
    await cp(join(root, "client/README.md"), join(folder, "README.md"));
    await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
    await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
