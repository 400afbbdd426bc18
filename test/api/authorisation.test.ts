import Fastify from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { procedures } from "../../src/http/app-router.ts";
import { checkProcedures, guardRoutes, routeOf } from "../../src/http/route-guards.ts";
import { requestExamples } from "../../src/http/openapi/examples.ts";
import { procedurePermissions, routePermissions } from "../../src/identity/calls/permissions.ts";
import { administratorProcedure } from "../../src/identity/calls/procedures.ts";
import { t, type ProcedureMeta } from "../../src/identity/calls/trpc.ts";
import { DAY } from "../../src/platform/lib/clock.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { uploadCertificate } from "../support/certificates.ts";
import type { Browser } from "../support/http.ts";
import { snapshot } from "../support/snapshot.ts";

/** One way to make one call, as generated from what is registered. */
interface Way {
  name: string;
  permission: string;
  takesId: boolean;
  call(browser: Browser, id: number): ReturnType<Browser["send"]>;
}

type InputParser = { shape?: object; unwrap?: () => InputParser };

function fieldsOf(procedure: (typeof procedures)[string]): string[] {
  let [schema] = (procedure._def as unknown as { inputs: InputParser[] }).inputs;
  while (schema && !schema.shape) schema = schema.unwrap?.();
  return Object.keys(schema?.shape ?? {});
}

const ways = Object.entries(procedures).flatMap(([name, procedure]): Way[] => {
  const { openapi } = (procedure.meta ?? {}) as ProcedureMeta;
  const permission = procedurePermissions[name] ?? "not in the table";
  const fields = fieldsOf(procedure);
  const idFields = fields.filter((field) => field === "id" || field.endsWith("Id"));
  const example = openapi && requestExamples[`${openapi.method} ${openapi.path}`];
  const about = (id: number) => Object.fromEntries(idFields.map((field) => [field, id]));
  const isQuery = procedure._def.type === "query";
  const shared = { permission, takesId: idFields.length > 0 };
  const trpc: Way = {
    ...shared,
    name: `tRPC ${name}`,
    call: (browser, id) => {
      const input = fields.length > 0 ? { ...example, ...about(id) } : undefined;
      return isQuery ? browser.query(name, input) : browser.mutate(name, input);
    },
  };
  if (!openapi) return [trpc];
  const { method, url } = routeOf(openapi);
  const rest: Way = {
    ...shared,
    name: `${method} /api${url}`,
    call: (browser, id) =>
      browser.send({
        method,
        url: `/api${url.replace(":id", String(id))}`,
        payload: example,
      }),
  };
  return [trpc, rest];
});

const routes = Object.entries(routePermissions)
  .filter(([, permission]) => permission !== "as the procedure")
  .map(([name, permission]): Way => {
    const [method, url] = name.split(" ") as ["GET" | "POST", string];
    return {
      name,
      permission,
      takesId: url.includes(":id"),
      call: (browser, id) => browser.send({ method, url: url.replace(":id", String(id)) }),
    };
  });

let test: TestApp;
/** Olivia's things: no row of anybody else has one of these ids. */
let oliviasIds: number[];
const OLIVIAS = "known to olivia alone";

/** Everybody who may come along, anew for each call: some calls end a session. */
async function makeCallers() {
  const administrator = await test.administrator();
  const [trader, banned, signedOut, lapsed] = [
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
    lapsed.id,
  ]);
  return {
    anonymous: test.visitor(),
    trader,
    "banned trader": banned,
    administrator,
    "signed-out trader": signedOut,
    "trader whose session has lapsed": lapsed,
    "signed-out administrator": endedAdministrator,
  };
}

type CallerName = keyof Awaited<ReturnType<typeof makeCallers>>;

/** The one statement of who gets what; 0 is "let in". */
const expected: Record<string, Record<CallerName, number>> = {
  anyone: everybody(0),
  trader: { ...everybody(401), trader: 0, "banned trader": 403 },
  administrator: { ...everybody(401), trader: 403, "banned trader": 403, administrator: 0 },
  // Of somebody else's thing a trader learns nothing, not even that it is there.
  owner: { ...everybody(401), trader: 404, "banned trader": 403, administrator: 0 },
};

function everybody(status: number): Record<CallerName, number> {
  return {
    anonymous: status,
    trader: status,
    "banned trader": status,
    administrator: status,
    "signed-out trader": status,
    "trader whose session has lapsed": status,
    "signed-out administrator": status,
  };
}

/** The words of the guards; business refusals, such as of a wrong password, have others. */
const guardWords =
  /^(Please sign in|Only administrators|Your account has been banned|Account banned)/i;

beforeAll(async () => {
  test = await startApp();
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
    oliviasIds.push(...found.rows.map(({ id }) => id));
  }
  await setAll(() => 1);
});
afterAll(() => test.close());

describe("whoever calls", () => {
  let callers: Awaited<ReturnType<typeof makeCallers>>;
  beforeEach(async () => {
    callers = await makeCallers();
  });

  it.each([...ways, ...routes])("$name, it is for $permission", async (way) => {
    const outcomes = expected[way.permission];
    expect(outcomes, `${way.name} is not in permissions.ts`).toBeDefined();
    const all = Object.entries(outcomes!) as [CallerName, number][];
    const before = await snapshot(test);
    for (const [name, status] of all.filter(([, refusal]) => refusal > 0)) {
      for (const id of way.takesId ? oliviasIds : [0]) {
        const answer = await way.call(callers[name], id);
        expect([name, id, answer.statusCode]).toEqual([name, id, status]);
        expect(answer.body).not.toContain(OLIVIAS);
      }
    }
    expect(await snapshot(test)).toEqual(before);
    for (const [name] of all.filter(([, refusal]) => refusal === 0)) {
      // About nothing that is there, so that nothing is deleted here.
      const answer = await way.call(callers[name], 2_147_483_647);
      const { message = "" } = /"message":"(?<message>[^"]*)/.exec(answer.body)?.groups ?? {};
      expect([name, message]).not.toEqual([name, expect.stringMatching(guardWords)]);
      expect([name, answer.statusCode]).not.toEqual([name, 500]);
    }
  });

  const ofTraders = ways.filter(({ permission }) => permission === "trader");

  it.each(ofTraders)("$name, it tells a trader nothing of another", async (way) => {
    for (const id of way.takesId ? oliviasIds : [0]) {
      const answer = await way.call(callers.trader, id);
      if (way.takesId) expect([id, answer.statusCode]).toEqual([id, 404]);
      expect(answer.body).not.toContain(OLIVIAS);
    }
  });
});

describe("the table", () => {
  it("has nothing that is gone, nor lacks a procedure or its guard", () => {
    const added = t.procedure.query(() => "unguarded");
    expect(() => checkProcedures({ ...procedures, "admin.new": added })).toThrow(/admin\.new/);
    const guarded = administratorProcedure.query(() => "guarded");
    expect(() => checkProcedures({ ...procedures, "admin.new": guarded })).toThrow(
      "permissions.ts lets nobody call admin.new, and its guard administrator",
    );
    expect(() => checkProcedures({ ...procedures, "auth.me": guarded })).toThrow(/auth\.me/);
    const { "auth.me": _gone, ...others } = procedures;
    expect(() => checkProcedures(others)).toThrow(/auth\.me, which is no procedure/);
  });

  it("lets no route under /api be registered that it does not know", async () => {
    const server = Fastify();
    const registered = server.register(
      async (api) => {
        guardRoutes(api, test.context, procedures);
        api.get("/admin/secrets", () => "all of them");
      },
      { prefix: "/api" },
    );
    await expect(Promise.resolve(registered)).rejects.toThrow(/GET \/api\/admin\/secrets/);
  });

  it("is tried with the ids of all that a trader has", () => {
    expect(oliviasIds.length).toBeGreaterThanOrEqual(5);
  });

  it("lists no route that is gone", async () => {
    for (const name of Object.keys(routePermissions)) {
      const [method, url] = name.split(" ") as ["GET" | "POST", string];
      expect([name, test.app.hasRoute({ method, url })]).toEqual([name, true]);
    }
  });

  it("is what the document says of the routes that are no procedures", async () => {
    const document = (await test.visitor().get("/api/openapi.json")).json<{
      paths: Record<string, Record<string, { security: object[] }> | undefined>;
    }>();
    const security = {
      anyone: [],
      administrator: [{ administrator: [] }],
      owner: [{ trader: [] }, { administrator: [] }],
    };
    for (const { name, permission } of routes) {
      const [method, url] = name.split(" ") as [string, string];
      const path = url.replace("/api", "").replace(/:(\w+)/, "{$1}");
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (operation) {
        expect(operation.security).toEqual(security[permission as keyof typeof security]);
      } else expect(permission).toBe("anyone");
    }
  });
});
