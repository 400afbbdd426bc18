import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TradingAccount } from "../../src/business/traders/accounts/account.schema.ts";
import { PASSWORD, registration, startApp, type TestApp } from "../support/app.ts";
import { type Call, calls, restRequest, tooLargeBody } from "../support/calls.ts";
import type { Browser } from "../support/http.ts";
import { isReset, linkIn } from "../support/mails.ts";
import { makeAnswerCheck, type OpenApiDocument } from "../support/openapi.ts";
import { certificateParts, multipart } from "../support/pdf.ts";
import { feed, judgedTrader, tradeOf } from "../support/verdicts.ts";

let test: TestApp;
let administrator: Browser;
let check: ReturnType<typeof makeAnswerCheck>;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  const response = await test.visitor().get("/api/openapi.json");
  check = makeAnswerCheck(response.json<OpenApiDocument>());
});
afterAll(() => test.close());

/** Makes a call and validates the response against the document. */
async function ask(browser: Browser, call: string, request: InjectOptions = {}) {
  const [method, path] = call.split(" ") as ["GET", string];
  const response = await browser.send({ method, url: `/api${path}`, ...request });
  const template = path.replace(/\/\d+(?=\/|$)/, "/{id}").replace(/\?.*/, "");
  expect([call, response.statusCode, check(method, template, response)]).toEqual([
    call,
    response.statusCode,
    [],
  ]);
  return response;
}

describe("every response matches the document", () => {
  it("for the calls of a trader", async () => {
    const trader = test.visitor();
    const sent = registration();
    const { email } = sent;
    await ask(trader, "POST /register", { payload: sent });
    await ask(trader, "POST /register", { payload: sent });
    await ask(trader, "POST /login", { payload: { email, password: PASSWORD } });
    const { id } = (await ask(trader, "GET /user")).json<{ id: number }>();
    await ask(trader, "GET /user/account");
    await ask(trader, "PATCH /user/profile", { payload: { city: null } });
    const payload = { amount: 5, paymentMethod: "bank" };
    await ask(trader, "POST /user/payouts", { payload });
    const enabled = { payload: { payoutEnabled: true, login: "1", masterPassword: "2" } };
    await ask(administrator, `PATCH /admin/user/${id}/account`, enabled);
    await ask(trader, "POST /user/payouts", { payload });
    await ask(trader, "GET /user/payouts");
    const upload = multipart(certificateParts(id));
    const issued = await ask(administrator, "POST /admin/certificates", upload);
    await ask(trader, "GET /user/certificates");
    const { fileUrl } = issued.json<{ fileUrl: string }>();
    await ask(trader, `GET ${fileUrl.replace("/api", "")}`);
    const change = {
      currentPassword: PASSWORD,
      newPassword: "another horse 2",
      confirmPassword: "another horse 2",
    };
    await ask(trader, "POST /user/change-password", { payload: change });
    await ask(trader, "POST /forgot-password", { payload: { email } });
    // The mails about the certificate and the changed password, and the reset link.
    const { token } = linkIn((await test.mailsTo(email, 3)).find(isReset));
    await ask(trader, "POST /reset-password", { payload: { token, password: PASSWORD } });
    await ask(trader, "POST /logout");
  });

  it("for the calls of an administrator", async () => {
    const visitor = test.visitor();
    await ask(visitor, "POST /admin/login", { payload: { accessKey: test.adminKey } });
    await ask(visitor, "GET /admin/auth");
    const email = "noah@example.com";
    const created = await ask(visitor, "POST /admin/users", { payload: { email } });
    const { id } = created.json<{ id: number }>();
    await ask(visitor, `POST /admin/user/${id}/account`, { payload: { payoutEnabled: true } });
    await ask(visitor, `GET /admin/user/${id}`);
    await ask(visitor, `PATCH /admin/user/${id}`, { payload: { fullName: "Noah Clarke" } });
    const trader = await test.trader();
    await ask(visitor, `PATCH /admin/user/${trader.id}/account`, {
      payload: { payoutEnabled: true },
    });
    const request = await ask(trader, "POST /user/payouts", {
      payload: { amount: "5", paymentMethod: "skrill" },
    });
    await ask(visitor, "GET /admin/users");
    await ask(visitor, "GET /admin/users?limit=1");
    await ask(visitor, "GET /admin/payouts");
    const decision = { payload: { status: "approved" } };
    const payout = `PATCH /admin/payouts/${request.json<{ id: number }>().id}`;
    expect((await ask(visitor, payout, decision)).statusCode).toBe(200);
    expect((await ask(visitor, payout, decision)).statusCode).toBe(409);
    const ban = { payload: { banned: true, banReason: "Copy trading" } };
    await ask(visitor, `PATCH /admin/user/${trader.id}/ban`, ban);
    expect((await ask(trader, "GET /user")).statusCode).toBe(403);
    await ask(visitor, `DELETE /admin/user/${id}`);
    await ask(visitor, "POST /admin/logout");
    await ask(visitor, "GET /health");
    await ask(visitor, "GET /health/live");
  });

  it("for records whose sums have more digits than an amount may have", async () => {
    const judged = await judgedTrader(test, null, { initialBalance: "999999999999.99" });
    const more = { commission: "999999999999.99" };
    const [opened, closed] = tradeOf(1, "2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z", "1.00");
    await feed(judged, { deals: [opened, { ...closed, ...more }] });
    const { balance } = (await ask(judged.trader, "GET /user/account")).json<TradingAccount>();
    expect(balance).toBe("2000000000000.98");
    for (const name of ["trades", "days", "equity", "statistics"]) {
      await ask(judged.trader, `GET /user/${name}`);
    }
    await ask(administrator, `GET /admin/users?search=${judged.login}`);
    const enabled = { payload: { payoutEnabled: true } };
    await ask(administrator, `PATCH /admin/user/${judged.trader.id}/account`, enabled);
    const payload = { amount: 5, paymentMethod: "bank" };
    const requested = await ask(judged.trader, "POST /user/payouts", { payload });
    await ask(administrator, `GET /admin/payouts/${requested.json<{ id: number }>().id}/desk`);
  });

  it.each(["admin/actions", "admin/actions/export.csv", "admin/reviews"])(
    "for GET /%s filtered by what is no id",
    async (path) => {
      const response = await ask(administrator, `GET /${path}?userId=0`);
      expect(response.json<{ message: string }>().message).toBe("userId must be an id");
    },
  );

  it("and the check reports one that does not", async () => {
    const response = await (await test.trader()).get("/api/user");
    const user = response.json<object>();
    const checked = (body: object) =>
      check("GET", "/user", { ...response, json: () => body as never });
    expect(checked(user)).toEqual([]);
    expect(checked({ ...user, id: "7" })).toEqual(["/id must be integer"]);
    expect(checked({ ...user, password: "x" })).toHaveLength(1);
    expect(checked({ ...user, city: undefined, createdAt: "today" })).toHaveLength(2);
  });

  it.each(calls as readonly Call[])("for refusals of $method $path", async (call) => {
    const { method, path, caller, input } = call;
    const template = path.replace("/api", "");
    const trader = await test.trader();
    const refused = async (browser: Browser, request: InjectOptions, status: number) => {
      const response = await browser.send(request);
      expect([response.statusCode, check(method, template, response)]).toEqual([status, []]);
    };
    const given = (id: number) => restRequest(call, { ...input, id });
    if (caller !== "anyone") await refused(test.visitor(), given(trader.id), 401);
    const token = test.visitor();
    token.headers.authorization = "Bearer pdk_invalid";
    await refused(token, given(trader.id), 401);
    if (caller !== "administrator") await refused(await test.token(), given(trader.id), 403);
    if (caller === "administrator") await refused(trader, given(trader.id), 403);
    const browser = { anyone: test.visitor(), trader, administrator }[caller];
    if (path.includes("{id}")) await refused(browser, given(0), 404);
    if (!input || path.includes("{id}")) return;
    await refused(browser, restRequest(call, { ...input, unknown: 1 }), 400);
  });

  const json = { "content-type": "application/json" };
  const writes = [
    ...(calls as readonly Call[]).filter(({ method }) => method !== "GET"),
    { method: "POST", path: "/api/admin/certificates", caller: "administrator" },
  ] as const;
  it.each(writes)("for $method $path refused before its body is read", async (call) => {
    const { method, path, caller } = call;
    const trader = await test.trader();
    const browser = { anyone: test.visitor(), trader, administrator }[caller];
    const statuses: number[] = [];
    for (const request of [
      { headers: { origin: "https://elsewhere.example" } },
      { headers: { "content-type": "text/plain" }, payload: "{}" },
      { headers: json, payload: "{" },
      { headers: json, payload: tooLargeBody(call) },
    ]) {
      const url = path.replace("{id}", String(trader.id));
      const response = await browser.send({ method, url, ...request });
      expect(check(method, path.replace("/api", ""), response)).toEqual([]);
      statuses.push(response.statusCode);
    }
    const isUpload = path === "/api/admin/certificates";
    expect(statuses).toEqual(isUpload ? [403, 415, 415, 415] : [403, 415, 400, 413]);
  });
});
