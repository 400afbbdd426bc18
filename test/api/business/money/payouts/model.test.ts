import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Decision,
  decisions,
  type PayoutStatus,
} from "../../../../../src/business/money/payouts/payout.rule.ts";
import { startApp, type TestApp } from "../../../../support/app.ts";
import type { Browser } from "../../../../support/http.ts";
import { rounds } from "../../../../support/rounds.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

/** A model of one trader, computed independently of the app. */
interface Model {
  enabled: boolean;
  banned: boolean;
  /** False after a ban until the trader signs in again, because lifting a ban restores no session. */
  signedIn: boolean;
  payouts: { status: PayoutStatus; notes: string | null }[];
}

interface Real {
  olivia: Browser & { id: number; email: string };
  ids: number[];
}

type Step = fc.AsyncCommand<Model, Real>;

const switchPayouts = (enabled: boolean): Step => ({
  check: () => true,
  async run(model, { olivia }) {
    const url = `/api/admin/user/${olivia.id}/account`;
    const response = await administrator.patch(url, { payoutEnabled: enabled });
    expect(response.json()).toMatchObject({ payoutEnabled: enabled });
    model.enabled = enabled;
  },
  toString: () => `payouts ${enabled ? "on" : "off"}`,
});

const ban = (banned: boolean): Step => ({
  check: () => true,
  async run(model, { olivia }) {
    const body = banned ? { banned, banReason: "Copy trading" } : { banned };
    const response = await administrator.patch(`/api/admin/user/${olivia.id}/ban`, body);
    expect(response.json()).toMatchObject({ banned, banReason: banned ? "Copy trading" : null });
    if (model.banned && !banned) model.signedIn = false;
    model.banned = banned;
  },
  toString: () => (banned ? "ban" : "unban"),
});

const signIn: Step = {
  check: (model) => !model.signedIn,
  async run(model, { olivia }) {
    const sent = { email: olivia.email, password: "correct horse 1" };
    const response = await olivia.post("/api/login", sent);
    expect(response.statusCode).toBe(model.banned ? 403 : 200);
    model.signedIn = !model.banned;
  },
  toString: () => "sign in",
};

const request: Step = {
  check: () => true,
  async run(model, real) {
    const sent = { amount: "10", paymentMethod: "bank" };
    const response = await real.olivia.post("/api/user/payouts", sent);
    const status = !model.signedIn ? 401 : model.banned || !model.enabled ? 403 : 201;
    expect(response.statusCode).toBe(status);
    if (status !== 201) return;
    model.payouts.push({ status: "pending", notes: null });
    real.ids.push(response.json<{ id: number }>().id);
  },
  toString: () => "request",
};

const decide = (which: number, status: Decision, notes: string | null): Step => ({
  check: ({ payouts }) => payouts.length > 0,
  async run({ payouts }, { ids }) {
    const index = which % payouts.length;
    const present = payouts[index]!;
    const response = await administrator.patch(`/api/admin/payouts/${ids[index]}`, {
      status,
      adminNotes: notes,
    });
    if (status === "rejected" && notes === null) return expect(response.statusCode).toBe(400);
    if (present.status === status || present.status === "cancelled") {
      expect(response.statusCode).toBe(409);
      return expect(response.json()).toMatchObject({
        current: { status: present.status, adminNotes: present.notes },
      });
    }
    expect(response.json()).toMatchObject({ status, adminNotes: notes });
    payouts[index] = { status, notes };
  },
  toString: () => `decide ${which} ${status}`,
});

const cancel = (which: number): Step => ({
  check: ({ payouts, signedIn, banned }) => payouts.length > 0 && signedIn && !banned,
  async run({ payouts }, { olivia, ids }) {
    const index = which % payouts.length;
    const present = payouts[index]!;
    const response = await olivia.delete(`/api/user/payouts/${ids[index]}`);
    if (present.status !== "pending") {
      expect(response.statusCode).toBe(409);
      return expect(response.json()).toMatchObject({ current: { status: present.status } });
    }
    expect(response.json()).toMatchObject({ status: "cancelled", adminNotes: null });
    payouts[index] = { status: "cancelled", notes: null };
  },
  toString: () => `cancel ${which}`,
});

const readPayouts: Step = {
  check: () => true,
  async run(model, { olivia, ids }) {
    const response = await olivia.get("/api/user/payouts");
    if (!model.signedIn) return expect(response.statusCode).toBe(401);
    if (model.banned) return expect(response.statusCode).toBe(403);
    const expected = model.payouts.map(({ status, notes }, index) => ({
      id: ids[index],
      status,
      adminNotes: notes,
      amount: "10.00",
    }));
    expect(response.json()).toMatchObject(expected.toReversed());
    expect(response.json()).toHaveLength(expected.length);
  },
  toString: () => "read payouts",
};

it("after any sequence of calls each payout has the status of its last decision", async () => {
  const steps = fc.commands(
    [
      fc.boolean().map(switchPayouts),
      fc.boolean().map(ban),
      fc.constant(signIn),
      fc.constant(request),
      fc.constant(request),
      fc
        .tuple(
          fc.nat(5),
          fc.constantFrom(...decisions),
          fc.constantFrom(null, "Paid", "Details missing"),
        )
        .map(([which, status, notes]) => decide(which, status, notes)),
      fc.nat(5).map(cancel),
      fc.constant(readPayouts),
    ],
    { maxCommands: 30 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const olivia = await test.trader();
      await administrator.patch(`/api/admin/user/${olivia.id}/account`, { payoutEnabled: true });
      const model: Model = { enabled: true, banned: false, signedIn: true, payouts: [] };
      const real: Real = { olivia, ids: [] };
      await fc.asyncModelRun(() => ({ model, real }), [...commands, readPayouts]);
    }),
    rounds(15),
  );
});
