import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { buildClientPackage } from "./build-client-package.ts";

// `npm run client:pack [folder]` writes propdesk-client-<version>.tgz there and prints its path.
const run = promisify(execFile);
const target = resolve(process.argv[2] ?? ".");
const folder = await mkdtemp(join(tmpdir(), "propdesk-client-"));
try {
  await buildClientPackage(folder);
  await mkdir(target, { recursive: true });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", target], {
    cwd: folder,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  process.stdout.write(`${join(target, packed!.filename)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
