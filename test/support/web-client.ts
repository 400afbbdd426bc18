import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Set once a project's setup has built the web client. */
    webClientBuilt: boolean;
  }
}

const root = join(import.meta.dirname, "../..");
const vite = join(root, "node_modules/vite/bin/vite.js");

/**
 * Builds the web client from the present sources, once for all projects. In a process of its own:
 * vitest's `NODE_ENV=test` would build React for development.
 */
export async function setup(project: TestProject): Promise<void> {
  const shared = project.vitest.getRootProject();
  if (shared.getProvidedContext().webClientBuilt) return;
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [vite, "build"], { cwd: root, env });
  shared.provide("webClientBuilt", true);
}
