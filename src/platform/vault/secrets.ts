import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { chown, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type EncryptionKey, encryptionKey, fixedKeyring, type Keyring } from "./cipher.ts";
import type { Config } from "../config/config.ts";
import { createSecretIfMissing, readOrCreateSecret, secretPath } from "../config/data-dir.ts";
import { syncToDisk } from "../storage/storage.ts";
import { ConfigError } from "../config/env.ts";

export interface Secrets {
  /** Encrypts the session cookies; 32 bytes. */
  sessionSecret: Buffer;
  /** Encrypts everything that is stored encrypted, such as passwords for other systems and queued mails. */
  keyring: Keyring;
}

/** Returns the configured secrets. Others are read from `dataDir`, where the first start generates them. */
export async function readSecrets(config: Config): Promise<Secrets> {
  return {
    sessionSecret:
      config.sessionSecret ?? (await readOrCreateSecret(config.dataDir, "session-secret")),
    keyring: await readKeyring(config),
  };
}

async function readKeyring(config: Config): Promise<Keyring> {
  const { dataDir, encryptionKey: key, encryptionKeysOld } = config;
  if (key) return fixedKeyring([key, ...encryptionKeysOld]);
  const path = secretPath(dataDir, "encryption-key");
  await createSecretIfMissing(path);
  return openKeyringFile(path, encryptionKeysOld);
}

/** A keyring in a file. Keys can be added while the app is running. */
export interface KeyringFile extends Keyring {
  /** Creates a key, which becomes the current one. Former keys still decrypt. */
  addKey(): Promise<EncryptionKey>;
}

export function isKeyringFile(keyring: Keyring): keyring is KeyringFile {
  return "addKey" in keyring;
}

/**
 * Opens a file with one key per line, 32 bytes in base64, the current one first. The file is checked for changes before
 * every encryption and if a key is not found, so that a rotation takes effect in a running app immediately.
 * @param others additional keys for decryption
 * @throws ConfigError if the file has another format
 */
export function openKeyringFile(path: string, others: Buffer[]): KeyringFile {
  let version = "";
  let keys: EncryptionKey[] = [];
  const refresh = () => {
    const { ino, mtimeMs, size } = statSync(path);
    const present = `${ino} ${mtimeMs} ${size}`;
    if (present === version) return;
    keys = [...readKeys(path), ...others].map(encryptionKey);
    version = present;
  };
  refresh();
  return {
    current() {
      refresh();
      return keys[0]!;
    },
    find(id) {
      const known = keys.find((key) => key.id === id);
      if (known) return known;
      refresh();
      return keys.find((key) => key.id === id);
    },
    all() {
      refresh();
      return keys;
    },
    async addKey() {
      const added = randomBytes(32);
      await replaceFile(path, [added, ...readKeys(path)]);
      return encryptionKey(added);
    },
  };
}

function readKeys(path: string): Buffer[] {
  const lines = readFileSync(path, "utf8")
    .trim()
    .split(/\s*\n\s*/);
  const keys = lines.map((line) => Buffer.from(line, "base64"));
  if (keys.every(({ length }) => length === 32)) return keys;
  throw new ConfigError(
    `${path} must contain keys of 32 bytes in base64, one per line; restore it from a backup`,
  );
}

/** Replaces the file atomically, even if the process is killed, and keeps its owner and group. */
async function replaceFile(path: string, keys: Buffer[]): Promise<void> {
  const draft = `${path}.draft`;
  const { uid, gid } = await stat(path);
  await rm(draft, { force: true });
  const text = keys.map((key) => `${key.toString("base64")}\n`).join("");
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await chown(draft, uid, gid);
  await rename(draft, path);
  await syncToDisk(dirname(path));
}
