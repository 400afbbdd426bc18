import { afterAll, beforeAll, describe, expect, it } from "vitest";
import superjson from "superjson";
import type { AuditEvent } from "../../src/business/watch/audit-log/audit-event.schema.ts";
import type { SavedTrader } from "../../src/business/traders/trader.schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

type HttpResponse = Awaited<ReturnType<Browser["mutate"]>>;

const newEmail = () => `noah.${crypto.randomUUID()}@example.com`;
const create = (input: object) => administrator.mutate("admin.users.createWithAccount", input);
const update = (input: object) => administrator.mutate("admin.users.updateWithAccount", input);

function savedTrader(response: HttpResponse): SavedTrader {
  expect(response.statusCode).toBe(200);
  const { result } = response.json<{
    result: { data: Parameters<typeof superjson.deserialize>[0] };
  }>();
  return superjson.deserialize(result.data);
}

async function open(id: number) {
  return (await administrator.get(`/api/admin/user/${id}`)).json<SavedTrader>();
}

async function actionsOn(id: number): Promise<string[]> {
  const response = await administrator.get(`/api/admin/audit?traderId=${id}`);
  return response
    .json<AuditEvent[]>()
    .map(({ action }) => action)
    .toReversed();
}

const account = { balance: "5000", status: "active", payoutEnabled: true, masterPassword: "k7#Tp" };

it("creates a trader and the account in one call", async () => {
  const email = newEmail();
  const created = savedTrader(await create({ fullName: "Noah Clarke", email, ...account }));
  expect(created).toMatchObject({
    fullName: "Noah Clarke",
    email,
    account: { balance: "5000.00", status: "active", payoutEnabled: true, phase: null },
  });
  expect(await actionsOn(created.id)).toEqual(["trader.created", "account.updated"]);
  expect(await open(created.id)).toMatchObject({ account: { masterPassword: "k7#Tp" } });
  expect(await test.mailsTo(email)).toHaveLength(1);
});

it("creates neither if the email is taken or a field of the account is not valid", async () => {
  const email = newEmail();
  expect((await create({ email, ...account, balance: "a lot" })).statusCode).toBe(400);
  savedTrader(await create({ email, ...account }));
  expect((await create({ email: email.toUpperCase(), ...account })).statusCode).toBe(409);
});

it("changes a trader and the account in one call and keeps the other fields", async () => {
  const { id, email } = await test.trader();
  const changed = savedTrader(await update({ id, fullName: "Mia Hart", ...account }));
  expect(changed).toMatchObject({ fullName: "Mia Hart", email, account: { balance: "5000.00" } });
  expect(savedTrader(await update({ id, phase: "Funded" }))).toMatchObject({
    fullName: "Mia Hart",
    account: { balance: "5000.00", phase: "Funded" },
  });
  expect(await open(id)).toMatchObject({ account: { masterPassword: "k7#Tp" } });
  const [, ...actions] = await actionsOn(id);
  expect(actions).toEqual([
    "trader.updated",
    "account.updated",
    "account.updated",
    "master-password.viewed",
  ]);
});

it("changes neither if the email is taken", async () => {
  const [olivia, noah] = [await test.trader(), await test.trader()];
  const response = await update({ id: noah.id, email: olivia.email, ...account });
  expect(response.statusCode).toBe(409);
  expect(await open(noah.id)).toMatchObject({ email: noah.email, account: { balance: "0.00" } });
  expect(await actionsOn(noah.id)).toEqual(["trader.registered"]);
});

it("returns 404 if the trader does not exist", async () => {
  expect((await update({ id: 2_147_483_647, ...account })).statusCode).toBe(404);
});

it("names what another person has changed meanwhile, and changes nothing", async () => {
  const { id } = await test.trader();
  savedTrader(await update({ id, fullName: "Mia Hart", phase: "Funded" }));
  const seen = { fullName: "Mia Hart", phase: "Funded", payoutEnabled: false };
  savedTrader(await update({ id, fullName: "Mia Hart-Lee", expected: { fullName: "Mia Hart" } }));

  const second = { id, fullName: "Mia Heart", phase: "Phase 1" };
  const refused = await update({ ...second, expected: seen });
  expect(refused.statusCode).toBe(409);
  const { error } = refused.json<{ error: { json: { message: string; data: object } } }>();
  expect(error.json.message).toBe("Changed by another person meanwhile: Full Name");
  expect(error.json.data).toMatchObject({
    issues: [{ path: ["fullName"], message: "Now “Mia Hart-Lee”. Save again to replace it." }],
    current: { ...seen, fullName: "Mia Hart-Lee" },
  });
  expect(await open(id)).toMatchObject({ fullName: "Mia Hart-Lee", account: { phase: "Funded" } });
  const again = { ...second, expected: { ...seen, fullName: "Mia Hart-Lee" } };
  expect(savedTrader(await update(again))).toMatchObject({ fullName: "Mia Heart" });
});

describe.each(transports)("a change of the account over $name", (transport) => {
  const change = async (input: { id: number } & Record<string, unknown>) =>
    transport.call(await test.administrator(), "admin.accounts.update", input);

  it("names what another person has changed meanwhile, and changes nothing", async () => {
    const { id } = await test.trader();
    await change({ id, login: "4411", server: "Live-1" });
    const seen = { login: "4411", server: "Live-1" };
    expect(await change({ id, login: "4412", expected: { login: "4411" } })).toMatchObject({
      status: 200,
      body: { login: "4412" },
    });
    expect(await change({ id, login: "4413", server: "Live-2", expected: seen })).toMatchObject({
      status: 409,
      message: "Changed by another person meanwhile: Login",
      body: {
        issues: [{ path: ["login"], message: "Now “4412”. Save again to replace it." }],
        current: { login: "4412", server: "Live-1" },
      },
    });
    expect(await open(id)).toMatchObject({ account: { login: "4412", server: "Live-1" } });
  });

  it("says how a switch stands now", async () => {
    const { id } = await test.trader();
    await change({ id, payoutEnabled: true });
    const expected = { payoutEnabled: false };
    expect(await change({ id, payoutEnabled: true, expected })).toMatchObject({
      status: 409,
      body: { issues: [{ path: ["payoutEnabled"] }], current: { payoutEnabled: true } },
    });
  });
});
