import { ConfigError } from "../config/env.ts";
import type { Database } from "../database/database.ts";
import type { Keyring } from "../lib/cipher.ts";
import { readKeyUsage } from "./key-usage.queries.ts";

/** @throws ConfigError if anything in the database is encrypted with a key that is missing in the keyring */
export async function requireKnownKeys(database: Database, keyring: Keyring): Promise<void> {
  const usage = await readKeyUsage(database);
  const missing = usage.find(({ keyId }) => !keyring.find(keyId));
  if (!missing) return;
  const { keyId, passwords, paymentDetails, webhookSecrets, totpSecrets, answers, mails } = missing;
  throw new ConfigError(
    `ENCRYPTION_KEY is not the key of this database: ${passwords} master passwords, ${paymentDetails > 0 ? `${paymentDetails} payment details, ` : ""}${webhookSecrets > 0 ? `${webhookSecrets} webhook secrets, ` : ""}${totpSecrets > 0 ? `${totpSecrets} secrets of authenticator apps, ` : ""}${answers} stored responses and ${mails} waiting mails are encrypted with the key ${keyId}. Set ENCRYPTION_KEY or ENCRYPTION_KEYS_OLD to it, or restore DATA_DIR/secrets/encryption-key from a backup`,
  );
}
