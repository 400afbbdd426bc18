import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");
const vite = join(root, "node_modules/vite/bin/vite.js");

/**
 * The browser tests look at the client as it is built from the sources of now. In a process of its
 * own: vitest's `NODE_ENV=test` would build React for development.
 */
export async function setup(): Promise<void> {
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [vite, "build"], { cwd: root, env });
}
