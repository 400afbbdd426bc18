import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
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
