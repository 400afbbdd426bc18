import { fixedKeyring, type Keyring } from "./cipher.ts";
import type { Config } from "../config/config.ts";
import { createSecretIfMissing, readOrCreateSecret, secretPath } from "../config/secret-file.ts";
import { openKeyringFile } from "./keyring-file.ts";

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
  const { dataDir, encryptionKey, encryptionKeysOld } = config;
  if (encryptionKey) return fixedKeyring([encryptionKey, ...encryptionKeysOld]);
  const path = secretPath(dataDir, "encryption-key");
  await createSecretIfMissing(path);
  return openKeyringFile(path, encryptionKeysOld);
}
