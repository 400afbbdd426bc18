import type { TestProject } from "vitest/node";
import { ensureClient } from "../../src/http/build-client.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** True after a project's setup has built the web client. */
    webClientBuilt: boolean;
  }
}

/** Builds the web client once for all projects, if its sources have changed. */
export async function setup(project: TestProject): Promise<void> {
  const shared = project.vitest.getRootProject();
  if (shared.getProvidedContext().webClientBuilt) return;
  await ensureClient();
  shared.provide("webClientBuilt", true);
}
