import { createPublicKey, randomBytes, verify } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCipher, fixedKeyring } from "../../../../src/platform/vault/cipher.ts";
import { encryptMasterPassword } from "../../../../src/business/traders/accounts/master-password.ts";
import { rotateKeys, rotateSigningKey } from "../../../../src/business/watch/keys/rotate-keys.ts";
import {
  createSigner,
  ensureSigningKey,
  type PublicKey,
  readPublicKeys,
  type Signature,
} from "../../../../src/platform/vault/signing-keys.ts";
import { startApp, type TestApp } from "../../../support/app.ts";
import { startCommand } from "../../../support/command.ts";
import { Processes } from "../../../support/process.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

const message = Buffer.from("what was signed");

/** Verifies a signature with only the published keys. */
function isSigned(keys: PublicKey[], { keyId, value }: Signature): boolean {
  const published = keys.find((key) => key.keyId === keyId)!;
  const x = Buffer.from(published.publicKey, "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, message, key, Buffer.from(value, "base64"));
}

const appKeyring = fixedKeyring([randomBytes(32)]);
let test: TestApp;
beforeAll(async () => {
  test = await startApp({ keyring: appKeyring });
});
beforeEach(async () => {
  const { pool } = test.context.database;
  await pool.query("delete from signing_keys");
  await pool.query("update trading_accounts set master_password = null");
  await ensureSigningKey(test.context, appKeyring);
});
afterAll(() => test.close());

describe("the signing keys", () => {
  it("are published as raw keys that verify their signatures", async () => {
    const response = await test.visitor().get("/.well-known/propdesk-keys.json");
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    const { keys } = response.json<{ keys: PublicKey[] }>();
    expect(keys).toEqual([
      {
        keyId: expect.stringMatching(/^[\w-]{8}$/) as string,
        algorithm: "Ed25519",
        publicKey: expect.any(String) as string,
      },
    ]);
    expect(Buffer.from(keys[0]!.publicKey, "base64")).toHaveLength(32);
    expect(isSigned(keys, await test.context.signer.sign(message))).toBe(true);
  });

  it("are encrypted in the database, bound to their row", async () => {
    const { pool } = test.context.database;
    const { rows } = await pool.query<{ private_key: string }>("select * from signing_keys");
    expect(rows[0]!.private_key).toMatch(/^v1\.[\w-]{8}\./);
    await pool.query("update signing_keys set id = 'swapped'");
    await expect(test.context.signer.sign(message)).rejects.toThrow("authenticate");
  });

  it("are created once by instances that start concurrently, and shared by them", async () => {
    const { database, clock } = test.context;
    const keyring = fixedKeyring([randomBytes(32)]);
    await database.pool.query("delete from signing_keys");
    await Promise.all([1, 2, 3].map(() => ensureSigningKey({ database, clock }, keyring)));
    expect(await readPublicKeys(database)).toHaveLength(1);
  });

  it("rotate: the newest one signs, and the old ones stay published", async () => {
    const { database, clock } = test.context;
    const keyring = fixedKeyring([randomBytes(32)]);
    await ensureSigningKey({ database, clock }, keyring);
    const signer = createSigner(database, keyring);
    const before = await signer.sign(message);
    const keyId = await rotateSigningKey({ database, clock }, keyring);
    const after = await signer.sign(message);
    expect([after.keyId, before.keyId === keyId]).toEqual([keyId, false]);
    const keys = await readPublicKeys(database);
    expect([isSigned(keys, before), isSigned(keys, after)]).toEqual([true, true]);
    const administrator = await test.administrator();
    const audit = await administrator.get("/api/admin/audit?action=signing-key.rotated");
    expect(audit.json()).toMatchObject([
      { actor: "system", changes: { keyId: { from: null, to: keyId } } },
    ]);
  });

  it("are re-encrypted when the encryption key rotates, and replaced when it is lost", async () => {
    const { database, clock } = test.context;
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    const { id } = await test.trader();
    await ensureSigningKey({ database, clock }, fixedKeyring([older]));
    const before = await createSigner(database, fixedKeyring([older])).sign(message);

    const sealed = encryptMasterPassword(createCipher(fixedKeyring([older])), id, "k7#Tpx2v");
    await database.pool.query("update trading_accounts set master_password = $1", [sealed]);
    await rotateKeys(test.context, fixedKeyring([newer, older]), { force: true });
    const signer = createSigner(database, fixedKeyring([newer]));
    expect((await signer.sign(message)).keyId).toBe(before.keyId);

    const other = fixedKeyring([randomBytes(32)]);
    await ensureSigningKey({ database, clock }, other);
    const after = await createSigner(database, other).sign(message);
    const keys = await readPublicKeys(database);
    expect(after.keyId).not.toBe(before.keyId);
    expect([isSigned(keys, before), isSigned(keys, after)]).toEqual([true, true]);
  });

  it("are re-encrypted by the next rotation if one was interrupted before it reached them", async () => {
    const { database, clock } = test.context;
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    await database.pool.query("delete from signing_keys");
    await ensureSigningKey({ database, clock }, fixedKeyring([older]));
    const keyring = fixedKeyring([newer, older]);
    const next = await rotateKeys(test.context, keyring, { force: true });
    expect(next).toMatchObject({ outcome: "resumed", reencrypted: 0 });
    const { keyId } = await createSigner(database, fixedKeyring([newer])).sign(message);
    expect((await readPublicKeys(database)).map((key) => key.keyId)).toEqual([keyId]);
    expect(await rotateKeys(test.context, keyring)).toMatchObject({ outcome: "nothing-to-do" });
  });

  it("can be rotated by a command while the app is running, which publishes the new key immediately", async () => {
    const app = await processes.start({ env: { RATE_LIMIT: "off", LOG_LEVEL: "warn" } });
    const published = async () =>
      (await app.visitor().get("/.well-known/propdesk-keys.json")).json<{ keys: PublicKey[] }>()
        .keys;
    const before = await published();
    const { code, stdout, stderr } = await startCommand(
      "src/commands/keys.ts",
      ["rotate-signing"],
      { DATA_DIR: app.dataDir },
    ).ended;
    expect([code, stderr]).toEqual([0, ""]);
    const [, keyId] = /^Case files are now signed with the key (\S{8})\. All 2 keys/.exec(stdout)!;
    const after = await published();
    expect(after.map((key) => key.keyId)).toEqual([keyId, before[0]!.keyId]);
  });
});
