import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { ConfigError } from "./env.ts";

export interface Secrets {
  /** Seals the session cookies; 32 bytes. */
  sessionSecret: Buffer;
  /** Seals platform passwords and mails at rest; 32 bytes. */
  encryptionKey: Buffer;
}

/** The secrets from the configuration, else from `dataDir`, where the first start makes them. */
export async function readSecrets(config: Config): Promise<Secrets> {
  return {
    sessionSecret: config.sessionSecret ?? (await keptSecret(config.dataDir, "session-secret")),
    encryptionKey: config.encryptionKey ?? (await keptSecret(config.dataDir, "encryption-key")),
  };
}

/**
 * Reads `secrets/<name>` under the data directory, or makes it: mode 0600, whole or not at all, and
 * one of two processes that start at once wins.
 * @throws ConfigError where the file does not hold 32 bytes in base64
 */
export async function keptSecret(dataDir: string, name: string): Promise<Buffer> {
  const folder = join(dataDir, "secrets");
  const path = join(folder, name);
  const present = await readSecret(path);
  if (present) return present;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = await readSecret(path);
  if (!secret) throw new ConfigError(`${path} disappeared while it was being made`);
  return secret;
}

async function readSecret(path: string): Promise<Buffer | undefined> {
  try {
    const secret = Buffer.from((await readFile(path, "utf8")).trim(), "base64");
    if (secret.length === 32) return secret;
    throw new ConfigError(`${path} must hold 32 bytes in base64; restore it from a backup`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
