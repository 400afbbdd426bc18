import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailKindCodes } from "../../src/business/office/mails/mail-kinds.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { holdLock } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";

interface Mail {
  kind: string;
  isAlwaysSent: boolean;
  isSent: boolean;
}

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

const path = "/api/admin/settings/mails";
const always = [
  "password-reset",
  "invitation",
  "password-changed",
  "email-changed",
  "new-sign-in",
  "second-factor",
  "payout-details-changed",
  "factor-confirmation",
  "factor-changes-undone",
  "recovery-requested",
  "recovery-stopped",
  "recovery-completed",
];
const setMail = (kind: string, isSent: boolean, by = owner) => by.patch(path, { kind, isSent });

async function ban(id: number) {
  await owner.patch(`/api/admin/user/${id}/ban`, { banned: true, banReason: "Copied trades" });
  await owner.patch(`/api/admin/user/${id}/ban`, { banned: false });
}

describe("mails", () => {
  it("are listed by kind, and those about security cannot be disabled", async () => {
    const { mails } = (await owner.get(path)).json<{ mails: Mail[] }>();
    expect(mails.map(({ kind }) => kind)).toEqual(mailKindCodes);
    const fixed = mails.filter(({ isAlwaysSent }) => isAlwaysSent);
    expect(fixed.map(({ kind }) => kind).toSorted()).toEqual(always.toSorted());
    for (const kind of always) {
      const response = await setMail(kind, false);
      expect([kind, response.statusCode, response.json()]).toEqual([
        kind,
        400,
        expect.objectContaining({ message: "This email is always sent" }),
      ]);
    }
  });

  it("of disabled kinds are not enqueued, and others are", async () => {
    const { mails } = (await setMail("banned", false)).json<{ mails: Mail[] }>();
    expect(mails.find(({ kind }) => kind === "banned")!.isSent).toBe(false);
    const trader = await test.trader();
    await ban(trader.id);
    const [first] = await test.mailsTo(trader.email);
    expect(first!.subject).toBe("Your account is no longer banned");
    await setMail("banned", true);
    await ban(trader.id);
    const subjects = (await test.mailsTo(trader.email, 3)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      "Your account has been banned",
      "Your account is no longer banned",
      "Your account is no longer banned",
    ]);
  });

  it("can be enabled or disabled only by owners, with an audit event", async () => {
    const off = "email-verification";
    const risk = await test.administrator("risk");
    expect((await setMail("unbanned", false, risk)).statusCode).toBe(403);
    expect((await risk.get(path)).statusCode).toBe(200);
    await setMail("unbanned", false);
    await setMail("unbanned", false);
    await setMail("unbanned", true);
    const events = (await owner.get("/api/admin/audit?action=mail-settings.changed&limit=2")).json<
      { changes: object }[]
    >();
    expect(events.map(({ changes }) => changes)).toEqual([
      { switchedOff: { from: `${off}, unbanned`, to: off } },
      { switchedOff: { from: off, to: `${off}, unbanned` } },
    ]);
  });

  it.each(["the first changes", "later changes"])(
    "of two kinds can be disabled concurrently without losing one of %s",
    async (changes) => {
      if (changes === "the first changes") {
        await test.context.database.pool.query("delete from mail_settings");
      }
      const kinds = ["payout-paid", "review-opened"];
      const statement = "lock table mail_settings in row exclusive mode";
      const lock = await holdLock(test, { statement, values: [] });
      const both = Promise.all(kinds.map((kind) => setMail(kind, false)));
      await lock.blocked(2);
      await lock.release();
      await both;
      const { mails } = (await owner.get(path)).json<{ mails: Mail[] }>();
      const off = mails.filter(({ isSent }) => !isSent).map(({ kind }) => kind);
      expect(off).toEqual(expect.arrayContaining(kinds));
    },
  );
});

describe("the preview", () => {
  it.each(mailKindCodes)("of %s shows the firm's brand", async (kind) => {
    await owner.patch("/api/admin/settings/brand", { name: "Meridian", senderName: "The Desk" });
    const response = await owner.get(`${path}/preview?kind=${kind}`);
    expect(response.statusCode).toBe(200);
    const { from, subject, text, html } = response.json<Record<string, string>>();
    expect(from).toBe("The Desk");
    expect(subject).not.toBe("");
    expect(text).toContain("-- \nMeridian");
    expect(html).toContain("Meridian");
  });

  it("of an unknown mail is rejected", async () => {
    expect((await owner.get(`${path}/preview?kind=lottery`)).statusCode).toBe(400);
  });
});
