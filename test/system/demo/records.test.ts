import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Programme } from "../../../src/business/decisions/programmes/programme.schema.ts";
import type { Stage } from "../../../src/business/record/stages/stage.schema.ts";
import { statementFormats } from "../../../src/business/record/statements/statement.rule.ts";
import type { Statement } from "../../../src/business/record/statements/statement.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import type { AuditEvent } from "../../../src/business/watch/audit-log/audit-event.schema.ts";
import type { Review } from "../../../src/business/decisions/reviews/review.schema.ts";
import { rules } from "../../../src/business/rulebook/rules/rules.schema.ts";
import type { Verdict } from "../../../src/business/rulebook/engine/verdict.schema.ts";
import { demoRulesOf } from "../../../src/demo/demo-rules.ts";
import { isTraded } from "../../../src/demo/demo-record.ts";
import { demoTraders } from "../../../src/demo/demo-traders.ts";
import { FORMER_DOMAIN } from "../../../src/demo/past/former-customers.ts";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { verifyChains } from "../../../src/identity/audit/verify-chains.ts";
import { formatDecimal, parseCents } from "../../../src/platform/money/money.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

/** The JSON form. */
type Event = Omit<AuditEvent, "at"> & { at: string };

let test: TestApp;
let administrator: Browser;
/** The demo's events, oldest first. */
let events: Event[];
let everyone: TraderListItem[];
/** Without former customers. */
let traders: TraderListItem[];

beforeAll(async () => {
  test = await startApp();
  await fillDemo(test.context);
  const past = `to=${test.clock.now().toISOString()}`;
  administrator = await test.administrator();
  const newestFirst = (await administrator.get(`/api/admin/audit?${past}`)).json<Event[]>();
  // Leaves out the creation of the test's own administrator.
  events = newestFirst.toReversed().filter(({ actor }) => actor !== "system");
  everyone = (await administrator.get("/api/admin/users")).json();
  traders = everyone.filter(({ email }) => !email.endsWith(`@${FORMER_DOMAIN}`));
});
afterAll(() => test.close());

const traded = demoTraders.filter(isTraded);
const traderOf = (email: string) => traders.find((trader) => trader.email === email)!;
const named = (name: string) => traders.find(({ fullName }) => fullName === name)!.id;

async function statementsOf(id: number): Promise<Statement[]> {
  return (await administrator.get(`/api/admin/user/${id}/statements`)).json();
}

async function stagesOf(id: number) {
  return (await administrator.get(`/api/admin/user/${id}/stages`)).json<Stage[]>();
}

describe("the record of a demo account", () => {
  it("matches the figures of the account", () => {
    for (const demoTrader of traded) {
      const { size, profit, follows } = demoTrader.account;
      if (follows) continue;
      const { tradingAccount } = traderOf(demoTrader.email);
      expect(tradingAccount).toMatchObject({
        profitLoss: profit,
        balance: formatDecimal(BigInt(size) * 100n + parseCents(profit)!),
      });
      expect(tradingAccount.recordedAt).not.toBeNull();
    }
  });

  it("is in a stage with the account's phase and size, which failed if the account is breached", async () => {
    for (const { email, account } of traded) {
      const [present, ...earlier] = await stagesOf(traderOf(email).id);
      const initialBalance = formatDecimal(BigInt(account.size) * 100n);
      const outcome = account.status === "breached" ? "failed" : null;
      expect(present).toMatchObject({ phase: account.phase, initialBalance, outcome });
      for (const passed of earlier)
        expect(passed).toMatchObject({ initialBalance, outcome: "passed" });
    }
  });

  it("has passed all steps before the present one, in this order", async () => {
    for (const { email } of traded) {
      const stages = await stagesOf(traderOf(email).id);
      const steps = stages.map(({ programme }) => programme?.step);
      expect(steps).toEqual(stages.map((_, index) => stages.length - index));
    }
  });

  it("stands on a step of one of the three programmes, with the phase of that step", async () => {
    const programmes = (await administrator.get("/api/admin/programmes")).json<Programme[]>();
    const names = programmes.map(({ name }) => name).toSorted();
    expect(names).toEqual(["Instant Funding", "One Step", "Two Steps"]);
    for (const { email, account } of traded) {
      const { programme } = (await stagesOf(traderOf(email).id))[0]!;
      const { versions } = programmes.find(({ id }) => id === programme?.id)!;
      expect(versions[0]!.steps[programme!.step - 1]).toMatchObject({ phase: account.phase });
      expect(versions[0]!.initialBalances).toContain(`${account.size}.00`);
    }
  });

  it("comes from a statement in each of the formats, whose file can be downloaded", async () => {
    const formats = new Set<string>();
    for (const { email } of traded.slice(0, 8)) {
      const [statement] = await statementsOf(traderOf(email).id);
      formats.add(statement!.format);
      const file = await administrator.get(`/api/statements/${statement!.id}/file`);
      expect(file.rawPayload.length).toBe(statement!.size);
    }
    expect(formats).toEqual(new Set(statementFormats));
  });

  it("has observed equity in its last weeks", async () => {
    const id = named("Olivia Bennett");
    const days = (await administrator.get(`/api/admin/user/${id}/days`)).json<
      { evidence: string }[]
    >();
    const observed = days.filter(({ evidence }) => evidence === "observed");
    expect(observed.length).toBeGreaterThan(5);
    const { rows } = await test.context.database.pool.query<{ label: string; revoked: boolean }>(
      `select distinct label, revoked_at is not null as revoked
       from snapshots join api_tokens on api_tokens.id = token_id`,
    );
    expect(rows).toEqual([{ label: "Demo bridge", revoked: true }]);
  });
});

describe("the demo's statements", () => {
  it("exist for everyone except Sofia Delgado, whose statement is left for an import", async () => {
    const id = named("Sofia Delgado");
    expect(await statementsOf(id)).toEqual([]);
    expect(await stagesOf(id)).toEqual([]);
  });

  it("are inconsistent for Liam O'Connor", async () => {
    const [statement] = await statementsOf(named("Liam O'Connor"));
    expect(statement!.reconciliation.status).toBe("inconsistent");
  });

  it("include one of another account, which is held", async () => {
    const [held, own] = await statementsOf(named("Mateo Fernández"));
    expect(held).toMatchObject({ needsConfirmation: true });
    expect(held!.reconciliation.findings.map(({ code }) => code)).toEqual(["other_login"]);
    expect(own).toMatchObject({ needsConfirmation: false });
  });

  it("are reconciled otherwise", async () => {
    const statuses: string[] = [];
    for (const { id } of traders)
      for (const { reconciliation } of await statementsOf(id)) statuses.push(reconciliation.status);
    expect(statuses.filter((status) => status !== "reconciled")).toEqual(["inconsistent"]);
    expect(statuses).toHaveLength(traded.length + 1);
  });
});

describe("the verdict on a demo account", () => {
  const verdictOf = async (name: string) =>
    (await administrator.get(`/api/admin/user/${named(name)}/verdict`)).json<Verdict>();

  it("is a breach only if the account is breached or under review", async () => {
    const breached: string[] = [];
    for (const { email, account } of traded) {
      const response = await administrator.get(`/api/admin/user/${traderOf(email).id}/verdict`);
      const { outcome } = response.json<Verdict>();
      if (account.status === "breached") expect(outcome).toBe("breached");
      else if (outcome === "breached") breached.push(account.status);
    }
    expect(breached).toEqual(["under-review"]);
  });

  it("is a pass for Liam O'Connor, who reached the target", async () => {
    expect(await verdictOf("Liam O'Connor")).toMatchObject({ outcome: "passed" });
  });

  it("requires a decision if it is a pass or an unconfirmed breach", async () => {
    const reviews = (await administrator.get("/api/admin/reviews?status=open")).json<Review[]>();
    expect(reviews.map(({ kind, userId }) => [kind, userId]).toSorted()).toEqual([
      ["breach", named("Yanis Haddad")],
      ["pass", named("Liam O'Connor")],
    ]);
  });

  it("deducts what Wei Zhang won around the news, except for a finding that was waived", async () => {
    const { deductions, conduct } = await verdictOf("Wei Zhang");
    const statuses = conduct![0]!.findings.map(({ status }) => status);
    expect(statuses[0]).toBe("waived");
    expect(statuses).toContain("stands");
    expect(Number(deductions)).toBeGreaterThan(0);
  });

  it("does not exist for Mateo Fernández, whose target has no amount", async () => {
    expect(await verdictOf("Mateo Fernández")).toMatchObject({ rulesVersionId: null, rules: [] });
  });

  it("follows from rules that the API accepts", () => {
    for (const demoTrader of demoTraders) {
      const found = demoRulesOf(demoTrader);
      if (found) expect(rules.parse(found.rules)).toEqual(found.rules);
    }
  });
});

const eventsOf = (traderId: number) => events.filter((event) => event.traderId === traderId);

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
    const olivia = eventsOf(named("Olivia Bennett")).map(({ action }) => action);
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
