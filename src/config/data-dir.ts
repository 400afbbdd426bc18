import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import type { Config } from "./config.ts";
import { ConfigError } from "./env.ts";

/** Makes the data directory where there is none. @throws ConfigError where nothing can be kept in it */
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
}
