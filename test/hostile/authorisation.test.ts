import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listProcedures, procedures } from "../../src/http/app-router.ts";
import { requireDeclaredRoutes, routes } from "../../src/http/routes.ts";
import { renderPermissions } from "../../src/http/openapi/permission-table.ts";
import { inputShape } from "../../src/http/rest-input.ts";
import { fastifyRoute } from "../../src/http/route.ts";
import { type Scope, scopeNames } from "../../src/identity/tokens/scopes.rule.ts";
import type { Permission } from "../../src/calls/guards.ts";
import { type Ability, type Role, roleNames } from "../../src/identity/roles/roles.rule.ts";
import { callsAbout } from "../../src/calls/procedures.ts";
import { t } from "../../src/calls/trpc.ts";
import { DAY } from "../../src/platform/time/durations.rule.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { uploadCertificate } from "../support/certificates.ts";
import type { Browser } from "../support/http.ts";
import { snapshot } from "../support/snapshot.ts";

/** A declared call over one transport. */
interface Attempt {
  name: string;
  permission: Permission;
  scope: Scope | undefined;
  orScope?: Scope | undefined;
  ability: Ability | undefined;
  takesId: boolean;
  call(browser: Browser, id: number): ReturnType<Browser["send"]>;
}

const procedureAttempts = procedures.flatMap(({ name, procedure, meta }): Attempt[] => {
  const { permission, scope, ability, rest, example } = meta;
  const fields = Object.keys(inputShape(procedure) ?? {});
  const idFields = fields.filter((field) => field === "id" || field.endsWith("Id"));
  const ids = (id: number) => Object.fromEntries(idFields.map((field) => [field, id]));
  const shared = { permission, scope, ability, takesId: idFields.length > 0 };
  const trpc: Attempt = {
    ...shared,
    name: `tRPC ${name}`,
    call: (browser, id) => {
      const input = fields.length > 0 ? { ...example, ...ids(id) } : undefined;
      const { type } = procedure._def;
      if (type === "subscription") return untilAnswered(browser, name, input);
      return type === "query" ? browser.query(name, input) : browser.mutate(name, input);
    },
  };
  return rest ? [trpc, { ...shared, ...restAttempt(rest, example) }] : [trpc];
});

/** Waits for the status, and for the body only if the caller is rejected, because streams do not end. */
async function untilAnswered(browser: Browser, name: string, input?: object) {
  const response = await browser.query(name, input, { payloadAsStream: true });
  const { statusCode } = response;
  const stream = response.stream();
  const body = statusCode === 200 ? "" : await text(stream);
  stream.destroy();
  return { ...response, statusCode, body };
}

const routeAttempts = routes.map(({ rest, permission, scope, orScope, ability }): Attempt => ({
  permission,
  scope,
  orScope,
  ability,
  takesId: rest.includes("{id}"),
  ...restAttempt(rest),
}));

function restAttempt(rest: (typeof routes)[number]["rest"], input?: object) {
  const { method, url } = fastifyRoute(rest);
  return {
    name: rest.replace(" ", " /api"),
    call: (browser: Browser, id: number) =>
      browser.send({
        method,
        url: `/api${url.replace(/:(id|userId)/, String(id))}`,
        ...(input && (method === "GET" ? { query: queryOf(rest, input) } : { payload: input })),
      }),
  };
}

/**
 * Returns the query of a trader's call, whose fields are validated before its owner. What administrators see may depend on
 * the fields, so theirs are left out.
 */
function queryOf(rest: string, input: object): Record<string, string> {
  if (!rest.startsWith("GET /user/")) return {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => !rest.includes(`{${name}}`)));
}

let test: TestApp;
/** The ids of all of Olivia's records, which no record of another trader shares. */
let oliviasIds: number[];
const OLIVIAS = "known to olivia alone";

/**
 * A trader's access to calls of traders depends on the record. All other callers are rejected before the lookup, so one
 * id is enough.
 */
function idsFor({ takesId, permission }: Attempt, name: CallerName): number[] {
  if (!takesId) return [0];
  return permission === "owner" && name === "trader" ? oliviasIds : oliviasIds.slice(0, 1);
}

/** Creates a caller of every kind. */
async function makeCallers() {
  const administrator = await test.administrator();
  const [trader, banned, signedOut, expired] = [
    await test.trader(),
    await test.trader(),
    await test.trader(),
    await test.trader(),
  ];
  await administrator.patch(`/api/admin/user/${banned.id}/ban`, {
    banned: true,
    banReason: "Copy trading",
  });
  const copies = new Map(signedOut.cookies);
  await signedOut.post("/api/logout");
  for (const [name, value] of copies) signedOut.cookies.set(name, value);
  const endedAdministrator = await test.administrator();
  const kept = new Map(endedAdministrator.cookies);
  await endedAdministrator.post("/api/admin/logout");
  for (const [name, value] of kept) endedAdministrator.cookies.set(name, value);
  await test.context.database.pool.query("update sessions set expires_at = $1 where user_id = $2", [
    new Date(test.clock.now().getTime() - DAY),
    expired.id,
  ]);
  return {
    anonymous: test.visitor(),
    trader,
    "banned trader": banned,
    administrator,
    "signed-out trader": signedOut,
    "trader whose session has expired": expired,
    "signed-out administrator": endedAdministrator,
  };
}

type CallerName = keyof Awaited<ReturnType<typeof makeCallers>>;

/** The expected status of each caller by permission; 0 means that the caller is admitted. */
const expected: Record<Permission, Record<CallerName, number>> = {
  anyone: everyone(0),
  trader: { ...everyone(401), trader: 0, "banned trader": 403 },
  administrator: { ...everyone(401), trader: 403, "banned trader": 403, administrator: 0 },
  // 404 hides the existence of the record from other traders.
  owner: { ...everyone(401), trader: 404, "banned trader": 403, administrator: 0 },
  token: everyone(401),
};

function everyone(status: number): Record<CallerName, number> {
  return {
    anonymous: status,
    trader: status,
    "banned trader": status,
    administrator: status,
    "signed-out trader": status,
    "trader whose session has expired": status,
    "signed-out administrator": status,
  };
}

/** The messages of the guards, unlike those of business rules such as a wrong password. */
const guardMessages =
  /^(Please sign in|Only administrators|This call requires an API token|This requires the role|API tokens cannot make|The API token is|Your account has been banned|Account banned)/i;

beforeAll(async () => {
  // Without workers, because jobs of earlier calls must not change the records that later calls use.
  test = await startApp({ env: { WORKERS: "0" } });
  const { pool } = test.context.database;
  const { rows } = await pool.query<{ name: string }>(
    `select pg_get_serial_sequence(quote_ident(table_name), 'id') as name
       from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and column_default like 'nextval%'`,
  );
  const setAll = async (start: (index: number) => number) => {
    for (const [index, { name }] of rows.entries()) {
      await pool.query("select setval($1, $2)", [name, start(index)]);
    }
  };
  await setAll((index) => 1_000_000 * (index + 1));
  const administrator = await test.administrator();
  const olivia = await test.trader({ fullName: OLIVIAS, city: OLIVIAS, street: OLIVIAS });
  await administrator.patch(`/api/admin/user/${olivia.id}/account`, {
    login: OLIVIAS,
    server: OLIVIAS,
    phase: OLIVIAS,
    payoutEnabled: true,
    masterPassword: OLIVIAS,
  });
  const sent = { amount: "10", paymentMethod: "bank", paymentDetails: OLIVIAS };
  await olivia.post("/api/user/payouts", sent);
  await uploadCertificate(administrator, olivia.id, { name: OLIVIAS });
  oliviasIds = [];
  for (const { name } of rows) {
    const [table] = /(?<=\.).+(?=_id_seq)/.exec(name)!;
    const found = await pool.query<{ id: number }>(`select id from ${table}`);
    // The ids of migrations, which are lower, are also those of callers' records.
    oliviasIds.push(...found.rows.map(({ id }) => id).filter((id) => id > 1_000_000));
  }
  await setAll(() => 1);
});
afterAll(() => test.close());

describe("a caller", () => {
  let callers: Awaited<ReturnType<typeof makeCallers>> | undefined;
  beforeEach(async () => {
    // Some calls end the session of an admitted caller.
    const probes = callers && [
      await callers.trader.get("/api/user"),
      await callers.administrator.get("/api/admin/me"),
    ];
    const areSignedIn = probes?.every(({ statusCode }) => statusCode === 200);
    if (!areSignedIn) callers = await makeCallers();
  });

  it.each([...procedureAttempts, ...routeAttempts])(
    "of $name is admitted only with the permission $permission",
    async (attempt) => {
      const all = Object.entries(expected[attempt.permission]) as [CallerName, number][];
      const before = await snapshot(test);
      for (const [name, status] of all.filter(([, refusal]) => refusal > 0)) {
        for (const id of idsFor(attempt, name)) {
          const response = await attempt.call(callers![name], id);
          expect([name, id, response.statusCode]).toEqual([name, id, status]);
          expect(response.body).not.toContain(OLIVIAS);
        }
      }
      expect(await snapshot(test)).toEqual(before);
      for (const [name] of all.filter(([, refusal]) => refusal === 0)) {
        // An unknown id, so that nothing is deleted.
        const response = await attempt.call(callers![name], 2_147_483_647);
        const { message = "" } = /"message":"(?<message>[^"]*)/.exec(response.body)?.groups ?? {};
        expect([name, message]).not.toEqual([name, expect.stringMatching(guardMessages)]);
        expect([name, response.statusCode]).not.toEqual([name, 500]);
      }
    },
  );

  const traderAttempts = procedureAttempts.filter(({ permission }) => permission === "trader");

  it.each(traderAttempts)("of $name receives no data of another trader", async (attempt) => {
    for (const id of attempt.takesId ? oliviasIds : [0]) {
      const response = await attempt.call(callers!.trader, id);
      if (attempt.takesId) expect([id, response.statusCode]).toEqual([id, 404]);
      expect(response.body).not.toContain(OLIVIAS);
    }
  });
});

/** Intentionally repeats `roles.rule.ts`: a test that imported the table could not detect a mistake in it. */
const refusedTo: Partial<Record<Ability, Role[]>> = {
  "team.manage": ["risk", "payouts", "support"],
  "traders.write": ["payouts", "support"],
  "traders.delete": ["risk", "payouts", "support"],
  "traders.recover": ["risk", "payouts", "support"],
  "tags.write": ["support"],
  "certificates.write": ["payouts", "support"],
  "tables.export": ["support"],
  "payouts.decide": ["risk", "support"],
  "payouts.settings": ["risk", "payouts", "support"],
  "payments.manage": ["risk", "support"],
  "payments.account": ["risk", "payouts", "support"],
  "records.write": ["payouts", "support"],
  "stages.write": ["payouts", "support"],
  "rules.write": ["payouts", "support"],
  "calendar.write": ["payouts", "support"],
  "reviews.decide": ["payouts", "support"],
  "actions.request": ["payouts", "support"],
  "appeals.decide": ["payouts", "support"],
  "links.read": ["payouts", "support"],
  "links.decide": ["payouts", "support"],
  "identities.read": ["support"],
  "identities.decide": ["payouts", "support"],
  "orders.write": ["payouts", "support"],
  "sources.map": ["payouts", "support"],
  "sources.manage": ["risk", "payouts", "support"],
  "agreements.write": ["risk", "payouts", "support"],
  "figures.read": ["payouts", "support"],
  "figures.money": ["support"],
  "settings.write": ["risk", "payouts", "support"],
  "webhooks.manage": ["risk", "payouts", "support"],
  "tokens.manage": ["risk", "payouts", "support"],
};

describe("an administrator", () => {
  let members: Record<Role, Browser>;
  beforeAll(async () => {
    const entries = roleNames.map(async (role): Promise<[Role, Browser]> => [
      role,
      await test.administrator(role),
    ]);
    members = Object.fromEntries(await Promise.all(entries)) as typeof members;
  });

  const attempts = [...procedureAttempts, ...routeAttempts].filter(({ ability }) => ability);

  it.each(attempts)("can call $name only with the ability $ability", async (attempt) => {
    const refused = refusedTo[attempt.ability!] ?? [];
    const before = await snapshot(test);
    for (const role of refused) {
      const response = await attempt.call(members[role], oliviasIds[0]!);
      expect([role, response.statusCode]).toEqual([role, 403]);
      expect(response.body).toMatch(new RegExp(`This requires the role .+; yours is ${role}"`));
    }
    expect(await snapshot(test)).toEqual(before);
    for (const role of roleNames.filter((name) => !refused.includes(name))) {
      const response = await attempt.call(members[role], 2_147_483_647);
      const { message = "" } = /"message":"(?<message>[^"]*)/.exec(response.body)?.groups ?? {};
      expect([role, message]).not.toEqual([role, expect.stringMatching(guardMessages)]);
      expect([role, response.statusCode]).not.toEqual([role, 500]);
    }
  });

  it("cannot change anything with a read-only role", () => {
    for (const { procedure, name, meta } of procedures) {
      if (meta.permission !== "administrator" || procedure._def.type !== "mutation") continue;
      if (["self.manage", "rules.read", "notes.write", "views.keep"].includes(meta.ability!))
        continue;
      expect([name, refusedTo[meta.ability!]]).toEqual([name, expect.arrayContaining(["support"])]);
    }
  });
});

describe("an API token", () => {
  /** Each client also sends an administrator's cookies, which must be ignored. */
  const tokens = new Map<string, Browser>();

  async function addToken(name: string, scopes: readonly Scope[], fields?: object) {
    const browser = await test.token([...scopes], fields);
    const administrator = await test.administrator();
    for (const [cookie, value] of administrator.cookies) browser.cookies.set(cookie, value);
    tokens.set(name, browser);
    return browser;
  }

  beforeAll(async () => {
    await addToken("all scopes", scopeNames);
    for (const scope of scopeNames) {
      await addToken(`only ${scope}`, [scope]);
      await addToken(`all but ${scope}`, without(scope));
    }
    for (const { scope, orScope } of attempts) {
      if (!scope || !orScope) continue;
      const others = without(scope).filter((name) => name !== orScope);
      await addToken(`all but ${scope} and ${orScope}`, others);
      await addToken(`only ${orScope}`, [orScope]);
    }
    const { id } = await addToken("revoked", scopeNames);
    const administrator = await test.administrator();
    await administrator.delete(`/api/admin/tokens/${id}`);
    const expired = await addToken("expired", scopeNames);
    await test.context.database.pool.query("update api_tokens set expires_at = $1 where id = $2", [
      test.clock.now(),
      expired.id,
    ]);
    const wrong = await addToken("wrong", scopeNames);
    wrong.headers.authorization = `${wrong.headers.authorization}x`;
    const empty = await addToken("empty", scopeNames);
    empty.headers.authorization = "Bearer";
  });

  const without = (scope: Scope) => scopeNames.filter((name) => name !== scope);

  /** Health and the documentation are independent of the caller. */
  const isService = ({ name, permission }: Attempt) =>
    permission === "anyone" && routeAttempts.some((route) => route.name === name);
  const attempts = [...procedureAttempts, ...routeAttempts].filter(
    (attempt) => !isService(attempt),
  );

  // Exports need the scope of their table instead.
  it("needs scopes that match the abilities an administrator needs", () => {
    const scopesOf: Partial<Record<Ability, Scope[]>> = {};
    for (const { ability, scope } of attempts) {
      if (!ability || !scope || ability === "tables.export") continue;
      scopesOf[ability] = [...new Set([...(scopesOf[ability] ?? []), scope])].toSorted();
    }
    expect(scopesOf).toEqual({
      "actions.read": ["records:read"],
      "actions.request": ["records:write"],
      "audit.read": ["audit:read"],
      "calendar.write": ["calendar:write"],
      "certificates.write": ["users:read", "users:write"],
      "figures.money": ["figures:read"],
      "figures.read": ["figures:read"],
      "notes.write": ["users:write"],
      "orders.read": ["orders:read"],
      "orders.write": ["orders:write"],
      "payments.manage": ["payments:manage"],
      "payments.read": ["payments:manage"],
      "payouts.decide": ["payouts:decide"],
      // Whether a trader may request a payout follows from the records.
      "payouts.read": ["payouts:read", "records:read"],
      "records.read": ["records:read"],
      "records.write": ["records:write"],
      "reviews.decide": ["records:write"],
      "reviews.read": ["records:read"],
      "rules.read": ["records:read"],
      "rules.write": ["records:write"],
      "stages.write": ["records:write"],
      "tags.write": ["users:write"],
      "traders.delete": ["users:read", "users:write"],
      "traders.read": ["records:read", "users:read"],
      "traders.write": ["users:write"],
    });
  });

  it.each(attempts)("of $name is admitted only with the scope $scope", async (attempt) => {
    const { scope, orScope } = attempt;
    const others = orScope ? `all but ${scope} and ${orScope}` : `all but ${scope}`;
    const refused = [
      ...["revoked", "expired", "wrong", "empty"].map((name) => [name, 401] as const),
      [scope ? others : "all scopes", 403] as const,
    ];
    const before = await snapshot(test);
    for (const [name, status] of refused) {
      const response = await attempt.call(tokens.get(name)!, attempt.takesId ? oliviasIds[0]! : 0);
      expect([name, response.statusCode]).toEqual([name, status]);
      expect(response.body).not.toContain(OLIVIAS);
      if (status === 403) {
        const why = scope ? `with the scope ${scope}` : "API tokens cannot make this call";
        expect(response.body).toContain(why);
      }
    }
    expect(await snapshot(test)).toEqual(before);
    if (!scope) return;
    for (const sufficient of orScope ? [scope, orScope] : [scope]) {
      const admitted = await attempt.call(tokens.get(`only ${sufficient}`)!, 2_147_483_647);
      const { message = "" } = /"message":"(?<message>[^"]*)/.exec(admitted.body)?.groups ?? {};
      expect(message).not.toMatch(guardMessages);
      expect([attempt.name, admitted.statusCode]).not.toEqual([attempt.name, 500]);
    }
  });

  it.each([...procedureAttempts, ...routeAttempts].filter(isService))(
    "is ignored by $name",
    async (attempt) => {
      const response = await attempt.call(tokens.get("wrong")!, 0);
      // 404 because no logo was uploaded.
      expect([401, 403]).not.toContain(response.statusCode);
    },
  );

  it("is accepted by every call of administrators, except those about tokens, webhooks, mails, views, the team and settings, decisions on appeals, held payouts, lost second factors, identities, links, persons, allocations, traces, agreements, sources of orders, and exports", () => {
    const closed = [...procedureAttempts, ...routeAttempts]
      .filter(({ permission, scope }) => permission === "administrator" && !scope)
      .map(({ name }) => name);
    expect(closed.length).toBeGreaterThanOrEqual(20);
    for (const name of closed)
      expect(name).toMatch(
        /admin[./](tokens\b|webhooks\b|mails\b|views\b|team\b|me\b|settings\b|payments[./](setAccount|account)\b|(user\/\{id\}|\w+)\/export\b|payouts[./](release|\{id\}\/release)|users\.(removeSecondFactor|cancelRecovery)|user\/\{id\}\/remove-second-factor|appeals[./](decide|\{id\})|agreements\b|links\b|persons\b|allocation\b|traces\b|user\/\{id\}\/(allocation|traces)|sources\b|user\/\{id\}\/acceptances|identities\b|identity-files\b|user\/\{id\}\/identity)/,
      );
  });

  it("has scopes only for calls that accept tokens", () => {
    for (const { name, permission, scope } of [...procedureAttempts, ...routeAttempts]) {
      if (permission === "token") expect([name, scope]).not.toEqual([name, undefined]);
      if (permission === "trader" || permission === "anyone") {
        expect([name, scope]).toEqual([name, undefined]);
      }
    }
  });
});

describe("the declarations", () => {
  it("reject a procedure without a permission", () => {
    const unguarded = t.procedure.query(() => "unguarded");
    expect(() => listProcedures(t.router({ admin: { added: unguarded } }))).toThrow(
      "The procedure admin.added has no permission",
    );
    const guarded = callsAbout("Service")
      .administratorCall("team.manage")
      .query(() => "guarded");
    expect(listProcedures(t.router({ admin: { added: guarded } }))).toMatchObject([
      { name: "admin.added", meta: { permission: "administrator", ability: "team.manage" } },
    ]);
    const unlimited = t.procedure.meta({ permission: "administrator" }).query(() => "unlimited");
    expect(() => listProcedures(t.router({ admin: { added: unlimited } }))).toThrow(
      "The procedure admin.added has no ability",
    );
  });

  it("are the only source of routes under /api", async () => {
    const server = Fastify();
    const registered = server.register(
      async (api) => {
        requireDeclaredRoutes(api);
        api.get("/admin/secrets", () => "all of them");
      },
      { prefix: "/api" },
    );
    await expect(Promise.resolve(registered)).rejects.toThrow(/GET \/api\/admin\/secrets/);
  });

  it("are all served", () => {
    for (const { rest } of [...routes, ...procedures.map(({ meta }) => meta)]) {
      if (!rest) continue;
      const { method, url } = fastifyRoute(rest);
      const route = { method: method as "GET", url: `/api${url}` };
      expect([rest, test.app.hasRoute(route)]).toEqual([rest, true]);
    }
  });

  it("are tested with the ids of all of a trader's records", () => {
    expect(oliviasIds.length).toBeGreaterThanOrEqual(5);
  });

  it("match the committed table, one row for each call", () => {
    const [calls] = renderPermissions().split("## Roles") as [string];
    const rows = calls.split("\n").filter((line) => line.startsWith("|"));
    expect(rows).toHaveLength(2 + procedures.length + routes.length);
    expect(new Set(rows.map((line) => line.length)).size).toBe(1);
    const cells = (row: string) => row.split("|").map((cell) => cell.trim());
    expect(rows.map(cells)).toContainEqual([
      "",
      "`admin.payouts.decide`",
      "`PATCH /api/admin/payouts/{id}`",
      "administrators",
      "`payouts.decide`: owner, payouts",
      "`payouts:decide`",
      "",
    ]);
  });

  it("match the OpenAPI document for routes that are not procedures", async () => {
    const document = (await test.visitor().get("/api/openapi.json")).json<{
      paths: Record<string, Record<string, { security: object[] }> | undefined>;
    }>();
    const security = {
      anyone: [],
      trader: [{ trader: [] }],
      administrator: [{ administrator: [] }],
      owner: [{ trader: [] }, { administrator: [] }],
      token: [],
    };
    for (const { rest, permission, scope } of routes) {
      const [method, path] = rest.split(" ") as [string, string];
      // The document names every id in a path `id`.
      const operation =
        document.paths[path.replace(/\{(userId|versionId)\}/, "{id}")]?.[method.toLowerCase()];
      const bearer = scope ? [{ bearerAuth: [] }] : [];
      if (operation) expect(operation.security).toEqual([...security[permission], ...bearer]);
      else expect(permission).toBe("anyone");
    }
  });
});
