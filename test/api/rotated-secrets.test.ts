import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../src/platform/database/database.ts";
import { createCipher, fixedKeyring, unseal } from "../../src/platform/vault/cipher.ts";
import { readKeyUsage } from "../../src/business/watch/keys/key-usage.queries.ts";
import { decryptMasterPassword } from "../../src/business/traders/accounts/master-password.ts";
import { decryptPaymentDetails } from "../../src/business/money/payouts/payment-details.ts";
import { savedPayoutDetails } from "../../src/business/money/saved-details/saved-details.ts";
import {
  unsealFacts,
  unsealPictureKey,
} from "../../src/business/traders/identity/sealed-identity.ts";
import { unsealFile } from "../../src/platform/vault/sealed-file.ts";
import { decryptTotpSecret } from "../../src/identity/second-factor/prove-identity.ts";
import { decryptWebhookSecret } from "../../src/business/watch/webhooks/sign-webhook.ts";
import { rotateKeys } from "../../src/business/watch/keys/rotate-keys.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { identityFacts, passport, submitIdentity } from "../support/identities.ts";
import { factorPath, setUpApp } from "../support/second-factor.ts";
import { type MailServer, refusal, startMailServer } from "../support/smtp.ts";
import { waitUntil } from "../support/until.ts";

const [older, newer] = [randomBytes(32), randomBytes(32)];

interface Undelivered {
  to: string;
  status: string;
}

let mailServer: MailServer;
let test: TestApp;
let secrets: Record<
  | "masterPassword"
  | "details"
  | "savedDetails"
  | "webhook"
  | "formerWebhook"
  | "totp"
  | "removedTotp"
  | "legalName"
  | "picture",
  string
>;
beforeAll(async () => {
  mailServer = await startMailServer({
    judge: (_attempt, { to }) =>
      Promise.resolve(
        to?.[0]?.address === "full@example.com"
          ? refusal(452, "Mailbox full")
          : refusal(550, "No such mailbox"),
      ),
  });
  test = await startApp({
    keyring: fixedKeyring([older]),
    env: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` },
  });
  secrets = await createSecrets();
});
afterAll(async () => {
  await test.close();
  await mailServer.close();
});

/** Creates one value of each kind that is stored encrypted, two for the webhook, and an undelivered mail. */
async function createSecrets(): Promise<typeof secrets> {
  const owner = await test.administrator();
  const trader = await test.trader();
  const [masterPassword, details] = ["k7#Tpx2v", "GB29 NWBK"];
  const account = { masterPassword, payoutEnabled: true };
  await owner.patch(`/api/admin/user/${trader.id}/account`, account);
  const request = { amount: "10", paymentMethod: "bank", paymentDetails: details };
  const headers = { "idempotency-key": "once" };
  await trader.post("/api/user/payouts", request, headers);
  const savedDetails = "GB33 BUKB";
  const saving = { paymentMethod: "bank", paymentDetails: savedDetails, password: PASSWORD };
  await trader.put("/api/user/payout-details", saving);
  const { secret: removedTotp } = await setUpApp(test, trader);
  await trader.post(`${factorPath.trader}/totp/turn-off`, { password: PASSWORD });
  const { secret: totp } = await setUpApp(test, trader);
  await submitIdentity(trader);
  const { legalName } = identityFacts;
  const picture = passport.toString("latin1");
  const endpoint = { url: "https://example.com/hook", events: ["payout.decided"] };
  const created = await owner.post("/api/admin/webhooks", endpoint);
  expect(created.statusCode, created.body).toBe(201);
  const { id, secret: formerWebhook } = created.json<{ id: number; secret: string }>();
  const rotated = await owner.post(`/api/admin/webhooks/${id}/rotate-secret`, {});
  const { secret: webhook } = rotated.json<{ secret: string }>();
  const mail = { to: "olivia@example.com", subject: "x", text: "x", html: "x" };
  await inTransaction(test.context.database, (transaction) =>
    test.context.outbox.enqueue(transaction, [mail]),
  );
  await waitUntil("a mail could not be delivered", async () => {
    const mails = (await owner.get("/api/admin/mails/undelivered")).json<Undelivered[]>();
    return mails.some(({ to, status }) => to === mail.to && status === "failed");
  });
  const ofIdentity = { legalName, picture };
  return {
    masterPassword,
    details,
    savedDetails,
    webhook,
    formerWebhook,
    totp,
    removedTotp,
    ...ofIdentity,
  };
}

/** Reads all secrets with only the new key. */
async function decryptAll(): Promise<typeof secrets> {
  const cipher = createCipher(fixedKeyring([newer]));
  const { rows } = await test.context.database.pool.query<{
    row: Record<string, string> &
      Record<"trader" | "payout" | "endpoint" | "factor" | "removed", number>;
  }>(
    `select json_build_object(
        'trader', p.user_id, 'masterPassword', master_password,
        'payout', p.id, 'details', p.sealed_details, 'savedDetails', s.sealed_details,
        'endpoint', w.id, 'webhook', w.secret, 'formerWebhook', previous_secret,
        'factor', t.id, 'totp', t.secret, 'removed', r.factor_id, 'removedTotp', r.secret,
        'facts', i.facts, 'fileKey', file_key, 'dataKey', data_key) as row
      from trading_accounts join payout_requests p using (user_id)
        join saved_details s using (user_id)
        join identities i using (user_id) join identity_files f on f.identity_id = i.id,
        webhook_endpoints w, totp_factors t, removed_factors r
      where r.kind = 'totp'`,
  );
  expect(rows).toHaveLength(1);
  const { row } = rows[0]!;
  const file = await test.context.files.open(row.fileKey!);
  const picture = await unsealFile(
    file!.stream,
    unsealPictureKey(cipher, row.trader, row.dataKey!),
  );
  return {
    legalName: unsealFacts(cipher, row.trader, row.facts!)!.legalName!,
    picture: picture.toString("latin1"),
    masterPassword: decryptMasterPassword(cipher, row.trader, row.masterPassword!)!,
    details: decryptPaymentDetails(cipher, row.payout, row.details!)!,
    savedDetails: unseal(cipher, savedPayoutDetails, row.trader, row.savedDetails!),
    webhook: decryptWebhookSecret(cipher, row.endpoint, row.webhook!),
    formerWebhook: decryptWebhookSecret(cipher, row.endpoint, row.formerWebhook!),
    totp: decryptTotpSecret(cipher, row.factor, row.totp!),
    removedTotp: decryptTotpSecret(cipher, row.removed, row.removedTotp!),
  };
}

describe("a rotation of the encryption key", () => {
  const [olderId, newerId] = [older, newer].map((key) => fixedKeyring([key]).current().id);
  const one = {
    passwords: 1,
    paymentDetails: 1,
    savedPayoutDetails: 1,
    webhookSecrets: 2,
    totpSecrets: 1,
    sourceSecrets: 0,
    removedTotpSecrets: 1,
    waitingPasswords: 0,
    identityFacts: 1,
    pictureKeys: 1,
  };
  const none = {
    passwords: 0,
    paymentDetails: 0,
    savedPayoutDetails: 0,
    webhookSecrets: 0,
    totpSecrets: 0,
    sourceSecrets: 0,
    removedTotpSecrets: 0,
    waitingPasswords: 0,
    identityFacts: 0,
    pictureKeys: 0,
  };

  it("is preceded by a count of everything that needs the former key", async () => {
    const usage = await readKeyUsage(test.context.database);
    expect(usage).toEqual([{ keyId: olderId, ...one, answers: 1, mails: expect.any(Number) }]);
    expect(usage[0]!.mails).toBeGreaterThanOrEqual(1);
  });

  it("is preceded by a count that includes mails to be retried", async () => {
    const [before] = await readKeyUsage(test.context.database);
    const mail = { to: "full@example.com", subject: "x", text: "x", html: "x" };
    await inTransaction(test.context.database, (transaction) =>
      test.context.outbox.enqueue(transaction, [mail]),
    );
    await waitUntil("the mail is refused for now", async () => {
      const { rows } = await test.context.database.pool.query(
        "select from pgboss.job where name = 'mail' and state = 'retry'",
      );
      return rows.length === 1;
    });
    const [after] = await readKeyUsage(test.context.database);
    expect(after!.mails).toBe(before!.mails + 1);
  });

  it("encrypts every secret with the new key, and leaves stored answers and mails", async () => {
    const before = await readKeyUsage(test.context.database);
    await rotateKeys(test.context, fixedKeyring([newer, older]), { force: true });
    expect(await decryptAll()).toEqual(secrets);
    const { answers, mails } = before[0]!;
    const byKey = new Map(
      (await readKeyUsage(test.context.database)).map((use) => [use.keyId, use]),
    );
    expect(byKey.get(newerId!)).toMatchObject({ ...one, answers: 0 });
    expect(byKey.get(olderId!)).toMatchObject({ ...none, answers, mails });
  });
});
