import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fixedKeyring, type Keyring } from "../lib/sealing.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./env.ts";
import { keptKeyring } from "./kept-keyring.ts";

export interface Secrets {
  /** Seals the session cookies; 32 bytes. */
  sessionSecret: Buffer;
  /** Seals platform passwords and mails at rest. */
  keyring: Keyring;
}

/** The secrets from the configuration, else from `dataDir`, where the first start makes them. */
export async function readSecrets(config: Config): Promise<Secrets> {
  return {
    sessionSecret: config.sessionSecret ?? (await keptSecret(config.dataDir, "session-secret")),
    keyring: await readKeyring(config),
  };
}

async function readKeyring(config: Config): Promise<Keyring> {
  const { dataDir, encryptionKey, encryptionKeysOld } = config;
  if (encryptionKey) return fixedKeyring([encryptionKey, ...encryptionKeysOld]);
  const path = secretPath(dataDir, "encryption-key");
  await ensureSecret(path);
  return keptKeyring(path, encryptionKeysOld);
}

function secretPath(dataDir: string, name: string): string {
  return join(dataDir, "secrets", name);
}

/**
 * Reads `secrets/<name>` under the data directory, or makes it.
 * @throws ConfigError where the file does not hold 32 bytes in base64
 */
export async function keptSecret(dataDir: string, name: string): Promise<Buffer> {
  const path = secretPath(dataDir, name);
  await ensureSecret(path);
  const secret = Buffer.from((await readFile(path, "utf8")).trim(), "base64");
  if (secret.length === 32) return secret;
  throw new ConfigError(`${path} must hold 32 bytes in base64; restore it from a backup`);
}

/** Makes a secret where there is none: mode 0600, whole or not at all, and one of two starts wins. */
async function ensureSecret(path: string): Promise<void> {
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
