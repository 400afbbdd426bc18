import { CommandError } from "../platform/errors.ts";
import { formatTable, runCommandOnExistingData } from "./run-command.ts";
import { readSecrets } from "../platform/vault/secrets.ts";
import { connectDatabase, type Database } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { systemClock } from "../platform/time/clock.ts";
import type { Keyring } from "../platform/vault/cipher.ts";
import {
  readKeyUsage,
  requireKnownKeys,
  usageKinds,
} from "../business/watch/keys/key-usage.queries.ts";
import { rotateKeys, rotateSigningKey } from "../business/watch/keys/rotate-keys.ts";
import { readPublicKeys } from "../platform/vault/signing-keys.ts";
import { entities } from "../entities.ts";

const usage = `Usage:
  npm run keys -- list              lists the encryption keys and what each has encrypted
  npm run keys -- rotate [--force]  creates an encryption key and re-encrypts all stored secrets with it
  npm run keys -- rotate-signing    creates a key that case files are signed with from now on

--force encrypts with ENCRYPTION_KEY even if no app has started with it yet.`;

async function list(database: Database, keyring: Keyring): Promise<string> {
  const used = new Map((await readKeyUsage(database)).map((row) => [row.keyId, row]));
  const known = keyring.all().map(({ id }, index) => [id, index === 0 ? "current" : "older"]);
  const missing = [...used.keys()].filter((id) => !keyring.find(id)).map((id) => [id, "missing"]);
  // Hides columns that are empty, for example because the firm has no payout requests or webhooks.
  const columns = [
    ...usageKinds.filter(({ isAlwaysListed }) => isAlwaysListed),
    ...usageKinds.filter(
      ({ name, isAlwaysListed }) =>
        !isAlwaysListed && [...used.values()].some((counts) => counts[name] > 0),
    ),
  ];
  return formatTable([
    ["ID", "STATUS", ...columns.map(({ label, title = label }) => title.toUpperCase())],
    ...[...known, ...missing].map(([id = "", status = ""]) => [
      id,
      status,
      ...columns.map(({ name }) => String(used.get(id)?.[name] ?? 0)),
    ]),
  ]);
}

async function rotate(database: Database, keyring: Keyring, force: boolean): Promise<string> {
  await requireKnownKeys(database, keyring);
  const done = await rotateKeys({ database, clock: systemClock }, keyring, { force });
  if (done.outcome === "busy") {
    throw new CommandError("Another rotation is running. Try again when it has finished.");
  }
  if (done.outcome === "key-not-deployed") {
    throw new CommandError(
      `No app has started with the key ${done.keyId} yet, so none could decrypt the master passwords afterwards. Deploy with it in ENCRYPTION_KEYS_OLD first, or as ENCRYPTION_KEY, then run this again. To rotate anyway, add --force.`,
    );
  }
  if (done.outcome === "nothing-to-do") {
    return `All stored secrets are encrypted with the current key ${done.keyId}. To rotate, set ENCRYPTION_KEY to a new key and ENCRYPTION_KEYS_OLD to the current one, restart the app, and run this command again.`;
  }
  return [
    done.outcome === "rotated"
      ? `The current key is now ${done.keyId}, stored with the older ones in DATA_DIR/secrets/encryption-key.`
      : `Resumed the rotation to the key ${done.keyId}.`,
    `Encrypted ${done.reencrypted} stored secrets with it. Stored responses and queued mails still need the former key until they are removed or sent.`,
  ].join("\n");
}

async function rotateSigning(database: Database, keyring: Keyring): Promise<string> {
  await requireKnownKeys(database, keyring);
  const keyId = await rotateSigningKey({ database, clock: systemClock }, keyring);
  const { length } = await readPublicKeys(database);
  return `Case files are now signed with the key ${keyId}. All ${length} keys stay published, so earlier case files remain valid.`;
}

const tasks: Record<string, (database: Database, keyring: Keyring) => Promise<string>> = {
  list,
  rotate: (database, keyring) => rotate(database, keyring, false),
  "rotate --force": (database, keyring) => rotate(database, keyring, true),
  "rotate-signing": rotateSigning,
};

/** `npm run keys`: lists and rotates keys; the app may be running. */
const request = process.argv.slice(2).join(" ");
const task = Object.hasOwn(tasks, request) ? tasks[request] : undefined;
if (!task) {
  const isHelp = request === "--help" || request === "-h";
  (isHelp ? process.stdout : process.stderr).write(`${usage}\n`);
  process.exitCode = isHelp ? 0 : 1;
} else {
  await runCommandOnExistingData(async ({ config, databaseUrl }) => {
    const { keyring } = await readSecrets(config);
    const database = await connectDatabase(databaseUrl, entities);
    try {
      await migrate(database);
      return await task(database, keyring);
    } finally {
      await database.orm.close(true);
    }
  });
}
