import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../../../../src/platform/config/config.ts";
import { ConfigError } from "../../../../src/platform/config/env.ts";
import { readSecrets, type Secrets } from "../../../../src/platform/vault/secrets.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "propdesk-secrets-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const secrets = (env = {}) => readSecrets(readConfig({ DATA_DIR: dataDir, ...env }));
const keysOf = ({ keyring }: Secrets) => keyring.all().map(({ bytes }) => bytes);
const path = (name: string) => join(dataDir, "secrets", name);

it("creates 32 bytes each, once, readable only by their owner", async () => {
  const created = await secrets();
  expect(created.sessionSecret).toHaveLength(32);
  expect(keysOf(created)).toEqual([expect.any(Buffer)]);
  expect(keysOf(created)[0]).toHaveLength(32);
  expect(created.sessionSecret.equals(keysOf(created)[0]!)).toBe(false);
  for (const name of ["session-secret", "encryption-key"]) {
    expect((await stat(path(name))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(join(dataDir, "secrets"))).mode & 0o777).toBe(0o700);
  const again = await secrets();
  expect([again.sessionSecret, keysOf(again)]).toEqual([created.sessionSecret, keysOf(created)]);
});

it("writes no files if the secrets are configured", async () => {
  const key = Buffer.alloc(32, 7);
  const env = { SESSION_SECRET: key.toString("base64"), ENCRYPTION_KEY: key.toString("base64") };
  const old = Buffer.alloc(32, 8);
  const given = await secrets({ ...env, ENCRYPTION_KEYS_OLD: old.toString("base64") });
  expect([given.sessionSecret, keysOf(given)]).toEqual([key, [key, old]]);
  expect(await readdir(dataDir)).toEqual([]);
});

it("returns the same secrets to concurrent processes and leaves no temporary files", async () => {
  const program = `
    const { readSecrets } = await import(${JSON.stringify(join(import.meta.dirname, "../../../../src/platform/vault/secrets.ts"))});
    const { sessionSecret, keyring } = await readSecrets({ dataDir: ${JSON.stringify(dataDir)}, encryptionKeysOld: [] });
    console.log(sessionSecret.toString("hex") + keyring.current().bytes.toString("hex"));`;
  const run = promisify(execFile);
  const responses = await Promise.all(
    Array.from({ length: 4 }, () =>
      run(process.execPath, ["--input-type=module", "--eval", program]),
    ),
  );
  expect(new Set(responses.map(({ stdout }) => stdout)).size).toBe(1);
  expect((await readdir(join(dataDir, "secrets"))).toSorted()).toEqual([
    "encryption-key",
    "session-secret",
  ]);
});

it.each(["", "short", Buffer.alloc(33).toString("base64"), "!".repeat(44)])(
  "rejects the file %j with a message and does not change it",
  async (content) => {
    await secrets();
    await writeFile(path("encryption-key"), content);
    const refusal = await secrets().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect((refusal as Error).message).toBe(
      `${path("encryption-key")} must contain keys of 32 bytes in base64, one per line; restore it from a backup`,
    );
    expect(await readFile(path("encryption-key"), "utf8")).toBe(content);
  },
);
