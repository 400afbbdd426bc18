import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEvent } from "../../../../src/business/watch/audit-log/audit-event.schema.ts";
import { startApp, type TestApp } from "../../../support/app.ts";
import type { Browser } from "../../../support/http.ts";
import { addPasskey, codeOf, setUpApp } from "../../../support/second-factor.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

async function signIn(accessKey: string): Promise<Browser> {
  const browser = test.visitor();
  expect((await browser.post("/api/admin/login", { accessKey })).statusCode).toBe(200);
  return browser;
}

/**
 * Performs every action of an administrator, and of an owner on them, from the first key to its revocation.
 * @returns all secrets used
 */
async function performAllActions(): Promise<string[]> {
  const member = { name: "Ada Byrne", role: "payouts" };
  const { id, key } = (await owner.post("/api/admin/team", member)).json<Created>();
  const ada = await signIn(key);
  await ada.patch("/api/admin/me", { name: "Ada King" });
  const { recoveryCodes, secret } = await setUpApp(test, ada, {
    kind: "administrator",
    password: key,
  });
  const own = "/api/admin/me/second-factor";
  const passkey = await addPasskey(test, ada, { kind: "administrator", password: key });
  await ada.patch(`${own}/passkeys/${passkey.id}`, { label: "Key in the safe" });
  await ada.post(`${own}/passkeys/${passkey.id}/remove`, { code: codeOf(test, secret) });
  const renewed = await ada.post(`${own}/recovery-codes`, { password: key });
  const codes = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes;
  await ada.post(`${own}/totp/turn-off`, { code: codes[0]! });
  await setUpApp(test, ada, { kind: "administrator", password: key });
  const path = `/api/admin/team/${id}`;
  await owner.post(`${path}/remove-second-factor`, {});
  await signIn(key);
  await owner.post(`${path}/end-sessions`, {});
  await owner.patch(path, { role: "risk" });
  const rotated = await owner.post(`${path}/rotate-key`, {});
  await owner.delete(path);
  return [key, rotated.json<Created>().key, secret, ...recoveryCodes, ...codes];
}

interface Created {
  id: number;
  key: string;
}

describe("the audit log of an administrator", () => {
  let secrets: string[];
  let events: AuditEvent[];
  beforeAll(async () => {
    secrets = await performAllActions();
    events = (await owner.get("/api/admin/audit?limit=100")).json<AuditEvent[]>().toReversed();
  });

  it("records every action from the first key to its revocation", () => {
    const start = events.findIndex(({ changes }) => JSON.stringify(changes).includes("Ada Byrne"));
    const summaries = events
      .slice(start)
      .map(({ actorName, action, changes }) => [actorName, action, changes]);
    const ownerName = "Test administrator";
    const named = { label: { from: "Ada King", to: "Ada King" } };
    expect(summaries).toEqual([
      [
        ownerName,
        "administrator.created",
        { label: { from: null, to: "Ada Byrne" }, role: { from: null, to: "payouts" } },
      ],
      ["Ada Byrne", "administrator.signed-in", {}],
      ["Ada Byrne", "administrator.changed", { label: { from: "Ada Byrne", to: "Ada King" } }],
      ["Ada King", "second-factor.totp-added", {}],
      ["Ada King", "passkey.added", { passkey: { from: null, to: "lightMyRequest" } }],
      [
        "Ada King",
        "passkey.renamed",
        { passkey: { from: "lightMyRequest", to: "Key in the safe" } },
      ],
      ["Ada King", "passkey.removed", { passkey: { from: "Key in the safe", to: null } }],
      ["Ada King", "second-factor.recovery-codes-made", {}],
      ["Ada King", "second-factor.recovery-code-used", {}],
      ["Ada King", "second-factor.totp-removed", {}],
      ["Ada King", "second-factor.totp-added", {}],
      [
        ownerName,
        "second-factor.removed",
        { ...named, secondFactor: { from: "totp, recovery-code", to: null } },
      ],
      ["Ada King", "administrator.signed-in", {}],
      [ownerName, "administrator.signed-out", { ...named, sessions: { from: 1, to: 0 } }],
      [ownerName, "administrator.changed", { ...named, role: { from: "payouts", to: "risk" } }],
      [ownerName, "administrator.key-rotated", { ...named, accessKey: "changed" }],
      [ownerName, "administrator.revoked", { label: { from: "Ada King", to: null } }],
    ]);
  });

  it("contains no key, secret or code", () => {
    const text = JSON.stringify(events);
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
