import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Programme } from "../../src/business/decisions/programmes/programme.schema.ts";
import { presets } from "../../src/business/rulebook/rules/presets.ts";
import type { RuleSet } from "../../src/business/rulebook/rules/rule-set.schema.ts";
import type { Stage } from "../../src/business/record/stages/stage.schema.ts";
import { noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { startStage, type Wire } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import { createRules, simpleRules } from "../support/verdicts.ts";

type Found = Wire<Programme>;

let test: TestApp;
let administrator: Browser;
let phase1: number;
let funded: number;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  phase1 = await createRules(administrator, simpleRules);
  funded = await createRules(administrator, noRules);
});
afterAll(() => test.close());

const UNKNOWN_ID = 2_000_000_000;

let names = 0;
const freeName = () => `Ladder ${(names += 1)}`;

const offer = () => ({
  currency: "EUR",
  initialBalances: ["50000.00", "100000.00"],
  steps: [
    { phase: "Phase 1", rulesVersionId: phase1, payoutEnabled: false, platform: null },
    { phase: "Funded", rulesVersionId: funded, payoutEnabled: true, platform: null },
  ],
});

async function createProgramme(changes: object = {}): Promise<Found> {
  const input = { name: freeName(), ...offer(), ...changes };
  const response = await administrator.post("/api/admin/programmes", input);
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<Found>();
}

async function accountOf(traderId: number) {
  const response = await administrator.get(`/api/admin/user/${traderId}`);
  return response.json<{ account: Record<string, unknown> }>().account;
}

async function ruleSets() {
  return (await administrator.get("/api/admin/rules")).json<Wire<RuleSet>[]>();
}

describe.each(transports)("a programme over $name", (transport) => {
  const created = transport.name === "REST" ? 201 : 200;
  const create = (changes: object = {}) =>
    transport.call<Found>(administrator, "admin.programmes.create", {
      name: freeName(),
      ...offer(),
      ...changes,
    });
  const update = (id: number, changes: object) =>
    transport.call<Found>(administrator, "admin.programmes.update", { id, ...changes });
  const listed = async (input?: object) => {
    const all = await transport.call<Found[]>(administrator, "admin.programmes.list", { ...input });
    return all.body.map(({ id }) => id);
  };

  it("is returned with its versions, with amounts as strings with two decimals", async () => {
    const name = freeName();
    const input = { name: ` ${name} `, currency: "eur", initialBalances: [50000, "100000"] };
    const response = await create(input);
    expect(response.status).toBe(created);
    expect(response.body).toEqual({
      id: expect.any(Number) as number,
      name,
      archivedAt: null,
      versions: [
        {
          id: expect.any(Number) as number,
          version: 1,
          ...offer(),
          note: null,
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          createdBy: expect.any(String) as string,
        },
      ],
    });
    const { id } = response.body;
    const read = await transport.call(administrator, "admin.programmes.get", { id });
    expect(read.body).toEqual(response.body);
    const all = await transport.call<Found[]>(administrator, "admin.programmes.list");
    expect(all.body[0]).toEqual(response.body);
  });

  it("keeps every version unchanged, the newest first", async () => {
    const first = await createProgramme();
    const changed = { ...offer(), currency: "USD", note: "In dollars" };
    const added = await transport.call<Found>(administrator, "admin.programmes.addVersion", {
      id: first.id,
      ...changed,
    });
    expect(added.status).toBe(created);
    expect(added.body.versions).toEqual([
      expect.objectContaining({ version: 2, ...changed }),
      first.versions[0],
    ]);
  });

  it("numbers concurrently added versions consecutively", async () => {
    const { id } = await createProgramme();
    const add = () =>
      transport.call(administrator, "admin.programmes.addVersion", { id, ...offer() });
    await Promise.all([add(), add(), add()]);
    const { body } = await transport.call<Found>(administrator, "admin.programmes.get", { id });
    expect(body.versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  });

  it("has a unique name, compared without case", async () => {
    const { name } = await createProgramme({ name: `${freeName()} É` });
    const { id } = await createProgramme();
    for (const taken of [name, name.toUpperCase(), name.toLowerCase()]) {
      const issues = [{ path: ["name"] }];
      expect(await create({ name: taken })).toMatchObject({ status: 409, body: { issues } });
      expect(await update(id, { name: taken })).toMatchObject({ status: 409, body: { issues } });
    }
    const own = (await createProgramme()).id;
    const renamed = `renamed ${own}`;
    expect((await update(own, { name: renamed })).body).toMatchObject({ name: renamed });
    const upper = await update(own, { name: renamed.toUpperCase() });
    expect(upper.body).toMatchObject({ name: renamed.toUpperCase() });
  });

  it("is listed only with archived=true once it is archived", async () => {
    const { id } = await createProgramme();
    const archived = await update(id, { archived: true });
    expect(archived).toMatchObject({
      status: 200,
      body: { archivedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string },
    });
    expect((await update(id, { archived: true })).body).toEqual(archived.body);
    expect(await listed()).not.toContain(id);
    expect(await listed({ archived: false })).not.toContain(id);
    expect(await listed({ archived: true })).toContain(id);
    expect((await update(id, { archived: false })).body).toMatchObject({ archivedAt: null });
    expect(await listed()).toContain(id);
  });

  it("has 1 to 20 ascending sizes above 0, 1 to 10 steps, and existing rules", async () => {
    const [step] = offer().steps;
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.00`);
    const refused: [number, (string | number)[], object][] = [
      [400, ["name"], { name: " " }],
      [400, ["name"], { name: undefined }],
      [400, ["currency"], { currency: "€" }],
      [400, ["initialBalances"], { initialBalances: [] }],
      [400, ["initialBalances"], { initialBalances: many(21) }],
      [400, ["initialBalances", 0], { initialBalances: ["0"] }],
      [400, ["initialBalances", 0], { initialBalances: ["-1"] }],
      [400, ["initialBalances", 1], { initialBalances: ["1", "much"] }],
      [400, ["initialBalances"], { initialBalances: ["2.00", "1.00"] }],
      [400, ["initialBalances"], { initialBalances: ["1.00", "1"] }],
      [400, ["steps"], { steps: [] }],
      [400, ["steps"], { steps: Array(11).fill(step) }],
      [400, ["steps", 0, "phase"], { steps: [{ ...step, phase: " " }] }],
      [400, ["steps", 0, "payoutEnabled"], { steps: [{ ...step, payoutEnabled: 1 }] }],
      [400, ["steps", 0, "price"], { steps: [{ ...step, price: "99.00" }] }],
      [
        404,
        ["steps", 1, "rulesVersionId"],
        { steps: [step, { ...step, rulesVersionId: UNKNOWN_ID }] },
      ],
    ];
    const { id } = await createProgramme();
    for (const [status, path, changes] of refused) {
      const response = await create(changes);
      expect([changes, response.status]).toEqual([changes, status]);
      expect(response.body).toMatchObject({ issues: [{ path }] });
      if (path[0] === "name") continue;
      const input = { id, ...offer(), ...changes };
      const added = await transport.call(administrator, "admin.programmes.addVersion", input);
      expect([changes, added.status]).toEqual([changes, status]);
    }
    const accepted = await create({ initialBalances: many(20), steps: Array(10).fill(step) });
    expect(accepted.status).toBe(created);
  });

  it("returns 404 if it does not exist", async () => {
    const get = { id: UNKNOWN_ID };
    expect((await transport.call(administrator, "admin.programmes.get", get)).status).toBe(404);
    const add = { id: UNKNOWN_ID, ...offer() };
    expect((await transport.call(administrator, "admin.programmes.addVersion", add)).status).toBe(
      404,
    );
    expect((await update(UNKNOWN_ID, { archived: true })).status).toBe(404);
  });
});

describe("programmes", () => {
  it("are listed in pages with a Link header", async () => {
    const ids = [await createProgramme(), await createProgramme()].map(({ id }) => id);
    const first = await administrator.get("/api/admin/programmes?limit=1&archived=true");
    expect(first.json<Found[]>().map(({ id }) => id)).toEqual([ids[1]]);
    const [, next] = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))!;
    const second = await administrator.get(next!);
    expect(second.json<Found[]>().map(({ id }) => id)).toEqual([ids[0]]);
    expect((await administrator.get("/api/admin/programmes?archived=1")).statusCode).toBe(400);
  });

  it("cannot have a version changed or deleted, even in the database", async () => {
    await createProgramme();
    const { pool } = test.context.database;
    for (const statement of [
      "update programme_versions set version = 9",
      "delete from programme_versions",
    ]) {
      await expect(pool.query(statement)).rejects.toThrow("immutable");
    }
  });

  it("are in the audit log with each change", async () => {
    const { id } = await createProgramme();
    const path = `/api/admin/programmes/${id}`;
    await administrator.post(`${path}/versions`, { ...offer(), note: "As announced" });
    const name = freeName();
    await administrator.patch(path, { name, archived: true });
    await administrator.patch(path, { name, archived: true });
    const { rows } = await test.context.database.pool.query<{ action: string }>(
      `select action, reason, changes from audit_events
       where changes -> 'programmeId' ->> 'to' = $1 order by id`,
      [String(id)],
    );
    expect(rows).toMatchObject([
      { action: "programme.created", changes: { version: { from: null, to: 1 } } },
      {
        action: "programme.version-added",
        reason: "As announced",
        changes: { version: { from: 1, to: 2 } },
      },
      {
        action: "programme.updated",
        changes: { programme: { to: name }, archived: { from: false, to: true } },
      },
    ]);
    expect(rows).toHaveLength(3);
  });

  it("are read with records:read, and changed and assigned with records:write", async () => {
    const { id, versions } = await createProgramme();
    const trader = await test.trader();
    const assignment = { programmeVersionId: versions[0]!.id, initialBalance: "50000.00" };
    const statuses = async (scope: "records:read" | "records:write") => {
      const token = await test.token([scope]);
      const responses = [
        await token.get("/api/admin/programmes"),
        await token.get(`/api/admin/programmes/${id}`),
        await token.post("/api/admin/programmes", { name: freeName(), ...offer() }),
        await token.post(`/api/admin/programmes/${id}/versions`, offer()),
        await token.patch(`/api/admin/programmes/${id}`, { name: freeName() }),
        await token.post(`/api/admin/user/${trader.id}/programme`, assignment),
      ];
      return responses.map(({ statusCode }) => statusCode);
    };
    expect(await statuses("records:read")).toEqual([200, 200, 403, 403, 403, 403]);
    expect(await statuses("records:write")).toEqual([403, 403, 201, 201, 200, 201]);
  });
});

describe("a programme from a preset", () => {
  const fromPreset = (input: object) =>
    administrator.post("/api/admin/programmes/from-preset", input);
  const twoStep = { firm: "FTMO", programme: "FTMO Challenge: 2-Step" };

  it("has the phases in order, with a rule set for each, and payouts where rules allow them", async () => {
    const before = (await ruleSets()).length;
    const response = await fromPreset(twoStep);
    expect(response.statusCode).toBe(201);
    const { name, versions } = response.json<Found>();
    expect(name).toBe("FTMO Challenge: 2-Step");
    const sets = await ruleSets();
    expect(sets.length).toBe(before + 3);
    const rulesOf = (versionId: number) =>
      sets.flatMap((set) => set.versions).find(({ id }) => id === versionId)?.rules;
    const phases = presets.filter(({ programme }) => programme === twoStep.programme);
    const steps = versions[0]!.steps.map(({ rulesVersionId, ...step }) => ({
      ...step,
      rules: rulesOf(rulesVersionId),
    }));
    expect(steps).toEqual(
      phases.map(({ phase, rules }) => ({
        phase,
        payoutEnabled: phase === "FTMO Account",
        platform: null,
        rules,
      })),
    );
  });

  it("reuses the rule sets that have the same rules, and receives the given sizes", async () => {
    const first = await fromPreset({ firm: "FundedNext", programme: "Stellar 2-Step" });
    const { id, versions } = first.json<Found>();
    const before = (await ruleSets()).length;
    const again = { firm: "FundedNext", programme: "Stellar 2-Step", initialBalances: [15000] };
    expect((await fromPreset(again)).statusCode).toBe(409);
    await administrator.patch(`/api/admin/programmes/${id}`, { name: freeName() });
    const second = await fromPreset(again);
    expect(second.statusCode).toBe(201);
    expect(second.json<Found>().versions[0]).toMatchObject({
      steps: versions[0]!.steps,
      initialBalances: ["15000.00"],
      currency: "USD",
    });
    expect((await ruleSets()).length).toBe(before);
  });

  it("needs exactly one of the preset's sizes where the rules depend on the size", async () => {
    const sized = { firm: "Topstep", programme: "Trading Combine" };
    for (const initialBalances of [undefined, [], ["50000", "100000"], ["60000"]]) {
      const response = await fromPreset({ ...sized, initialBalances });
      expect([initialBalances, response.statusCode]).toEqual([initialBalances, 400]);
      expect(response.json()).toMatchObject({ issues: [{ path: ["initialBalances"] }] });
    }
    const response = await fromPreset({ ...sized, initialBalances: [100000] });
    expect([response.statusCode, response.json<Found>()]).toMatchObject([
      201,
      {
        name: "Topstep, Trading Combine, 100000.00",
        versions: [{ initialBalances: ["100000.00"], steps: [{ phase: "Evaluation" }] }],
      },
    ]);
  });

  it("returns 404 for an unknown firm or programme, and creates nothing if the name is taken", async () => {
    expect((await fromPreset({ ...twoStep, firm: "Nobody" })).statusCode).toBe(404);
    expect((await fromPreset({ ...twoStep, programme: "Nothing" })).statusCode).toBe(404);
    await createProgramme({ name: "ftmo challenge: 1-STEP" });
    const before = (await ruleSets()).length;
    const taken = await fromPreset({ firm: "FTMO", programme: "FTMO Challenge: 1-Step" });
    expect(taken.statusCode).toBe(409);
    expect((await ruleSets()).length).toBe(before);
  });
});

describe.each(transports)("assigning a programme over $name", (transport) => {
  const created = transport.name === "REST" ? 201 : 200;
  const assign = (traderId: number, input: object) =>
    transport.call<Wire<Stage>>(administrator, "admin.programmes.assign", {
      id: traderId,
      initialBalance: "100000.00",
      ...input,
    });

  it("starts the first step with its phase, rules, currency, payouts and credentials", async () => {
    const { id, name, versions } = await createProgramme();
    const trader = await test.trader();
    const startedAt = "2026-03-01T00:00:00.000Z";
    const credentials = { login: `assigned-${trader.id}`, server: "Live-2" };
    const response = await assign(trader.id, {
      programmeVersionId: versions[0]!.id,
      initialBalance: 100000,
      startedAt,
      ...credentials,
      masterPassword: "f1rst-Step",
      expectedStageId: null,
    });
    expect(response.status).toBe(created);
    const stage = response.body;
    expect(stage).toEqual({
      id: expect.any(Number) as number,
      userId: trader.id,
      phase: "Phase 1",
      currency: "EUR",
      initialBalance: "100000.00",
      carriedBalance: null,
      rulesVersionId: phase1,
      programme: { id, name, versionId: versions[0]!.id, version: 1, step: 1, steps: 2 },
      startedAt,
      endedAt: null,
      outcome: null,
      login: credentials.login,
      ruleChanges: [],
      waivers: [],
    });
    const shown = { phase: "Phase 1", status: "active", payoutEnabled: false, ...credentials };
    expect(await accountOf(trader.id)).toMatchObject({ ...shown, masterPassword: "f1rst-Step" });
    expect((await trader.get("/api/user/stages")).json()).toEqual([stage]);
    const all = await administrator.get(`/api/admin/user/${trader.id}/stages`);
    expect(all.json()).toEqual([stage]);
    const audit = await administrator.get(`/api/admin/audit?traderId=${trader.id}`);
    expect(audit.json()).toContainEqual(
      expect.objectContaining({
        action: "stage.started",
        changes: expect.objectContaining({
          programme: { from: null, to: `${name}, version 1` },
          step: { from: null, to: "1 of 2" },
        }) as object,
      }),
    );
    // The stage that a new one ends keeps its login, although the new one comes with another.
    const login = `again-${trader.id}`;
    await assign(trader.id, { programmeVersionId: versions[0]!.id, login });
    expect((await trader.get("/api/user/stages")).json()).toMatchObject([
      { login },
      { id: stage.id, login: credentials.login, programme: stage.programme },
    ]);
  });

  it("starts a later step, and ends the stage before it", async () => {
    const { versions } = await createProgramme();
    const trader = await test.trader();
    const { id } = await startStage(administrator, trader.id, {
      startedAt: "2026-02-01T00:00:00Z",
    });
    const response = await assign(trader.id, {
      programmeVersionId: versions[0]!.id,
      step: 2,
      expectedStageId: id,
    });
    expect(response.body).toMatchObject({ phase: "Funded", programme: { step: 2, steps: 2 } });
    expect(await accountOf(trader.id)).toMatchObject({ status: "active", payoutEnabled: true });
    expect((await trader.get("/api/user/stages")).json()).toMatchObject([
      { id: response.body.id },
      { id, programme: null, endedAt: response.body.startedAt },
    ]);
  });

  it("is refused for an unknown version, an archived programme, or another size, step or stage", async () => {
    const { versions } = await createProgramme();
    const archived = await createProgramme();
    await administrator.patch(`/api/admin/programmes/${archived.id}`, { archived: true });
    const trader = await test.trader();
    const open = await startStage(administrator, trader.id, {
      startedAt: "2026-02-01T00:00:00Z",
    });
    const before = await accountOf(trader.id);
    const refused: [number, object, number?][] = [
      [404, { programmeVersionId: UNKNOWN_ID }],
      [404, {}, UNKNOWN_ID],
      [409, { programmeVersionId: archived.versions[0]!.id }],
      [400, { initialBalance: "75000.00" }],
      [400, { initialBalance: "much" }],
      [400, { step: 3 }],
      [400, { step: 0 }],
      [400, { startedAt: "2026-02-01T00:00:00Z" }],
      [409, { expectedStageId: null }],
      [409, { expectedStageId: open.id + 1 }],
    ];
    for (const [status, changes, traderId = trader.id] of refused) {
      const input = { programmeVersionId: versions[0]!.id, login: "lost", ...changes };
      expect([changes, (await assign(traderId, input)).status]).toEqual([changes, status]);
    }
    expect((await trader.get("/api/user/stages")).json()).toEqual([open]);
    expect(await accountOf(trader.id)).toEqual(before);
  });
});

describe("a running ladder", () => {
  it("goes on when its programme is archived or changed", async () => {
    const { id, versions } = await createProgramme();
    const trader = await test.trader();
    const path = `/api/admin/user/${trader.id}/programme`;
    const input = { programmeVersionId: versions[0]!.id, initialBalance: "50000.00" };
    await administrator.post(path, input);
    await administrator.post(`/api/admin/programmes/${id}/versions`, offer());
    await administrator.patch(`/api/admin/programmes/${id}`, { archived: true });
    const stages = (await trader.get("/api/user/stages")).json<Stage[]>();
    expect(stages).toMatchObject([{ endedAt: null, programme: { id, version: 1, step: 1 } }]);
  });

  it("cannot start with a master password from an API token", async () => {
    const { versions } = await createProgramme();
    const trader = await test.trader();
    const tool = await test.token(["records:write"]);
    const input = { programmeVersionId: versions[0]!.id, initialBalance: "50000.00" };
    const path = `/api/admin/user/${trader.id}/programme`;
    expect((await tool.post(path, { ...input, masterPassword: "from-a-tool" })).statusCode).toBe(
      403,
    );
    expect((await trader.get("/api/user/stages")).json()).toEqual([]);
  });

  it("starts once if two administrators expect the same stage", async () => {
    const { versions } = await createProgramme();
    const trader = await test.trader();
    const start = () =>
      administrator.post(`/api/admin/user/${trader.id}/programme`, {
        programmeVersionId: versions[0]!.id,
        initialBalance: "50000.00",
        expectedStageId: null,
      });
    const responses = await meetAtLock(test, row("users", trader.id), [start, start]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  });
});

describe("the ladder of an account", () => {
  const read = async (trader: { id: number } & Pick<Browser, "query">) => {
    const own = await trader.query("trader.ladder");
    const input = { userId: trader.id };
    const same = await administrator.query("admin.programmes.ladder", input);
    expect(same.json()).toEqual(own.json());
    return own.json<{ result: { data: { json: object | null } } }>().result.data.json;
  };

  it("has the steps of the version with their rules in one line, and the step reached", async () => {
    const trader = await test.trader();
    expect(await read(trader)).toBeNull();
    const { name, versions } = await createProgramme();
    const assigned = await administrator.post(`/api/admin/user/${trader.id}/programme`, {
      programmeVersionId: versions[0]!.id,
      initialBalance: "50000.00",
    });
    expect(assigned.statusCode).toBe(201);
    const ladder = {
      name,
      version: 1,
      initialBalance: "50000.00",
      currency: "EUR",
      step: 1,
      outcome: null,
      steps: [
        {
          phase: "Phase 1",
          payoutEnabled: false,
          terms: "5,000.00 EUR daily · 10,000.00 EUR target",
        },
        { phase: "Funded", payoutEnabled: true, terms: "No loss limits, target or payouts" },
      ],
    };
    expect(await read(trader)).toEqual(ladder);
    const end = { reason: "Given up", outcome: "abandoned" };
    await administrator.patch(`/api/admin/stages/${assigned.json<Stage>().id}`, end);
    expect(await read(trader)).toEqual({ ...ladder, outcome: "abandoned" });
    await startStage(administrator, trader.id, { startedAt: test.clock.now().toISOString() });
    expect(await read(trader)).toBeNull();
  });
});
