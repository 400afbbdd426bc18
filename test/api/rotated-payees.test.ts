import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCipher, fixedKeyring, type Keyring } from "../../src/platform/vault/cipher.ts";
import { openKeyringFile } from "../../src/platform/vault/secrets.ts";
import { fingerprintOf } from "../../src/business/money/payouts/payment-details.ts";
import { rotateKeys } from "../../src/business/watch/keys/rotate-keys.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

let folder: string;
let keyFile: string;
let keyring: Keyring;
let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "propdesk-keys-"));
  keyFile = join(folder, "encryption-key");
  await writeFile(keyFile, `${randomBytes(32).toString("base64")}\n`);
  keyring = openKeyringFile(keyFile, []);
  test = await startApp({ keyring });
  owner = await test.administrator();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

type Trader = Browser & { id: number };

async function makeTrader(): Promise<Trader> {
  const trader = await test.trader();
  const account = { payoutEnabled: true, balance: "105000" };
  await owner.patch(`/api/admin/user/${trader.id}/account`, account);
  return trader;
}

async function request(trader: Trader, paymentDetails = "shared@example.com"): Promise<number> {
  const body = { amount: "1000", paymentMethod: "paypal", paymentDetails };
  const created = await trader.post("/api/user/payouts", body);
  expect(created.statusCode).toBe(201);
  return created.json<{ id: number }>().id;
}

const flagsOf = async (id: number) =>
  (await owner.get(`/api/admin/payouts/${id}`))
    .json<{ flags: { code: string }[] }>()
    .flags.map(({ code }) => code);

/** Returns the total of approved requests, including those of deleted traders. */
const approved = async () =>
  (await owner.get("/api/admin/dashboard")).json<{
    payouts: { byStatus: { approved: { amount: string } } };
  }>().payouts.byStatus.approved.amount;

/** Simulates a rotation that was interrupted before it updated the fingerprint of a request. */
async function setFingerprint(id: number, print: string | null) {
  await test.context.database.pool.query(
    "update payout_requests set details_fingerprint = $2 where id = $1",
    [id, print],
  );
}

it("finds the same payment details before, during and after a rotation of keys", async () => {
  const [paid, earlier, during, later] = [
    await makeTrader(),
    await makeTrader(),
    await makeTrader(),
    await makeTrader(),
  ];
  const first = await request(paid);
  const approval = { status: "approved", adminNotes: "Checked" };
  expect((await owner.patch(`/api/admin/payouts/${first}`, approval)).statusCode).toBe(200);
  const run = await owner.post("/api/admin/payments", { payoutIds: [first] });
  const { id: runId } = run.json<{ id: number }>();
  await owner.get(`/api/admin/payments/${runId}/export.csv`);
  await owner.post(`/api/admin/payments/${runId}/pay`, { reference: "WT-1" });
  const second = await request(earlier);
  expect(await flagsOf(second)).toEqual(["details_shared"]);
  const former = createCipher(fixedKeyring([keyring.current().bytes]));

  expect(await rotateKeys(test.context, keyring)).toMatchObject({ outcome: "rotated" });
  expect(await flagsOf(second)).toEqual(["details_shared"]);
  const third = await request(during);
  expect(await flagsOf(third)).toEqual(["details_shared"]);
  const again = await request(paid);
  expect(await flagsOf(again)).toEqual(["details_shared"]);
  expect(await flagsOf(await request(later, "other@example.com"))).toEqual([]);

  const print = fingerprintOf(former, "shared@example.com");
  for (const id of [first, second, third, again]) await setFingerprint(id, print);
  expect(await flagsOf(third)).toEqual(["details_shared"]);
  const [current, older] = keyring.all().map(({ bytes }) => bytes) as [Buffer, Buffer];
  const ofEnvironment = fixedKeyring([current, older]);
  const force = { force: true };
  expect(await rotateKeys(test.context, ofEnvironment, force)).toMatchObject({
    outcome: "resumed",
  });
  expect(await rotateKeys(test.context, ofEnvironment, force)).toMatchObject({
    outcome: "nothing-to-do",
  });

  // The previous key is no longer needed.
  const [newest] = (await readFile(keyFile, "utf8")).split("\n");
  await writeFile(keyFile, `${newest}\n`);
  expect(keyring.all()).toHaveLength(1);
  expect(await flagsOf(second)).toEqual(["details_shared"]);
  expect(await flagsOf(await request(later))).toEqual(["details_shared"]);
});

it("keeps the amounts of a deleted trader, but no payment details", async () => {
  const { pool } = test.context.database;
  const trader = await makeTrader();
  const id = await request(trader, "gone@example.com");
  const approval = { status: "approved", adminNotes: "Checked" };
  await owner.patch(`/api/admin/payouts/${id}`, approval);
  const other = await makeTrader();
  expect(await flagsOf(await request(other, "gone@example.com"))).toEqual(["details_shared"]);
  const amount = await approved();
  expect(amount).toBe("2000.00");
  expect((await owner.delete(`/api/admin/user/${trader.id}`)).statusCode).toBe(200);
  expect(await rotateKeys(test.context, keyring)).toMatchObject({ outcome: "rotated" });
  expect(await approved()).toBe(amount);
  const { rows } = await pool.query<{ entry: object }>(
    "select to_jsonb(l) as entry from payout_ledger l",
  );
  expect(rows).toMatchObject([{ entry: { amount: 1000, status: "approved" } }]);
  expect(Object.keys(rows[0]!.entry).toSorted()).toEqual([
    "amount",
    "approved_on",
    "currency",
    "id",
    "paid_on",
    "requested_on",
    "status",
  ]);
  expect(await flagsOf(await request(other, "gone@example.com"))).toEqual([]);
});
