import { stat } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

/** Builds the web client where it has never been built. After a change, `npm run build` does. */
export async function ensureClient(): Promise<void> {
  const built = await stat(join(root, "dist/web/index.html")).catch(() => undefined);
  if (built) return;
  process.stdout.write("Building the web client, this once…\n");
  await build({ configFile: join(root, "vite.config.ts"), logLevel: "warn" });
}
