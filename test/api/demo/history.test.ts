import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditEvent } from "../../../src/business/watch/audit-log/audit-event.schema.ts";
import { verifyChains } from "../../../src/identity/audit/verify-chains.ts";
import { demoTraders } from "../../../src/demo/demo-traders.ts";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

/** The JSON form. */
type Event = Omit<AuditEvent, "at"> & { at: string };

let test: TestApp;
let administrator: Browser;
/** The demo's events, oldest first. */
let events: Event[];
let traders: TraderListItem[];

beforeAll(async () => {
  test = await startApp();
  await fillDemo(test.context);
  const past = `to=${test.clock.now().toISOString()}`;
  administrator = await test.administrator();
  const newestFirst = (await administrator.get(`/api/admin/audit?${past}`)).json<Event[]>();
  // Leaves out the creation of the test's own administrator.
  events = newestFirst.toReversed().filter(({ actor }) => actor !== "system");
  traders = (await administrator.get("/api/admin/users")).json();
});
afterAll(() => test.close());

const eventsOf = (traderId: number) => events.filter((event) => event.traderId === traderId);

const idOf = (name: string) => traders.find(({ fullName }) => fullName === name)!.id;

describe("the demo's audit log", () => {
  it("has unbroken chains, is in chronological order, and ends before now", async () => {
    expect((await verifyChains(test.context.database)).broken).toBeUndefined();
    const times = events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const { rows } = await test.context.database.pool.query<{ late: number }>(
      "select count(*)::int as late from audit_events where at > $1",
      [test.clock.now()],
    );
    expect(rows).toEqual([{ late: 0 }]);
    expect(events.every(({ address, requestId }) => address && requestId)).toBe(true);
  });

  it("starts for each trader with their registration", () => {
    for (const { id, createdAt, country } of traders) {
      const [first] = eventsOf(id);
      expect(first).toMatchObject({
        action: country ? "trader.registered" : "trader.created",
        at: createdAt,
      });
    }
  });

  it("adds up to the current state of each account", () => {
    for (const { id, tradingAccount } of traders) {
      const state: Record<string, unknown> = { balance: "0.00", profitLoss: "0.00" };
      for (const { action, changes } of eventsOf(id)) {
        if (action !== "account.updated") continue;
        for (const [field, change] of Object.entries(changes)) {
          if (change === "changed") continue;
          expect({ id, field, value: change.from }).toEqual({
            id,
            field,
            value: state[field] ?? { status: "pending", payoutEnabled: false }[field] ?? null,
          });
          state[field] = change.to;
        }
      }
      // An administrator entered the initial balance; later changes come from the record.
      const { recordedAt, balance, profitLoss } = tradingAccount;
      if (recordedAt) {
        expect(state).toMatchObject({ profitLoss: "0.00" });
        Object.assign(state, { balance, profitLoss });
      }
      expect(tradingAccount).toMatchObject(state);
    }
  });

  it("has the administrator and the notes of every payout decision", async () => {
    const payouts = (await administrator.get("/api/admin/payouts")).json<
      { id: number; status: string; adminNotes: string | null; createdAt: string }[]
    >();
    for (const { id, status, adminNotes, createdAt } of payouts) {
      const { timeline } = (await administrator.get(`/api/admin/payouts/${id}`)).json<{
        timeline: Record<string, unknown>[];
      }>();
      expect(timeline[0]).toMatchObject({ event: "requested", at: createdAt, actor: "trader" });
      expect(timeline.findLast(({ event }) => !/paid|payment/.test(String(event)))).toMatchObject({
        status,
        note: adminNotes,
      });
      expect(timeline.length > 1).toBe(status !== "pending");
      for (const step of timeline.slice(1)) {
        expect(step).toMatchObject(
          step.event === "cancelled"
            ? { actor: "trader" }
            : { actor: "administrator", actorName: "Back office" },
        );
      }
    }
  });

  it("contains a reversed decision, a ban, and a view of a master password", async () => {
    const olivia = eventsOf(idOf("Olivia Bennett")).map(({ action }) => action);
    expect(olivia).toEqual(expect.arrayContaining(["payout.rejected", "payout.reversed"]));
    expect(olivia.filter((action) => action === "master-password.viewed")).toHaveLength(1);
    for (const { id, banned, banReason } of traders) {
      const bans = eventsOf(id).filter(({ action }) => action === "trader.banned");
      expect(bans.map(({ reason }) => reason)).toEqual(banned ? [banReason] : []);
    }
    const owner = test.visitor();
    const { email, password } = demoTraders.find(({ name }) => name === "Emre Kaya")!;
    await owner.post("/api/login", { email, password });
    expect((await owner.get("/api/user/account/last-view")).json()).toBeNull();
  });

  it("includes the import of every statement, and the token of the snapshots", () => {
    const imports = events.filter(({ action }) => action === "statement.imported");
    for (const { id, tradingAccount } of traders) {
      const ofTrader = imports.filter(({ traderId }) => traderId === id);
      expect(ofTrader.length > 0).toBe(tradingAccount.recordedAt !== null);
    }
    const ofToken = events.filter(({ action }) => action.startsWith("token."));
    expect(ofToken.map(({ action }) => action)).toEqual(["token.created", "token.revoked"]);
    expect(ofToken[0]!.changes.label).toEqual({ from: null, to: "Demo bridge" });
  });

  it("contains payout requests only while payouts are enabled", () => {
    for (const { id } of traders) {
      let isEnabled = false;
      for (const { action, changes } of eventsOf(id)) {
        const { payoutEnabled } = changes;
        if (typeof payoutEnabled === "object") isEnabled = payoutEnabled.to === true;
        if (action === "payout.requested")
          expect({ id, isEnabled }).toEqual({ id, isEnabled: true });
      }
    }
  });
});
