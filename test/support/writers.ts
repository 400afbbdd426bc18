import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { PASSWORD, registration } from "./app.ts";
import type { Answer, HttpClient } from "./http-client.ts";
import { type Fact, type KnownTrader, AcknowledgedWrites } from "./acknowledged-writes.ts";
import { pdf } from "./pdf.ts";
import { paymentWriters } from "./payment-writers.ts";
import { recordWriters } from "./record-writers.ts";

interface Target {
  visitor(): HttpClient;
}

/** A step that a writer repeats. */
type Step = () => Promise<void>;

/** Returns whether it is unknown if the call took effect. */
const isUnanswered = (answer: Answer | undefined) => !answer || answer.status >= 500;

/**
 * Starts fourteen concurrent writers, which run until they are stopped: they register, request payouts, decide
 * and pay them, invite, ban, delete, change passwords, upload, feed and import trading records, dismiss reviews,
 * and send invalid registrations. They continue after failed calls.
 */
export function startWriting(
  target: Target,
  administrator: HttpClient,
  writes = new AcknowledgedWrites(),
) {
  const stopped = new AbortController();
  let counter = 0;
  /** The traders and payouts on which a writer is working. */
  const busy = new Set<object>();

  async function send(call: Promise<Answer>): Promise<Answer | undefined> {
    const answer = await call.catch(() => undefined);
    if (answer && answer.status < 300) writes.acknowledged += 1;
    // A writer backs off while the app does not respond.
    if (isUnanswered(answer)) await sleep(50);
    return answer;
  }

  async function change<Value>(fact: Fact<Value>, value: Value, call: () => Promise<Answer>) {
    fact.try(value);
    const answer = await send(call());
    if (!isUnanswered(answer)) fact.settle(value, answer!.status < 300);
    return answer;
  }

  /** Reserves one of the newest traders without unconfirmed writes for this writer. */
  async function withTrader(
    matches: (trader: KnownTrader) => boolean,
    work: (trader: KnownTrader) => Promise<void>,
  ) {
    const candidates = [...writes.traders.values()]
      .slice(-30)
      .filter(
        (trader) =>
          !busy.has(trader) &&
          [trader.password, trader.masterPassword, trader.banned, trader.deleted].every(
            ({ isCertain }) => isCertain,
          ) &&
          !trader.deleted.known &&
          matches(trader),
      );
    const trader = candidates[(counter += 1) % Math.max(1, candidates.length)];
    if (!trader) return sleep(10);
    busy.add(trader);
    await work(trader).finally(() => busy.delete(trader));
  }

  const isActive = ({ person, banned }: KnownTrader) => person !== undefined && !banned.known;

  async function register() {
    const person = target.visitor();
    const sent = registration();
    const answer = await send(person.post("/api/register", sent));
    if (answer?.status !== 201) return;
    const { id } = answer.json<{ id: number }>();
    await send(administrator.patch(`/api/admin/user/${id}/account`, { payoutEnabled: true }));
    writes.addTrader(id, sent.email, PASSWORD, person);
  }

  async function invite() {
    const { email } = registration();
    const answer = await send(administrator.post("/api/admin/users", { email }));
    if (answer?.status === 201) writes.addTrader(answer.json<{ id: number }>().id, email, "");
  }

  const requestPayout = () =>
    withTrader(isActive, async ({ id: traderId, person }) => {
      const key = randomUUID();
      // Unique, so that a duplicate request is detected.
      const body = { amount: "10.00", paymentMethod: "paypal", paymentDetails: `once ${key}` };
      const answer = await send(requestOnce(person!, key, body));
      if (answer?.status === 201) {
        writes.addPayout(answer.json<{ id: number }>().id, traderId);
      }
      if (isUnanswered(answer)) writes.openRequests.push({ key, traderId, person: person!, body });
    });

  async function decide() {
    const payout = [...writes.payouts.values()]
      .slice(-12)
      .find((candidate) => candidate.status.isCertain && !busy.has(candidate));
    if (!payout) return sleep(10);
    busy.add(payout);
    const status = payout.status.known === "approved" ? "rejected" : "approved";
    const decision = { status, adminNotes: `Decision ${(counter += 1)}` };
    await change(payout.status, status, () =>
      administrator.patch(`/api/admin/payouts/${payout.id}`, decision),
    );
    busy.delete(payout);
  }

  const setMasterPassword = () =>
    withTrader(
      () => true,
      async ({ id, masterPassword }) => {
        const value = `master ${randomUUID()}`;
        await change(masterPassword, value, () =>
          administrator.patch(`/api/admin/user/${id}/account`, { masterPassword: value }),
        );
      },
    );

  const banOrUnban = () =>
    withTrader(
      ({ id }) => id % 3 === 0,
      async (trader) => {
        const { id, banned } = trader;
        const value = !banned.known;
        // Lifting a ban does not restore sessions.
        if (!value) trader.person = undefined;
        await change(banned, value, () =>
          administrator.patch(`/api/admin/user/${id}/ban`, {
            banned: value,
            ...(value && { banReason: "Copy trading" }),
          }),
        );
      },
    );

  const remove = () =>
    withTrader(
      ({ id }) => id % 7 === 0,
      async ({ id, deleted }) => {
        await change(deleted, true, () => administrator.delete(`/api/admin/user/${id}`));
        const files = [...writes.certificates.values()].filter(({ traderId }) => traderId === id);
        if (!deleted.isCertain) writes.orphanFiles += files.length;
      },
    );

  const changePassword = () =>
    withTrader(
      (trader) => isActive(trader) && trader.id % 2 === 0,
      async ({ password, person }) => {
        // Unique, because a repeated password would match several candidates.
        const newPassword = `another horse ${randomUUID()}`;
        const currentPassword = password.known;
        const body = { currentPassword, newPassword, confirmPassword: newPassword };
        await change(password, newPassword, () => person!.post("/api/user/change-password", body));
      },
    );

  const signInAndOut = () =>
    withTrader(isActive, async ({ email, password }) => {
      const person = target.visitor();
      const signedIn = await send(person.post("/api/login", { email, password: password.known }));
      if (signedIn?.status !== 200) return;
      const kept = person.copy();
      const answer = await send(person.post("/api/logout"));
      if (answer?.status === 200) writes.signedOut.push(kept);
    });

  const upload = () =>
    withTrader(
      () => true,
      async ({ id: traderId }) => {
        const file = pdf(2000 + ((counter += 1) % 1000));
        const form = certificateForm(traderId, file);
        const answer = await send(administrator.post("/api/admin/certificates", form));
        if (isUnanswered(answer)) writes.orphanFiles += 1;
        if (answer?.status !== 201) return;
        const { id } = answer.json<{ id: number }>();
        const sha256 = createHash("sha256").update(file).digest("hex");
        writes.certificates.set(id, { id, traderId, sha256 });
      },
    );

  async function registerInvalid() {
    const sent = registration({ password: "short" });
    const answer = await send(target.visitor().post("/api/register", sent));
    if (answer?.status === 400) writes.rejectedEmails.add(sent.email);
    await sleep(20);
  }

  async function untilStopped(...steps: Step[]) {
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      await steps[round % steps.length]!();
      await new Promise(setImmediate);
    }
  }
  const visitor = target.visitor();
  const records = recordWriters({ writes, administrator, visitor, send, change });
  const payments = paymentWriters({ writes, administrator, busy, send, change });
  const ended = Promise.all([
    untilStopped(register),
    untilStopped(register, invite),
    untilStopped(requestPayout),
    untilStopped(requestPayout),
    untilStopped(decide),
    untilStopped(decide),
    untilStopped(setMasterPassword, upload),
    untilStopped(banOrUnban, upload, remove),
    untilStopped(changePassword, signInAndOut),
    untilStopped(records.feed),
    untilStopped(records.importTwo, records.withdraw),
    untilStopped(records.dismissReview),
    untilStopped(payments.payRun),
    untilStopped(registerInvalid),
  ]);
  return {
    writes,
    /** Stops the writers, and waits for the responses to their open calls. */
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

export function requestOnce(person: HttpClient, key: string, body: object): Promise<Answer> {
  return person.send("POST", "/api/user/payouts", body, { "idempotency-key": key });
}

/** Creates the form of an upload, with a file of this content. */
export function certificateForm(traderId: number, file: Buffer): FormData {
  const form = new FormData();
  form.set("name", "Phase 1 completed");
  form.set("userId", String(traderId));
  const blob = new Blob([new Uint8Array(file)], { type: "application/pdf" });
  form.set("certificateFile", blob, "certificate.pdf");
  return form;
}
