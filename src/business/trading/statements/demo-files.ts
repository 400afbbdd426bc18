import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../../platform/context.ts";

/** Holds statements to try the import with, which a start with demo data writes. Not part of backups. */
export const demoStatementsFolder = (dataDir: string) => join(dataDir, "demo-statements");

/** Returns the names of the demo statements; none unless this is a demo firm. */
export async function listDemoStatements({ config }: Pick<Context, "config">): Promise<string[]> {
  if (!config.demo) return [];
  try {
    return (await readdir(demoStatementsFolder(config.dataDir))).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
