import { ConfigError } from "../config/env.ts";
import type { Database } from "../database/database.ts";
import type { Keyring } from "../lib/cipher.ts";
import { readKeyUsage } from "./sealed.queries.ts";

/** @throws ConfigError where something in the database was sealed with a key that is not here */
export async function requireKnownKeys(database: Database, keyring: Keyring): Promise<void> {
  const usage = await readKeyUsage(database);
  const missing = usage.find(({ keyId }) => !keyring.find(keyId));
  if (!missing) return;
  const { keyId, passwords, mails } = missing;
  throw new ConfigError(
    `ENCRYPTION_KEY is not the key of this database: ${passwords} platform passwords and ${mails} waiting mails are sealed with the key ${keyId}. Set ENCRYPTION_KEY or ENCRYPTION_KEYS_OLD to it, or restore DATA_DIR/secrets/encryption-key from a backup`,
  );
}
