import { ConfigError } from "../config/env.ts";
import type { Database } from "../database/database.ts";
import type { Keyring } from "./cipher.ts";
import { readKeyUsage, usageKinds } from "./key-usage.queries.ts";

/** @throws ConfigError if anything in the database is encrypted with a key that is missing in the keyring */
export async function requireKnownKeys(database: Database, keyring: Keyring): Promise<void> {
  const usage = await readKeyUsage(database);
  const missing = usage.find(({ keyId }) => !keyring.find(keyId));
  if (!missing) return;
  const counts = usageKinds
    .filter(({ name, isAlwaysListed }) => isAlwaysListed || missing[name] > 0)
    .map(({ name, label }) => `${missing[name]} ${label}`);
  throw new ConfigError(
    `ENCRYPTION_KEY is not the key of this database: ${counts.slice(0, -1).join(", ")} and ${counts.at(-1)} are encrypted with the key ${missing.keyId}. Set ENCRYPTION_KEY or ENCRYPTION_KEYS_OLD to it, or restore DATA_DIR/secrets/encryption-key from a backup`,
  );
}
