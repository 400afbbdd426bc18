import type { Database } from "../../../platform/database/database.ts";
import { removedTotpSecrets, totpSecrets } from "../../../identity/second-factor/prove-identity.ts";
import { paymentDetails } from "../../money/payouts/payment-details.ts";
import { savedPayoutDetails } from "../../money/saved-details/saved-details.ts";
import { sourceSecrets } from "../../decisions/orders/source-secrets.ts";
import { waitingPasswords } from "../../decisions/gates/keep-waiting-step.ts";
import { identityFacts, pictureKeys } from "../../traders/identity/sealed-identity.ts";
import { masterPasswords } from "../../traders/accounts/master-password.ts";
import { webhookSecrets } from "../webhooks/sign-webhook.ts";
import { ConfigError } from "../../../platform/config/env.ts";
import type { Keyring } from "../../../platform/vault/cipher.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/**
 * All columns that are encrypted with the keyring, except those of `signing-keys.ts`. A rotation re-encrypts them, and a
 * start requires their keys.
 */
export const sealedColumns = {
  passwords: masterPasswords,
  waitingPasswords,
  paymentDetails,
  savedPayoutDetails,
  webhookSecrets,
  totpSecrets,
  identityFacts,
  pictureKeys,
  sourceSecrets,
  removedTotpSecrets,
};

type SealedName = keyof typeof sealedColumns;

export const sealedNames = keysOf(sealedColumns);

interface UsageKind {
  name: SealedName | "answers" | "mails";
  label: string;
  title?: string;
  isAlwaysListed?: true;
}

/** Everything that keys encrypt. A rotation leaves answers and mails as they are, because they are soon removed or sent. */
export const usageKinds: UsageKind[] = [
  ...sealedNames.map((name) => ({ name, ...sealedColumns[name] })),
  { name: "answers", label: "stored responses", isAlwaysListed: true },
  { name: "mails", label: "waiting mails", isAlwaysListed: true },
];

/** The number of texts of each kind that are encrypted with a key. */
export type KeyUsage = { keyId: string } & Record<UsageKind["name"], number>;

/** Stored answers of calls with an `Idempotency-Key`, which are removed after a day. */
const answers = "select 'answers', answer from idempotent_calls";

/** Mails that are waiting or failed permanently, and pending requests for a reset link. */
const mails = `select 'mails', data ->> 'sealed' from pgboss.job
  where name in ('mail', 'password-reset') and state in ('created', 'retry', 'active')
    or name = 'mail' and state = 'failed'`;

/** Returns the usage of each key that encrypts anything in the database. */
export async function readKeyUsage({ pool }: Database): Promise<KeyUsage[]> {
  const hasJobs = await pool.query("select to_regclass('pgboss.job') as found");
  const sealed = sealedNames.flatMap((name) => {
    const { table, columns } = sealedColumns[name];
    return columns.map((column) => `select '${name}', ${column} from ${table}`);
  });
  const sources = [...sealed, answers, ...(hasJobs.rows[0].found ? [mails] : [])];
  const counts = usageKinds.map(
    ({ name }) => `count(*) filter (where kind = '${name}')::int as "${name}"`,
  );
  const { rows } = await pool.query<KeyUsage>(
    `select split_part(encrypted, '.', 2) as "keyId", ${counts.join(", ")}
      from (${sources.join(" union all ")}) as texts (kind, encrypted)
      where encrypted is not null group by 1 order by 1`,
  );
  return rows;
}

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

/** Records the keys that a starting app or worker can decrypt with. */
export async function recordDeployedKeys(
  { database, clock }: { database: Database; clock: Clock },
  keyring: Keyring,
): Promise<void> {
  await database.pool.query(
    `insert into encryption_keys (id, first_seen_at) select unnest($1::text[]), $2
     on conflict do nothing`,
    [keyring.all().map(({ id }) => id), clock.now()],
  );
}

/** Returns whether an app or worker has ever started with this key. */
export async function isKeyDeployed({ pool }: Database, keyId: string): Promise<boolean> {
  const { rows } = await pool.query("select 1 from encryption_keys where id = $1", [keyId]);
  return rows.length > 0;
}
