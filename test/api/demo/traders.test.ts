import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  accountStatuses,
  parseLimit,
} from "../../../src/business/traders/accounts/account.rule.ts";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import {
  paymentMethodCodes,
  payoutStatuses,
} from "../../../src/business/money/payouts/payout.rule.ts";
import type { AdminPayout } from "../../../src/business/money/payouts/payout.schema.ts";
import type { AdminTrader, TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

/** The JSON form. */
type OnWire<Row> = Omit<Row, "createdAt"> & { createdAt: string };

let test: TestApp;
let administrator: Browser;
let traders: OnWire<TraderListItem>[];
let payouts: OnWire<AdminPayout>[];

beforeAll(async () => {
  test = await startApp();
  await fillDemo(test.context);
  administrator = await test.administrator();
  traders = (await administrator.get("/api/admin/users")).json();
  payouts = (await administrator.get("/api/admin/payouts")).json();
});
afterAll(() => test.close());

/** Expects both ids and times in descending order. */
function expectNewestFirst(rows: { id: number; createdAt: string }[]) {
  const byTime = rows.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  expect(byTime.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(Date.parse(rows[0]!.createdAt)).toBeLessThan(test.clock.now().getTime());
}

describe("the demo's traders", () => {
  it("number at least forty, with ids in the order in which they joined", () => {
    expect(traders.length).toBeGreaterThanOrEqual(40);
    expectNewestFirst(traders);
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
    const joined = new Map(traders.map(({ id, createdAt }) => [id, createdAt]));
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
