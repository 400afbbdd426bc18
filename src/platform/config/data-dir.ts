import { constants } from "node:fs";
import { access, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes, randomUUID } from "node:crypto";
import type { Config } from "./config.ts";
import { ConfigError } from "./env.ts";

/** A file that marks a data directory whose restore is in progress or was interrupted. */
export const RESTORE_DRAFT = "restore.draft";

/** Creates the data directory if it does not exist. @throws ConfigError if it cannot be used */
export async function ensureDataDir({ dataDir }: Pick<Config, "dataDir">): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR must be a folder that this user can write to (${dataDir}: ${code}), for example DATA_DIR=.data`,
    );
  }
  const isPartlyRestored = await access(join(dataDir, RESTORE_DRAFT)).then(
    () => true,
    () => false,
  );
  if (isPartlyRestored) {
    throw new ConfigError(
      `DATA_DIR must not contain an unfinished restore (${dataDir} does): run npm run restore again, for example npm run restore -- backup.tar.gz`,
    );
  }
}

export function secretPath(dataDir: string, name: string): string {
  return join(dataDir, "secrets", name);
}

/**
 * Reads `secrets/<name>` under the data directory, which is created on the first start.
 * @throws ConfigError if the file does not contain 32 bytes in base64
 */
export async function readOrCreateSecret(dataDir: string, name: string): Promise<Buffer> {
  const path = secretPath(dataDir, name);
  await createSecretIfMissing(path);
  const secret = Buffer.from((await readFile(path, "utf8")).trim(), "base64");
  if (secret.length === 32) return secret;
  throw new ConfigError(`${path} must contain 32 bytes in base64; restore it from a backup`);
}

/** Creates the file atomically, so that two processes that start at the same time use the same secret. */
export async function createSecretIfMissing(path: string): Promise<void> {
  const present = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (present) return;
  await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
