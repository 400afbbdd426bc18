import { fixedKeyring, type Keyring } from "../lib/cipher.ts";
import type { Config } from "../config/config.ts";
import { createSecretIfMissing, readOrCreateSecret, secretPath } from "../config/secret-file.ts";
import { openKeyringFile } from "./keyring-file.ts";

export interface Secrets {
  /** Seals the session cookies; 32 bytes. */
  sessionSecret: Buffer;
  /** Seals platform passwords and mails at rest. */
  keyring: Keyring;
}

/** The secrets from the configuration, else from `dataDir`, where the first start makes them. */
export async function readSecrets(config: Config): Promise<Secrets> {
  return {
    sessionSecret:
      config.sessionSecret ?? (await readOrCreateSecret(config.dataDir, "session-secret")),
    keyring: await readKeyring(config),
  };
}

async function readKeyring(config: Config): Promise<Keyring> {
  const { dataDir, encryptionKey, encryptionKeysOld } = config;
  if (encryptionKey) return fixedKeyring([encryptionKey, ...encryptionKeysOld]);
  const path = secretPath(dataDir, "encryption-key");
  await createSecretIfMissing(path);
  return openKeyringFile(path, encryptionKeysOld);
}
