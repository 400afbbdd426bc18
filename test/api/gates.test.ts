import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE } from "../../src/platform/time/durations.rule.ts";
import { readMissing } from "../../src/business/traders/gates/gates.queries.ts";
import { startApp, type TestAdministrator, type TestApp, type TestTrader } from "../support/app.ts";
import { transports } from "../support/transports.ts";
import { accept, addAgreement, addIdentity, closeGates, openGates } from "../support/gates.ts";

let test: TestApp;
let owner: TestAdministrator;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

const none = { identity: false, agreements: [] };

describe.each(transports)("the settings of gates over $name", (transport) => {
  it("ask for nothing until an owner sets a part of them", async () => {
    await openGates(owner);
    const { body } = await transport.call(owner, "admin.settings.gates.get");
    expect(body).toEqual({ fundedStep: none, payoutApproval: none, trading: none });
    const agreement = await addAgreement(owner);
    const other = await addAgreement(owner);
    const set = (input: Record<string, unknown>) =>
      transport.call(owner, "admin.settings.gates.set", input);
    const first = await set({ trading: { agreements: [other, agreement, other] } });
    expect(first.status).toBe(200);
    expect((await set({ trading: { identity: true } })).body).toEqual({
      fundedStep: none,
      payoutApproval: none,
      trading: { identity: true, agreements: [agreement, other] },
    });
    await openGates(owner);
  });

  it("name agreements that exist", async () => {
    const input = { fundedStep: { agreements: [2_000_000] } };
    const refused = await transport.call(owner, "admin.settings.gates.set", input);
    expect([refused.status, refused.message]).toEqual([400, "There is no agreement 2000000"]);
  });

  it("are set by owners only", async () => {
    const risk = await test.administrator("risk");
    const input = { trading: { identity: true } };
    const refused = await transport.call(risk, "admin.settings.gates.set", input);
    expect(refused.status).toBe(403);
  });
});

describe("what is missing", () => {
  const missingOf = async (trader: TestTrader) => {
    const { kysely } = test.context.database;
    const missing = await readMissing(kysely, [trader.id], "trading", test.clock.now());
    return missing.get(trader.id);
  };

  it("is an identity that is approved now, and the newest versions of agreements", async () => {
    const trader = await test.trader();
    const agreement = await addAgreement(owner);
    await closeGates(owner, ["trading"], { identity: true, agreements: [agreement] });
    expect(await missingOf(trader)).toEqual(["identity", `agreement:${agreement}`]);
    await accept(trader, agreement);
    await addIdentity(test, trader, { status: "approved", expiresIn: 10 * MINUTE });
    expect(await missingOf(trader)).toBeUndefined();
    await addAgreement(owner, agreement);
    expect(await missingOf(trader)).toEqual([`agreement:${agreement}`]);
    await accept(trader, agreement);
    test.clock.advance(10 * MINUTE);
    expect(await missingOf(trader)).toEqual(["identity"]);
    await addIdentity(test, trader, { status: "submitted" });
    expect(await missingOf(trader)).toEqual(["identity"]);
    await openGates(owner);
    expect(await missingOf(trader)).toBeUndefined();
  });
});

describe("the approval of a payout request", () => {
  it("is refused until nothing is missing, and its rejection is not", async () => {
    const trader = await test.trader();
    await owner.accounts.update({ id: trader.id, balance: "5000.00", payoutEnabled: true });
    const request = () =>
      trader.payouts.request({
        amount: "100.00",
        paymentMethod: "paypal",
        paymentDetails: "o@x.com",
      });
    const { id } = await request();
    const agreement = await addAgreement(owner);
    await closeGates(owner, ["payoutApproval"], { identity: true, agreements: [agreement] });
    const decide = (payoutId: number, status: string) =>
      owner.patch(`/api/admin/payouts/${payoutId}`, { status, adminNotes: "Checked" });
    const refused = await decide(id, "approved");
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        message:
          "This payout request cannot be approved yet: the trader has not proved their identity and has not accepted what is asked for",
        reason: "gate",
        missing: ["identity", `agreement:${agreement}`],
      },
    ]);
    await addIdentity(test, trader, { status: "approved" });
    expect((await decide(id, "approved")).json()).toMatchObject({
      missing: [`agreement:${agreement}`],
    });
    await accept(trader, agreement);
    expect((await decide(id, "approved")).statusCode).toBe(200);
    await addAgreement(owner, agreement);
    const other = await request();
    expect((await decide(other.id, "rejected")).statusCode).toBe(200);
    await openGates(owner);
  });
});
