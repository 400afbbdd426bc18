import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Payout, AdminPayout } from "../../../src/business/money/payouts/payout.schema.ts";
import {
  paymentMethodCodes,
  payoutStatuses,
} from "../../../src/business/money/payouts/payout.rule.ts";
import type { Certificate } from "../../../src/business/record/certificates/certificate.schema.ts";
import {
  accountStatuses,
  parseLimit,
  targetProgress,
} from "../../../src/business/traders/accounts/account.rule.ts";
import type { Agreement } from "../../../src/business/traders/agreements/agreement.schema.ts";
import type { AdminIdentity } from "../../../src/business/traders/identity/identity.schema.ts";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import type { AdminTrader, TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { FORMER_DOMAIN } from "../../../src/demo/past/former-customers.ts";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { PASSWORD, startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

/** The JSON form. */
type OnWire<Row> = Omit<Row, "createdAt"> & { createdAt: string };

interface Notice {
  at: string;
  kind: string;
  subject: string;
  readAt: string | null;
}

let test: TestApp;
let administrator: Browser;
let signIns: { email: string; password: string }[];
let everyone: OnWire<TraderListItem>[];
/** Without former customers. */
let traders: OnWire<TraderListItem>[];
let payouts: OnWire<AdminPayout>[];

beforeAll(async () => {
  test = await startApp();
  signIns = await fillDemo(test.context);
  administrator = await test.administrator();
  everyone = (await administrator.get("/api/admin/users")).json();
  traders = everyone.filter(({ email }) => !email.endsWith(`@${FORMER_DOMAIN}`));
  payouts = (await administrator.get("/api/admin/payouts")).json();
});
afterAll(() => test.close());

async function signIn(index: number): Promise<Browser> {
  const browser = test.visitor();
  expect((await browser.post("/api/login", signIns[index])).statusCode).toBe(200);
  return browser;
}

/** Expects both ids and times in descending order. */
function expectNewestFirst(rows: { id: number; createdAt: string }[]) {
  const byTime = rows.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  expect(byTime.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(Date.parse(rows[0]!.createdAt)).toBeLessThan(test.clock.now().getTime());
}

// First, because signing in sends mails.
it("a demo trader has past notices without mails, and the latest ones are unread", async () => {
  const mails = await test.context.database.pool.query(
    "select 1 from pgboss.job where name ilike '%mail%'",
  );
  expect(mails.rows).toEqual([]);
  const trader = await signIn(0);
  const notices = (await trader.get("/api/user/notices")).json<Notice[]>();

  const kinds = new Set(notices.map(({ kind }) => kind));
  expect(kinds).toContain("payout-decided");
  expect(kinds).toContain("payout-paid");
  expect(kinds).toContain("certificate-issued");
  expect(notices.map(({ at }) => at)).toEqual(
    notices.map(({ at }) => at).toSorted((one, other) => other.localeCompare(one)),
  );
  expect(notices.some(({ readAt }) => readAt === null)).toBe(true);
  expect(notices.at(-1)!.readAt).not.toBeNull();
});

it("the demo has two identities to check, with pictures, one of another name", async () => {
  const list = await administrator.get("/api/admin/identities?status=submitted");
  const identities = list.json<AdminIdentity[]>();
  expect(identities.map(({ legalName, fullName }) => legalName === fullName)).toEqual([
    true,
    false,
  ]);
  for (const { files } of identities) {
    const file = await administrator.get(`/api/admin/identity-files/${files[0]!.id}/file`);
    expect([file.headers["content-type"], file.rawPayload.length]).toEqual([
      "image/png",
      files[0]!.size,
    ]);
  }
});

it("the demo has an agreement with a new version, which some traders have accepted", async () => {
  const [agreement] = (await administrator.get("/api/admin/agreements")).json<Agreement[]>();
  expect(agreement!.versions.map(({ version }) => version)).toEqual([2, 1]);
  const { rows } = await test.context.database.pool.query<{ version: number; count: number }>(
    `select version, count(*)::int from agreement_acceptances
     join agreement_versions on agreement_versions.id = version_id group by version order by version`,
  );
  expect(rows[0]!.count).toBeGreaterThan(rows[1]!.count);
  expect(rows[1]!.count).toBeGreaterThan(0);
});

describe("the demo's traders", () => {
  it("number at least forty, with ids in the order in which they joined", () => {
    expect(traders.length).toBeGreaterThanOrEqual(40);
    expectNewestFirst(traders);
  });

  it("come first in the list, before the former customers, who joined in the order of their ids, too", () => {
    expect(everyone.slice(0, traders.length)).toEqual(traders);
    expectNewestFirst(everyone.slice(traders.length));
    expect(everyone.length).toBeGreaterThan(traders.length + 200);
  });

  it("are found by their email and their broker login", async () => {
    for (const { id, email, tradingAccount } of traders) {
      for (const text of [email, tradingAccount.login].filter((part) => part !== null)) {
        const search = new URLSearchParams({ search: text });
        const found = await administrator.get(`/api/admin/users?${search.toString()}`);
        expect(found.json<OnWire<TraderListItem>[]>().map((trader) => trader.id)).toEqual([id]);
      }
    }
  });

  it("are in every status and phase", () => {
    const phases = ["Evaluation", "Phase 1", "Phase 2", "Funded"];
    const present = new Set(
      traders.map(({ tradingAccount: { status, phase } }) => `${status} ${phase}`),
    );
    for (const status of accountStatuses) {
      for (const phase of phases) expect(present).toContain(`${status} ${phase}`);
    }
  });

  it("have every country that the screens offer, and some have none", () => {
    expect(new Set(traders.map(({ country }) => country))).toEqual(
      new Set(["us", "uk", "ca", "au", "fr", "de", "jp", "cn", null]),
    );
    for (const { email } of traders) expect(email).toMatch(/\.example$/);
  });

  it("have limits and targets in every notation", () => {
    const limits = traders.map(({ tradingAccount }) => tradingAccount.dailyDrawdownLimit);
    expect(limits).toEqual(expect.arrayContaining(["5%", "$5,000", "5% / $500", null]));
    const targets = traders.map(({ tradingAccount }) => tradingAccount.profitTarget);
    expect(targets).toEqual(
      expect.arrayContaining(["$10,000", "2500", "8%", "7.5%", "10% / $1000", "No target", null]),
    );
  });

  it("have a loss above their daily limit if they are breached", () => {
    const breached = traders.filter(({ tradingAccount }) => tradingAccount.status === "breached");
    for (const { tradingAccount } of breached) {
      const limit = parseLimit(tradingAccount.dailyDrawdownLimit, tradingAccount);
      expect(Number(tradingAccount.profitLoss) * 100).toBeLessThan(-Number(limit));
    }
  });

  it("have payouts enabled only with an active funded account", () => {
    const paying = traders.filter(({ tradingAccount }) => tradingAccount.payoutEnabled);
    expect(paying.length).toBeGreaterThan(5);
    for (const { tradingAccount } of paying) {
      expect(tradingAccount).toMatchObject({ status: "active", phase: "Funded" });
    }
  });

  it("have a reason if they are banned", () => {
    const banned = traders.filter((trader) => trader.banned);
    expect(banned.length).toBeGreaterThanOrEqual(3);
    for (const { banReason } of banned) expect(banReason).toMatch(/\.$/);
  });

  it("have no password and a pending account if they are only invited", async () => {
    const invited = await test.context.database.kysely
      .selectFrom("users")
      .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
      .select(["status", "login"])
      .where("password", "is", null)
      .execute();
    expect(invited.length).toBeGreaterThanOrEqual(3);
    for (const account of invited) expect(account).toEqual({ status: "pending", login: null });
  });

  it("have encrypted master passwords, which an administrator can view", async () => {
    const assigned = traders.filter(({ tradingAccount }) => tradingAccount.login !== null);
    const logins = new Set(assigned.map(({ tradingAccount }) => tradingAccount.login));
    expect(logins.size).toBe(assigned.length);
    for (const login of logins) expect(login).toMatch(/^\d{7}$/);
    const response = await administrator.get(`/api/admin/user/${assigned[0]!.id}`);
    const { tradingAccount } = response.json<AdminTrader>();
    expect(tradingAccount.masterPassword).toMatch(/^\S{8}$/);
    expect(tradingAccount.server).toMatch(/^Propdesk-/);
    const { rows } = await test.context.database.pool.query(
      "select 1 from trading_accounts where master_password not like 'v1.%'",
    );
    expect(rows).toEqual([]);
  });
});

describe("the demo's payouts", () => {
  it("have every status and method, with ids in the order of the requests", () => {
    expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(payoutStatuses));
    expect(new Set(payouts.map(({ paymentMethod }) => paymentMethod))).toEqual(
      new Set(paymentMethodCodes),
    );
    expectNewestFirst(payouts);
  });

  it("were requested after the trader joined, at all hours of the day", () => {
    const joined = new Map(everyone.map(({ id, createdAt }) => [id, createdAt]));
    for (const { userId, createdAt } of payouts) {
      expect(createdAt > joined.get(userId)!).toBe(true);
    }
    expect(new Set(payouts.map(({ createdAt }) => createdAt.slice(11, 13))).size).toBeGreaterThan(
      16,
    );
  });

  it("have notes if they are rejected, and none while they are pending", () => {
    const notes = (wanted: string) =>
      payouts.filter(({ status }) => status === wanted).map(({ adminNotes }) => adminNotes);
    for (const note of notes("rejected")) expect(note).toMatch(/\.$/);
    for (const note of notes("pending")) expect(note).toBeNull();
    expect(notes("approved").filter((note) => note !== null).length).toBeGreaterThan(10);
  });

  it("include a pending one that exceeds the balance", () => {
    const flagged = payouts.filter(({ exceedsBalance }) => exceedsBalance);
    expect(flagged).toEqual([expect.objectContaining({ status: "pending" })]);
  });
});

it("the data directory contains demo statements for trying the import", async () => {
  const files = await readdir(join(test.context.config.dataDir, "demo-statements"));
  expect(files).toHaveLength(5);
  expect(files).toContain("sofia-delgado-mt5-html.html");
});

it("demo certificates are small PDFs that their owner can download", async () => {
  const owner = await signIn(0);
  const certificates = (await owner.get("/api/user/certificates")).json<Certificate[]>();
  for (const { name, fileUrl } of certificates) {
    const file = await owner.get(fileUrl);
    expect(file.statusCode).toBe(200);
    expect(file.headers["content-type"]).toBe("application/pdf");
    const text = file.rawPayload.toString("latin1");
    expect(text).toMatch(/^%PDF-1\.\d[^]*%%EOF\n?$/);
    expect(text).toContain(`(${name}: Olivia Bennett)`);
    expect(text).toContain("/MediaBox [0 0 841.89 595.28]");
    expect(file.rawPayload.length).toBeLessThan(20_000);
  }
});

it("every demo certificate has a file and was issued on the day of its upload", async () => {
  const rows = await test.context.database.kysely
    .selectFrom("certificates")
    .innerJoin("users", "users.id", "certificates.user_id")
    .select(["file_key as key", "issued_at as issuedAt", "uploaded_at as uploadedAt"])
    .select("users.created_at as joinedAt")
    .orderBy("certificates.id")
    .execute();
  expect(rows.length).toBeGreaterThan(20);
  const times = rows.map(({ uploadedAt }) => Date.parse(uploadedAt));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const { key, issuedAt, uploadedAt, joinedAt } of rows) {
    const file = await test.context.files.open(key);
    file?.stream.destroy();
    expect(file?.size).toBeGreaterThan(1000);
    expect(new Date(issuedAt).toISOString()).toBe(
      `${new Date(uploadedAt).toISOString().slice(0, 10)}T00:00:00.000Z`,
    );
    expect(Date.parse(uploadedAt)).toBeGreaterThan(Date.parse(joinedAt));
  }
});

describe("the demo's sign-ins", () => {
  it("include a funded trader with a history", async () => {
    const olivia = await signIn(0);
    const account = (await olivia.get("/api/user/account")).json<TradingAccount>();
    expect(account).toMatchObject({ status: "active", phase: "Funded", payoutEnabled: true });
    const { percent } = targetProgress(account);
    expect(percent).toBeGreaterThan(20);
    expect(percent).toBeLessThan(90);
    const requests = (await olivia.get("/api/user/payouts")).json<Payout[]>();
    expect(requests.length).toBeGreaterThan(5);
    expect(new Set(requests.map(({ status }) => status)).size).toBe(4);
    expect(new Set(requests.map(({ paymentMethod }) => paymentMethod)).size).toBe(4);
    const certificates = (await olivia.get("/api/user/certificates")).json<object[]>();
    expect(certificates.length).toBeGreaterThan(3);
  });

  it("include a trader in evaluation without payouts", async () => {
    const emre = await signIn(1);
    expect((await emre.get("/api/user/account")).json()).toMatchObject({
      status: "active",
      phase: "Evaluation",
      payoutEnabled: false,
    });
  });

  it("are printed again at the next start, but only while they are valid", async () => {
    const [funded, beginner] = signIns;
    expect(await fillDemo(test.context)).toEqual([funded, beginner]);

    const changed = await (
      await signIn(1)
    ).post("/api/user/change-password", {
      currentPassword: beginner!.password,
      newPassword: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(changed.statusCode).toBe(200);
    expect(await fillDemo(test.context)).toEqual([funded]);

    const { id } = (await (await signIn(0)).get("/api/user")).json<{ id: number }>();
    const ban = (banned: boolean) =>
      administrator.patch(`/api/admin/user/${id}/ban`, { banned, banReason: "A test." });
    expect((await ban(true)).statusCode).toBe(200);
    expect(await fillDemo(test.context)).toEqual([]);
    expect((await ban(false)).statusCode).toBe(200);
    expect(await fillDemo(test.context)).toEqual([funded]);
    expect((await administrator.delete(`/api/admin/user/${id}`)).statusCode).toBe(200);
    expect(await fillDemo(test.context)).toEqual([]);
  });
});
