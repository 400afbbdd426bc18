import { randomUUID } from "node:crypto";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import superjson, { type SuperJSONResult } from "superjson";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportExample } from "../../src/business/record/bridges/bridge.schema.ts";
import { procedures } from "../../src/http/app-router.ts";
import { fastifyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { actionsOf, answer, poll, requestAction, traderWithLogin } from "../support/actions.ts";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import { uploadCertificate } from "../support/certificates.ts";
import { conductRule, deducting } from "../support/conducted.ts";
import { certificateParts, multipart, pdf } from "../support/pdf.ts";
import {
  csvStatement,
  importDemo,
  importLines,
  startStage,
  tradeLine,
} from "../support/records.ts";
import type { Browser } from "../support/http.ts";
import { hashRows } from "../support/snapshot.ts";
import { addSource, freeReference, offerProgramme } from "../support/shops.ts";
import { Authenticator } from "../support/authenticator.ts";
import {
  addPasskey,
  administratorWithKey,
  codeOf,
  factorPath,
  setUpApp,
} from "../support/second-factor.ts";
import {
  createRules,
  feed,
  judgedTrader,
  reviewsOf,
  simpleRules,
  snapshotAt,
  tradeOf,
} from "../support/verdicts.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  // Without workers, because jobs would change the compared rows.
  test = await startApp({ env: { WORKERS: "0" } });
  administrator = await test.administrator();
});
afterAll(() => test.close());

type Values = Record<string, unknown>;

/** The prerequisites of a write that can succeed once: its caller and its input. */
interface Arranged {
  caller?: Browser;
  /** Replaces values of the declared example. */
  input?: Values;
  /** Sent instead of JSON. */
  form?: Pick<InjectOptions, "payload" | "headers">;
}

/** Changes a request so that it stays valid. */
const changedInput = (values: Values): Values => ({ ...values, reason: "Another reason" });

async function withIdentityDraft() {
  const trader = await test.trader();
  const { example } = procedures.find(({ name }) => name === "trader.identity.save")!.meta;
  await trader.put("/api/user/identity", example!);
  return trader;
}

const pictureForm = () =>
  multipart([
    { name: "side", value: "front" },
    { name: "file", filename: "a.png", type: "image/png", value: startOfPng },
  ]);
const newOrder = async () => ({
  email: freeEmail(),
  reference: freeReference(),
  programmeVersionId: await offerProgramme(administrator),
});

async function enteredOrder(fields: object) {
  const sent = { ...(await newOrder()), initialBalance: "100000.00", reason: "Paid", ...fields };
  return (await administrator.post("/api/admin/orders", sent)).json<{ id: number }>();
}

/** Enters an order of a trader who is banned. */
async function heldOrder() {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/ban`, { banned: true, banReason: "x" });
  const order = await enteredOrder({ email: trader.email });
  await administrator.patch(`/api/admin/user/${trader.id}/ban`, { banned: false });
  return order;
}

async function newAgreement() {
  const sent = { name: `Terms ${randomUUID()}`, text: "# Terms" };
  const created = await administrator.post("/api/admin/agreements", sent);
  return created.json<{ id: number; versions: { id: number; sha256: string }[] }>();
}

async function funded() {
  const trader = await test.trader();
  await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
  return trader;
}

async function requested() {
  const trader = await funded();
  const sent = { amount: "10", paymentMethod: "bank" };
  return (await trader.post("/api/user/payouts", sent)).json<{ id: number }>();
}

async function approved() {
  const { id } = await requested();
  await administrator.patch(`/api/admin/payouts/${id}`, { status: "approved" });
  return { id };
}

/** Creates a payment run with one open payment. */
async function paymentRun() {
  const payoutIds = [(await approved()).id];
  const created = await administrator.post("/api/admin/payments", { payoutIds });
  const { id, payments } = created.json<{ id: number; payments: { id: number }[] }>();
  return { id, paymentId: payments[0]!.id };
}

/** Creates a breach that a colleague has confirmed. */
async function confirmedBreach() {
  const judged = await judgedTrader(test);
  await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "90000.00")] });
  const [review] = await reviewsOf(judged);
  const risk = await test.administrator("risk");
  const decision = { decision: "confirm", reason: "Checked" };
  await risk.post(`/api/admin/reviews/${review!.id}`, decision);
  return { caller: judged.trader, input: { id: review!.id } };
}

/** Creates a trader with a finding that deducts. */
async function deducted() {
  const conduct = [conductRule("min_hold", deducting("50"))];
  const { trader, ...judged } = await judgedTrader(test, { ...simpleRules, conduct });
  const deals = tradeOf(1, "2026-03-02T10:00:00Z", "2026-03-02T10:00:30Z", "10.00");
  await feed({ trader, ...judged }, { deals });
  const [finding] = (await trader.get("/api/user/conduct")).json<{ id: number }[]>();
  return { trader, input: { id: finding!.id } };
}

async function rejected() {
  const caller = await funded();
  const sent = { amount: "10", paymentMethod: "bank" };
  const { id } = (await caller.post("/api/user/payouts", sent)).json<{ id: number }>();
  const rejection = { status: "rejected", adminNotes: "No bank details" };
  await administrator.patch(`/api/admin/payouts/${id}`, rejection);
  return { caller, input: { id } };
}

async function staged() {
  const { id } = await test.trader();
  return { id, stage: await startStage(administrator, id, { startedAt: "2026-03-01T00:00:00Z" }) };
}

let programmes = 0;

/** Returns a new programme with one step. */
async function programmeInput() {
  const rulesVersionId = await createRules(administrator, simpleRules);
  programmes += 1;
  return {
    name: `Programme ${programmes}`,
    currency: "USD",
    initialBalances: ["100000.00"],
    steps: [{ phase: "Phase 1", rulesVersionId, payoutEnabled: false }],
  };
}

async function addProgramme() {
  const response = await administrator.post("/api/admin/programmes", await programmeInput());
  return response.json<{ id: number; versions: { id: number }[] }>();
}

/** Opens a review of a breach under settings that only propose. @returns the id of the proposed action */
async function proposedAction(): Promise<number> {
  const settings = { breachOpened: "propose" };
  await administrator.patch("/api/admin/settings/enforcement", settings);
  const judged = await judgedTrader(test);
  await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "90000.00")] });
  return (await actionsOf(administrator, judged.trader.id))[0]!.id;
}

async function deliveredAction() {
  const { id } = await requestAction(
    administrator,
    (await traderWithLogin(test, administrator)).id,
  );
  const caller = await test.token(["actions:execute"]);
  await poll(caller);
  return { caller, id };
}

/** The type of an image is detected from its content. */
const startOfPng = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1");

const line = tradeLine({
  ticket: 1,
  opened: "2026-03-02 08:00",
  closed: "2026-03-02 09:00",
  profit: "5.00",
});

/** Creates a webhook of another administrator. */
async function webhook(): Promise<{ input: { id: number } }> {
  const fields = { url: "https://hooks.invalid/", events: ["payout.paid"] };
  const { id } = (await administrator.post("/api/admin/webhooks", fields)).json<{ id: number }>();
  return { input: { id } };
}

/** Creates a permanently failed mail. @returns its id */
async function failedMail(): Promise<string> {
  const { outbox, database } = test.context;
  const mail = { to: "failed@example.com", subject: "Hello", text: "Hello", html: "Hello" };
  await inTransaction(database, (transaction) => outbox.enqueue(transaction, [mail]));
  const { rows } = await database.pool.query<{ id: string }>(
    `update pgboss.job set state = 'failed' where id = (select id from pgboss.job
      where name = 'mail' order by created_on desc limit 1) returning id`,
  );
  return rows[0]!.id;
}

/** Creates a delivery that is held until its webhook is resumed. @returns its id */
async function heldDelivery(webhookId: number): Promise<number> {
  const { rows } = await test.context.database.pool.query<{ id: number }>(
    `with event as (insert into webhook_events (at, type, payload, dispatched_at)
       values (now(), 'payout.paid', '{}', now()) returning id)
     insert into event_deliveries (endpoint_id, event_id, status)
       select $1, id, 'held' from event returning id::int as id`,
    [webhookId],
  );
  return rows[0]!.id;
}

/** Saves a view of the caller. */
async function savedView(): Promise<{ input: { id: number } }> {
  const fields = { list: "users", name: "Breached", parameters: {} };
  const { id } = (await administrator.post("/api/admin/views", fields)).json<{ id: number }>();
  return { input: { id } };
}

async function twoTraders(): Promise<[number, number]> {
  return [(await test.trader()).id, (await test.trader()).id];
}

async function linkCase(first?: { id: number }): Promise<{ input: { id: number } }> {
  const [one, other] = await twoTraders();
  const userIds = [first?.id ?? one, other];
  const sent = { userIds, reason: "Reported by another firm" };
  const { id } = (await administrator.post("/api/admin/links", sent)).json<{ id: number }>();
  return { input: { id } };
}

async function confirmedLink(first?: { id: number }): Promise<{ input: { id: number } }> {
  const { input } = await linkCase(first);
  const decision = { decision: "confirm", reason: "One person" };
  await administrator.post(`/api/admin/links/${input.id}`, decision);
  return { input };
}

async function person(): Promise<{ input: { id: number } }> {
  const sent = { name: "Mia Novak", userIds: await twoTraders(), reason: "One bank account" };
  const { id } = (await administrator.post("/api/admin/persons", sent)).json<{ id: number }>();
  return { input: { id } };
}

async function colleague() {
  const sent = { name: "Mia Novak", role: "support" };
  const response = await administrator.post("/api/admin/team", sent);
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  const { id } = response.json<{ id: number }>();
  return { input: { id } };
}

/** Creates a user without a second factor, or with an authenticator app in this state. */
async function factorOwner(kind: "trader" | "administrator", state: "none" | "started" | "on") {
  const { browser, accessKey } =
    kind === "trader"
      ? { browser: await test.trader(), accessKey: PASSWORD }
      : await administratorWithKey(test);
  const proof = { password: accessKey };
  if (state === "on") await setUpApp(test, browser, { kind, ...proof });
  if (state !== "started") return { caller: browser, input: proof };
  const started = await browser.post(`${factorPath[kind]}/totp`, proof);
  const { secret } = started.json<{ secret: string }>();
  return { caller: browser, input: { code: codeOf(test, secret) } };
}

/** Creates a user with a passkey in this state. */
async function passkeyOwner(kind: "trader" | "administrator", state: "started" | "named" | "on") {
  const { caller, input } = await factorOwner(kind, "none");
  if (state === "started") {
    const options = await caller.post(`${factorPath[kind]}/passkeys/options`, input);
    return { caller, input: { credential: new Authenticator().create(options.json()) } };
  }
  const { id } = await addPasskey(test, caller, { kind, ...input });
  // Renaming requires no password.
  return { caller, input: state === "named" ? { id } : { id, ...input } };
}

const factorArrangements = (["trader", "administrator"] as const).flatMap((kind) => {
  const name = `${kind === "trader" ? "trader" : "admin.me"}.secondFactor`;
  return [
    [`${name}.startTotp`, () => factorOwner(kind, "none")],
    [`${name}.confirmTotp`, () => factorOwner(kind, "started")],
    [`${name}.turnOffTotp`, () => factorOwner(kind, "on")],
    [`${name}.renewRecoveryCodes`, () => factorOwner(kind, "on")],
    [`${name}.startPasskey`, () => factorOwner(kind, "none")],
    [`${name}.addPasskey`, () => passkeyOwner(kind, "started")],
    [`${name}.renamePasskey`, () => passkeyOwner(kind, "named")],
    [`${name}.removePasskey`, () => passkeyOwner(kind, "on")],
  ] as const;
});

async function factorOwnerId(): Promise<number> {
  const trader = await test.trader();
  await setUpApp(test, trader);
  return trader.id;
}

let emails = 0;
const freeEmail = () => `user.${(emails += 1)}@example.com`;

/** Creates the prerequisites of each write. Writes that are not listed only need their example. */
const arrangements: Record<string, () => Promise<Arranged>> = {
  ...Object.fromEntries(factorArrangements),
  "trader.updateProfile": async () => ({
    caller: await test.trader(),
    input: { email: freeEmail() },
  }),
  "trader.changePassword": async () => ({
    caller: await test.trader(),
    input: { currentPassword: PASSWORD },
  }),
  "trader.sendVerification": async () => ({ caller: await test.trader() }),
  "trader.sendFactorConfirmation": async () => {
    const { caller, input } = await factorOwner("trader", "started");
    await caller.post(`${factorPath.trader}/totp/confirm`, input);
    return { caller };
  },
  "trader.notices.read": async () => ({ caller: await test.trader() }),
  "trader.payouts.request": async () => ({ caller: await funded() }),
  "trader.payouts.cancel": async () => {
    const caller = await funded();
    const sent = { amount: "10", paymentMethod: "bank" };
    const { id } = (await caller.post("/api/user/payouts", sent)).json<{ id: number }>();
    return { caller, input: { id } };
  },
  "trader.payoutDetails.save": async () => ({
    caller: await test.trader(),
    input: { password: PASSWORD },
  }),
  "trader.payoutDetails.remove": async () => {
    const caller = await test.trader();
    const input = { password: PASSWORD };
    const saved = { paymentMethod: "paypal", paymentDetails: "o@example.com", ...input };
    await caller.put("/api/user/payout-details", saved);
    return { caller, input };
  },
  "trader.payouts.appeal": rejected,
  "trader.reviews.appeal": confirmedBreach,
  "trader.conduct.appeal": async () => {
    const { trader, input } = await deducted();
    return { caller: trader, input };
  },
  "trader.links.appeal": async () => {
    const caller = await test.trader();
    return { caller, ...(await confirmedLink(caller)) };
  },
  "admin.conduct.waive": async () => ({ input: (await deducted()).input }),
  "admin.appeals.decide": async () => {
    const { caller, input } = await confirmedBreach();
    const text = "The price of that minute was wrong.";
    const appeal = await caller.post(`/api/user/reviews/${input.id}/appeal`, { text });
    return { input: { id: appeal.json<{ id: number }>().id } };
  },
  "trader.sessions.end": async () => {
    const trader = await test.trader();
    await test.visitor().post("/api/login", { email: trader.email, password: PASSWORD });
    const sessions = (await trader.get("/api/user/sessions")).json<Values[]>();
    return { caller: trader, input: { id: sessions.find((at) => !at.isCurrent)!.id } };
  },
  "trader.sessions.endOthers": async () => {
    const trader = await test.trader();
    await test.visitor().post("/api/login", { email: trader.email, password: PASSWORD });
    return { caller: trader };
  },
  "admin.users.create": async () => ({ input: { email: freeEmail() } }),
  "admin.users.createWithAccount": async () => ({ input: { email: freeEmail() } }),
  "admin.users.update": async () => ({ input: { id: (await test.trader()).id } }),
  "admin.users.updateWithAccount": async () => ({ input: { id: (await test.trader()).id } }),
  "admin.notes.add": async () => ({ input: { userId: (await test.trader()).id } }),
  "admin.tags.change": async () => ({ input: { userId: (await test.trader()).id } }),
  "admin.users.delete": async () => ({ input: { id: (await test.trader()).id } }),
  "admin.users.ban": async () => ({ input: { id: (await test.trader()).id } }),
  "admin.accounts.create": async () => ({ input: { id: (await test.trader()).id } }),
  "admin.accounts.update": async () => ({ input: { id: (await test.trader()).id } }),
  "admin.users.removeSecondFactor": async () => ({ input: { id: await factorOwnerId() } }),
  "admin.users.cancelRecovery": async () => {
    const id = await factorOwnerId();
    await administrator.post(`/api/admin/user/${id}/remove-second-factor`, { reason: "Lost" });
    return { input: { id } };
  },
  "admin.payouts.release": async () => {
    const { id } = await requested();
    await test.context.database.pool.query(
      "update payout_requests set held_at = now() where id = $1",
      [id],
    );
    return { input: { id } };
  },
  "admin.payouts.decide": async () => ({ input: { id: (await requested()).id } }),
  "admin.payments.create": async () => ({ input: { payoutIds: [(await approved()).id] } }),
  "admin.payments.pay": async () => {
    const { id, paymentId } = await paymentRun();
    return { input: { id, paymentIds: [paymentId] } };
  },
  "admin.payments.remove": async () => {
    const { id, paymentId } = await paymentRun();
    return { input: { id, paymentIds: [paymentId] } };
  },
  "admin.payments.reverse": async () => {
    const { id, paymentId } = await paymentRun();
    await administrator.get(`/api/admin/payments/${id}/export.csv`);
    await administrator.post(`/api/admin/payments/${id}/pay`, { reference: "WT-1" });
    return { input: { id, paymentId } };
  },
  "admin.payments.close": async () => {
    const { id } = await paymentRun();
    await administrator.get(`/api/admin/payments/${id}/export.csv`);
    await administrator.post(`/api/admin/payments/${id}/pay`, { reference: "WT-1" });
    return { input: { id } };
  },
  "admin.reviews.decide": async () => {
    const judged = await judgedTrader(test);
    await feed(judged, { snapshots: [snapshotAt("2026-03-02T10:00:00.000Z", "90000.00")] });
    const [review] = await reviewsOf(judged);
    return { input: { id: review!.id } };
  },
  "admin.stages.start": async () => {
    const { id, stage } = await staged();
    return { input: { userId: id, expectedStageId: stage.id } };
  },
  "admin.stages.end": async () => ({ input: { id: (await staged()).stage.id } }),
  "admin.stages.changeRules": async () => {
    const rulesVersionId = await createRules(administrator, simpleRules);
    return { input: { id: (await staged()).stage.id, rulesVersionId } };
  },
  "admin.rules.addVersion": async () => {
    await createRules(administrator, simpleRules);
    const [set] = (await administrator.get("/api/admin/rules")).json<{ id: number }[]>();
    return { input: { id: set!.id } };
  },
  "admin.programmes.create": async () => ({ input: await programmeInput() }),
  // Frees the name that the programme of the example receives.
  "admin.programmes.createFromPreset": async () => {
    await test.context.database.pool.query("update programmes set name = 'Renamed ' || id");
    return {};
  },
  "admin.programmes.update": async () => ({ input: { id: (await addProgramme()).id } }),
  "admin.programmes.addVersion": async () => {
    const { name: _name, ...offer } = await programmeInput();
    return { input: { id: (await addProgramme()).id, ...offer } };
  },
  "admin.programmes.assign": async () => {
    const { versions } = await addProgramme();
    return {
      input: { id: (await test.trader()).id, programmeVersionId: versions[0]!.id },
    };
  },
  "admin.statements.confirm": async () => {
    const { id } = await test.trader();
    await administrator.patch(`/api/admin/user/${id}/account`, { login: "777" });
    return { input: { id: (await importDemo(administrator, id, { login: "778" })).id } };
  },
  "admin.statements.withdraw": async () => {
    const { id } = await staged();
    return { input: { id: (await importLines(administrator, id, [line])).id } };
  },
  "admin.record.correct": async () => {
    const { id } = await staged();
    await importLines(administrator, id, [line]);
    return { input: { userId: id } };
  },
  // Requiring a second factor would make the other calls of this file fail.
  "admin.settings.team.set": async () => ({ input: { secondFactorRequired: false } }),
  "admin.team.removeSecondFactor": async () => {
    const { caller } = await factorOwner("administrator", "on");
    return { input: { id: (await caller.get("/api/admin/me")).json<{ id: number }>().id } };
  },
  "admin.links.open": async () => ({ input: { userIds: await twoTraders() } }),
  "admin.links.decide": () => linkCase(),
  "admin.links.setWithhold": () => confirmedLink(),
  "admin.persons.create": async () => ({ input: { userIds: await twoTraders() } }),
  "admin.persons.update": person,
  "admin.persons.delete": person,
  "admin.views.update": savedView,
  "admin.views.delete": savedView,
  "admin.team.update": colleague,
  "admin.team.rotateKey": colleague,
  "admin.team.revoke": colleague,
  "admin.webhooks.update": webhook,
  "admin.webhooks.rotateSecret": webhook,
  "admin.webhooks.delete": webhook,
  "admin.webhooks.test": webhook,
  "admin.webhooks.redeliver": async () => {
    const { input } = await webhook();
    return { input: { ...input, deliveryId: await heldDelivery(input.id) } };
  },
  "admin.mails.sendAgain": async () => ({ input: { mailId: await failedMail() } }),
  "admin.mails.discard": async () => ({ input: { mailId: await failedMail() } }),
  "admin.tokens.revoke": async () => ({ input: { id: (await test.token()).id } }),
  "admin.team.endSessions": async () => {
    const signedIn = await test.administrator("risk");
    const { id } = (await signedIn.get("/api/admin/me")).json<{ id: number }>();
    const url = `/api/admin/team/${id}/sessions`;
    const [session] = (await administrator.get(url)).json<{ id: number }[]>();
    return { input: { id, sessionId: session!.id } };
  },
  "admin.certificates.generate": async () => ({ input: { payoutId: (await approved()).id } }),
  "admin.certificates.withdraw": async () => {
    const response = await uploadCertificate(administrator, (await test.trader()).id);
    return { input: { id: response.json<{ id: number }>().id } };
  },
  "admin.settings.brand.setLogo": async () => ({
    form: multipart([{ name: "logo", filename: "a.png", type: "image/png", value: startOfPng }]),
  }),
  "admin.certificates.issue": async () => ({
    form: multipart(certificateParts((await test.trader()).id)),
  }),
  "trader.appeals.attach": async () => {
    const { caller, input } = await confirmedBreach();
    const text = "The price of that minute was wrong.";
    const appeal = await caller.post(`/api/user/reviews/${input.id}/appeal`, { text });
    return {
      caller,
      input: { id: appeal.json<{ id: number }>().id },
      form: multipart([{ name: "file", filename: "a.pdf", type: "", value: pdf() }]),
    };
  },
  "trader.identity.save": async () => ({ caller: await test.trader() }),
  "trader.identity.addPicture": async () => ({
    caller: await withIdentityDraft(),
    form: pictureForm(),
  }),
  "trader.identity.submit": async () => {
    const caller = await withIdentityDraft();
    await caller.send({ method: "POST", url: "/api/user/identity/files", ...pictureForm() });
    return { caller };
  },
  "admin.identities.decide": async () => {
    const { caller } = (await arrangements["trader.identity.submit"]!()) as { caller: Browser };
    const submitted = await caller.post("/api/user/identity/submit");
    return { input: { id: submitted.json<{ id: number }>().id } };
  },
  "admin.identities.recheck": async () => ({ input: { id: (await test.trader()).id } }),
  // What the examples ask for would refuse the submissions and approvals of other tests.
  "admin.settings.identity.set": async () => ({ input: { pictures: [] } }),
  "admin.settings.gates.set": async () => ({
    input: { payoutApproval: { identity: false }, fundedStep: { identity: true } },
  }),
  "admin.orders.create": async () => ({ input: await newOrder() }),
  "admin.orders.release": async () => ({ input: { id: (await heldOrder()).id } }),
  "admin.orders.dismiss": async () => ({ input: { id: (await heldOrder()).id } }),
  "trader.orders.start": async () => {
    const { caller } = await confirmedBreach();
    const { email } = (await caller.get("/api/user")).json<{ email: string }>();
    const { id } = await enteredOrder({ email });
    return { caller, input: { id } };
  },
  "admin.sources.update": async () => ({
    input: { id: (await addSource(administrator, "json")).id },
  }),
  "admin.sources.remove": async () => ({
    input: { id: (await addSource(administrator, "json")).id },
  }),
  "admin.sources.map": async () => ({
    input: {
      id: (await addSource(administrator, "json")).id,
      programmeVersionId: await offerProgramme(administrator),
    },
  }),
  "admin.sources.test": async () => ({
    input: { id: (await addSource(administrator, "json")).id },
  }),
  "admin.agreements.create": async () => ({ input: { name: `Terms ${randomUUID()}` } }),
  "admin.agreements.addVersion": async () => ({ input: { id: (await newAgreement()).id } }),
  "admin.agreements.update": async () => ({ input: { id: (await newAgreement()).id } }),
  "trader.agreements.accept": async () => {
    const { id: versionId, sha256 } = (await newAgreement()).versions[0]!;
    return { caller: await test.trader(), input: { versionId, sha256 } };
  },
  "admin.statements.import": async () => ({
    input: { userId: (await staged()).id },
    form: multipart([
      { name: "file", filename: "a.csv", type: "text/csv", value: csvStatement(line) },
    ]),
  }),
  "admin.actions.request": async () => ({
    input: { userId: (await traderWithLogin(test, administrator)).id },
  }),
  "admin.actions.approve": async () => ({ input: { id: await proposedAction() } }),
  "admin.actions.cancel": async () => ({ input: { id: await proposedAction() } }),
  "admin.actions.retry": async () => {
    const { caller, id } = await deliveredAction();
    await answer(caller, id, "failed");
    return { input: { id } };
  },
  "admin.actions.fail": async () => {
    const { id } = await deliveredAction();
    await test.context.database.pool.query(
      "update actions set unanswered_since = delivered_at - interval '1 minute' where id = $1",
      [id],
    );
    return { input: { id } };
  },
  "admin.bridges.decide": async () => {
    const judged = await judgedTrader(test);
    const fee = {
      ticket: "91",
      time: "2026-03-02T09:00:00.000Z",
      kind: "fee",
      amount: "-1.00",
    };
    await feed(judged, { operations: [fee] });
    const changed = { ...fee, amount: "-2.00" };
    const accounts = [{ login: judged.login, operations: [changed] }];
    await judged.bridge.post("/api/feed", { accounts });
    const url = `/api/admin/bridges/findings?userId=${judged.trader.id}`;
    return { input: { id: (await administrator.get(url)).json<{ id: number }[]>()[0]!.id } };
  },
  "bridge.actions.answer": async () => {
    const { caller, id } = await deliveredAction();
    return { caller, input: { id, status: "done" } };
  },
  "bridge.status": async () => ({ caller: await test.token(), input: reportExample }),
  "feed.ingest": async () => {
    const { login, bridge } = await judgedTrader(test);
    const snapshots = [snapshotAt("2026-03-02T10:00:00.000Z", "99000.00")];
    return { caller: bridge, input: { accounts: [{ login, snapshots }] } };
  },
};

interface Write {
  name: string;
  transport: "REST" | "tRPC";
  /** The method and path over REST. */
  rest?: string;
  example: Values | undefined;
  isForm?: boolean;
}

/** All writes that require a signed-in caller. */
const writes: Write[] = [
  ...procedures.flatMap(({ name, procedure, meta }): Write[] => {
    const { permission, rest, example } = meta;
    if (procedure._def.type !== "mutation" || permission === "anyone") return [];
    const shared = { name, example: example as Values | undefined };
    const trpc: Write = { ...shared, transport: "tRPC" };
    return rest ? [trpc, { ...shared, rest, transport: "REST" }] : [trpc];
  }),
  ...routes
    .filter(({ rest, permission }) => !rest.startsWith("GET ") && permission !== "anyone")
    .map(({ name, rest, form }): Write => ({
      name,
      rest,
      transport: "REST",
      example: undefined,
      ...(form && { isForm: true }),
    })),
];

function requestOf(write: Write, values: Values | undefined, arranged: Arranged): InjectOptions {
  if (!write.rest) {
    const url = `/api/trpc/${write.name}`;
    return { method: "POST", url, ...(values && { payload: { json: values } }) };
  }
  const { method, url } = fastifyRoute(write.rest as `POST /${string}`);
  const body = { ...values };
  const path = url.replace(/:(\w+)/g, (_, name: string) => {
    const id = body[name] as number;
    delete body[name];
    return String(id);
  });
  const payload = Object.keys(body).length > 0 ? { payload: body } : {};
  return {
    method,
    url: `/api${path}`,
    ...(arranged.form ?? payload),
  };
}

async function arrange(write: Write) {
  const arranged: Arranged = (await arrangements[write.name]?.()) ?? {};
  const { caller = administrator, input } = arranged;
  const values = write.example || input ? { ...write.example, ...input } : undefined;
  return {
    values,
    send(key: string, changed = values): Promise<LightMyRequestResponse> {
      const request = requestOf(write, changed, arranged);
      const headers = { ...request.headers, "idempotency-key": key };
      return caller.send({ ...request, headers });
    },
  };
}

let tables: string[] | undefined;

/** Hashes the rows of all tables without the columns and keys that every request changes. */
async function hashDatabase(): Promise<unknown> {
  tables ??= await listTables();
  return hashRows(test, tables);
}

async function listTables(): Promise<string[]> {
  const { rows } = await test.context.database.pool.query<{ name: string }>(
    `select format('(select %s from %I.%I)', string_agg(quote_ident(column_name), ', ' order by ordinal_position),
         table_schema, table_name) as name
       from information_schema.columns natural join information_schema.tables
      where table_type = 'BASE TABLE' and column_name not in ('last_seen_at', 'last_used_at')
        and (table_schema = 'public' and table_name not in ('idempotent_calls', 'throttles')
          or table_schema = 'pgboss' and table_name = 'job')
      group by table_schema, table_name order by table_name`,
  );
  return rows.map(({ name }) => name);
}

const isSuccess = ({ statusCode }: LightMyRequestResponse) => statusCode < 300;

/** Returns each call once: over this transport, unless it only has the other. */
const preferring = (transport: Write["transport"]) =>
  writes.filter(
    (write) =>
      write.transport === transport ||
      !writes.some(({ name, ...other }) => name === write.name && other.transport === transport),
  );

// Both transports execute a call in the same way, so each call is repeated over one of them and concurrent over the other.
describe.each(preferring("REST"))("$name over $transport", (write) => {
  it("returns the first response for the same key, rejects the key for a different request, and has one effect", async () => {
    const { send, values } = await arrange(write);
    const key = randomUUID();
    const first = await send(key);
    expect(isSuccess(first) ? "" : first.body).toBe("");
    const after = await hashDatabase();
    const second = await send(key);
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.headers["idempotent-replayed"]).toBe("true");
    // A request without fields has no variant.
    if (values && !write.isForm) {
      const different = await send(key, changedInput(values));
      expect([different.statusCode, different.body]).toEqual([
        422,
        expect.stringContaining("was used for another request"),
      ]);
    }
    expect(await hashDatabase()).toEqual(after);
  });
});

describe.each(preferring("tRPC"))("$name over $transport", (write) => {
  it("has one effect if the same request arrives twice concurrently", async () => {
    const { send } = await arrange(write);
    const key = randomUUID();
    const responses = await Promise.all([send(key), send(key), send(key)]);
    const [first] = responses;
    expect(responses.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      responses.map(() => [first.statusCode, first.body]),
    );
    expect(isSuccess(first)).toBe(true);
    const replayed = responses.filter(({ headers }) => headers["idempotent-replayed"] === "true");
    expect(replayed).toHaveLength(2);
  });
});

describe("an idempotency key", () => {
  it("may be used again if its call was rejected", async () => {
    const trader = await test.trader();
    const sent = { amount: "10", paymentMethod: "bank" };
    const headers = { "idempotency-key": randomUUID() };
    expect((await trader.post("/api/user/payouts", sent, headers)).statusCode).toBe(403);
    await administrator.patch(`/api/admin/user/${trader.id}/account`, { payoutEnabled: true });
    expect((await trader.post("/api/user/payouts", sent, headers)).statusCode).toBe(201);
  });

  it("that is invalid returns 400 without executing the call", async () => {
    const headers = { "idempotency-key": "with space" };
    const sent = { fullName: "Noah Clarke", email: freeEmail() };
    const before = await hashDatabase();
    const response = await administrator.post("/api/admin/users", sent, headers);
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { message: "Idempotency-Key must be 1 to 255 visible characters" },
    ]);
    expect(await hashDatabase()).toEqual(before);
  });

  it("is scoped to its caller, so that another caller does not receive the response", async () => {
    const headers = { "idempotency-key": "shared" };
    const sent = { label: "CRM", scopes: ["users:read"] };
    const first = await administrator.post("/api/admin/tokens", sent, headers);
    const other = await test.token(["users:write"]);
    const refused = await other.post("/api/admin/tokens", sent, headers);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).not.toContain(first.json<{ token: string }>().token);
  });

  it("is ignored without a session", async () => {
    const { email } = await test.trader();
    const headers = { "idempotency-key": "sign-in" };
    const sent = { email, password: PASSWORD };
    const first = await test.visitor().post("/api/login", sent, headers);
    const second = await test.visitor().post("/api/login", { ...sent, remember: true }, headers);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.headers["idempotent-replayed"]).toBeUndefined();
  });

  it("stores no password of the request, not even as a hash", async () => {
    const trader = await test.trader();
    const { pool } = test.context.database;
    await pool.query("delete from idempotent_calls");
    const passwords = { newPassword: "another horse 2", confirmPassword: "another horse 2" };
    const sent = { currentPassword: PASSWORD, ...passwords };
    const headers = { "idempotency-key": "change" };
    await trader.post("/api/user/change-password", sent, headers);
    const { rows } = await pool.query("select * from idempotent_calls");
    expect(rows).toMatchObject([{ input_hash: "", answer: expect.stringMatching(/^v1\./) }]);
  });

  it("has one effect if its calls are blocked by a lock on the same record", async () => {
    const { id } = await requested();
    const { rows } = await test.context.database.pool.query<{ user_id: number }>(
      "select user_id from payout_requests where id = $1",
      [id],
    );
    const decide = (key: string) => () =>
      administrator.patch(
        `/api/admin/payouts/${id}`,
        { status: "approved" },
        { "idempotency-key": key },
      );
    const calls = [decide("one"), decide("one"), decide("two")];
    const responses = await meetAtLock(test, row("users", rows[0]!.user_id), calls);
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect([
      [200, 200, 409],
      [409, 409, 200],
    ]).toContainEqual(statuses);
  });

  it("repeats a tRPC response with dates as Date objects", async () => {
    const { send } = await arrange({
      name: "trader.payouts.request",
      transport: "tRPC",
      example: {
        amount: "10",
        paymentMethod: "bank",
      },
    });
    await send("dates");
    const { result } = (await send("dates")).json<{
      result: { data: SuperJSONResult };
    }>();
    expect(superjson.deserialize(result.data)).toMatchObject({ createdAt: expect.any(Date) });
  });
});
