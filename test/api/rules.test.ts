import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RulesPreset } from "../../src/business/rulebook/rules/rule-set.schema.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { contractRules, noRules } from "../unit/business/rulebook/rules/rules.fixtures.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";
import { startStage } from "../support/records.ts";
import { transports } from "../support/transports.ts";
import { createRules } from "../support/verdicts.ts";

interface Version {
  id: number;
  version: number;
  rules: Rules;
  note: string | null;
  createdAt: string;
  createdBy: string;
}

interface RuleSet {
  id: number;
  name: string;
  versions: Version[];
}

let test: TestApp;
let administrator: Browser;
beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
});
afterAll(() => test.close());

const UNKNOWN_ID = 2_000_000_000;

/** Returns the rules of the contract with one changed value; each step of the path is a field or an index. */
function changed(path: (string | number)[], value: unknown): unknown {
  const copy = structuredClone(contractRules) as unknown;
  const parent = path.slice(0, -1).reduce((at, step) => (at as never)[step], copy) as object;
  const last = path.at(-1)!;
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
}

describe.each(transports)("a rule set over $name", (transport) => {
  const created = transport.name === "REST" ? 201 : 200;
  const create = (input: Record<string, unknown>) =>
    transport.call<RuleSet>(administrator, "admin.rules.create", input);
  const get = async (id: number) =>
    (await transport.call<RuleSet>(administrator, "admin.rules.get", { id })).body;

  it("is returned with its versions and the rules exactly as entered", async () => {
    const response = await create({ name: " Two steps ", rules: contractRules });
    expect(response.status).toBe(created);
    const set = response.body;
    expect(set).toEqual({
      id: expect.any(Number) as number,
      name: "Two steps",
      versions: [
        {
          id: expect.any(Number) as number,
          version: 1,
          rules: contractRules,
          note: null,
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          createdBy: expect.any(String) as string,
        },
      ],
    });
    expect(await get(set.id)).toEqual(set);
    const all = await transport.call<RuleSet[]>(administrator, "admin.rules.list");
    expect(all.body[0]).toEqual(set);
  });

  it("may have empty lists, no payout, numbers instead of strings, and a duplicate name", async () => {
    const first = await create({ name: "Plain", rules: noRules });
    const numbers = changed(["limits", 0, "limit", "percent"], 4.5);
    const second = await create({ name: "Plain", rules: numbers });
    expect([first.status, second.status]).toEqual([created, created]);
    const { versions } = second.body;
    expect(versions[0]!.rules.limits[0]).toMatchObject({
      limit: { percent: "4.5", of: "initial" },
    });
  });

  it("keeps every version unchanged", async () => {
    const first = (await create({ name: "Grows", rules: contractRules })).body;
    const input = { id: first.id, rules: noRules, note: "Without limits" };
    const added = await transport.call(administrator, "admin.rules.addVersion", input);
    expect(added.status).toBe(created);
    const { versions } = await get(first.id);
    expect(versions).toMatchObject([
      { version: 2, rules: noRules, note: "Without limits" },
      first.versions[0]!,
    ]);
    expect(versions[1]).toEqual(first.versions[0]);
    expect(added.body).toEqual(await get(first.id));
  });

  it("numbers concurrently added versions consecutively", async () => {
    const { id } = (await create({ name: "Raced", rules: noRules })).body;
    await Promise.all(
      [1, 2, 3].map((index) =>
        transport.call(administrator, "admin.rules.addVersion", {
          id,
          rules: noRules,
          note: `${index}`,
        }),
      ),
    );
    const { versions } = await get(id);
    expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
  });

  it("returns 404 if it does not exist, and 400 without a name", async () => {
    expect(
      (await transport.call(administrator, "admin.rules.get", { id: UNKNOWN_ID })).status,
    ).toBe(404);
    const input = { id: UNKNOWN_ID, rules: noRules, note: null };
    expect((await transport.call(administrator, "admin.rules.addVersion", input)).status).toBe(404);
    expect((await create({ name: " ", rules: noRules })).status).toBe(400);
    expect((await create({ name: "No rules" })).status).toBe(400);
  });

  const wrong: [string, (string | number)[], unknown][] = [
    ["an unknown field", ["limits", 0, "maximum"], 1],
    ["an unknown field of a limit", ["limits", 0, "limit", "currency"], "USD"],
    ["an unknown field at the top", ["comment"], "x"],
    ["an unknown kind", ["limits", 1, "kind"], "profit_target"],
    ["an unknown kind of objective", ["objectives", 0, "kind"], "luck"],
    ["a missing kind", ["objectives", 0, "kind"], undefined],
    ["a percent above 100", ["limits", 0, "limit", "percent"], "100.01"],
    ["a percent below 0", ["limits", 0, "limit", "percent"], "-1"],
    ["a percent with three decimals", ["limits", 0, "limit", "percent"], "5.125"],
    ["an invalid percent", ["objectives", 2, "bestDayAtMostPercent"], "half"],
    ["a percent of null", ["objectives", 0, "target", "percent"], null],
    ["a percent of something else", ["limits", 1, "limit", "of"], "reference"],
    ["a percent of nothing", ["limits", 1, "limit", "of"], undefined],
    ["an unknown zone", ["day", "timeZone"], "Europe/Atlantis"],
    ["a time that does not exist", ["day", "startsAt"], "24:00"],
    ["a missing gap", ["observation", "maxGapSeconds"], undefined],
    ["half a day", ["limits", 5, "days"], 1.5],
    ["a missing field", ["limits", 1, "onWithdrawal"], undefined],
    ["a missing list", ["limits"], undefined],
    ["a missing payout", ["payout"], undefined],
    ["a missing field of the payout", ["payout", "bufferAmount"], undefined],
    ["a share above 100", ["payout", "sharePercent"], "101"],
    ["an amount that is negative", ["payout", "minimum"], "-5.00"],
    ["an invalid volume", ["limits", 3, "volume"], "many"],
  ];

  it.each(wrong)("returns 400 with the path for %s", async (_what, path, value) => {
    const rules = changed(path, value);
    const refused = [
      ["admin.rules.create", { name: "Wrong", rules }],
      ["admin.rules.preview", { rules, initialBalance: "1000.00" }],
    ] as const;
    for (const [procedure, input] of refused) {
      const { status, body } = await transport.call(administrator, procedure, input);
      expect(status).toBe(400);
      expect(body.issues).toEqual([
        { path: ["rules", ...path], message: expect.stringMatching(/^[A-Z].*|\w+ .*/) as string },
      ]);
    }
  });

  it("may start from a preset, which can be stored unchanged", async () => {
    const { status, body: presets } = await transport.call<
      Pick<RulesPreset, "firm" | "initialBalance" | "rules">[]
    >(administrator, "admin.rules.presets");
    expect(status).toBe(200);
    expect(new Set(presets.map(({ firm }) => firm)).size).toBeGreaterThanOrEqual(9);
    for (const preset of presets) {
      expect(preset).toEqual({
        id: expect.any(Number) as number,
        firm: expect.any(String) as string,
        programme: expect.any(String) as string,
        phase: expect.any(String) as string,
        initialBalance: preset.initialBalance && expect.stringMatching(/^\d+\.\d\d$/),
        rules: expect.any(Object) as Rules,
        sources: expect.arrayContaining([
          {
            url: expect.stringMatching(/^https:/) as string,
            date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
          },
        ]) as object[],
        notes: expect.any(String) as string,
      });
    }
    const { firm: name, rules } = presets[0]!;
    const stored = await create({ name, rules });
    expect(stored.body.versions[0]!.rules).toEqual(rules);
  });

  it("can be previewed in words and in dollars, with warnings", async () => {
    const response = await transport.call(administrator, "admin.rules.preview", {
      rules: contractRules,
      initialBalance: 100000,
    });
    expect(response.status).toBe(200);
    const { rules } = response.body as { rules: { list: string; index: number; kind: string }[] };
    expect(rules.map(({ list, index, kind }) => `${list} ${index} ${kind}`)).toEqual([
      "limits 0 daily_loss",
      "limits 1 max_loss",
      "limits 2 open_loss",
      "limits 3 max_position",
      "limits 4 flat_by",
      "limits 5 inactivity",
      "objectives 0 profit_target",
      "objectives 1 min_trading_days",
      "objectives 2 consistency",
    ]);
    expect(rules[0]).toMatchObject({ amount: "5000.00", words: expect.stringMatching(/\$5,000/) });
    expect(rules[3]).toMatchObject({ amount: null });
    const odd = changed(["limits", 0, "limit", "percent"], "20");
    const warned = await transport.call(administrator, "admin.rules.preview", {
      rules: odd,
      initialBalance: "100000.00",
    });
    expect(warned.body.warnings).not.toEqual([]);
  });
});

describe("the uses of a version", () => {
  it("are the stages that are judged by it at present", async () => {
    const rulesVersionId = await createRules(administrator, noRules);
    const uses = async () => {
      const response = await administrator.query("admin.rules.uses");
      const { result } = response.json<{
        result: { data: { json: { rulesVersionId: number }[] } };
      }>();
      return result.data.json.find((use) => use.rulesVersionId === rulesVersionId);
    };
    expect(await uses()).toEqual({ rulesVersionId, stages: 0, exceedsStages: false });
    for (let stages = 1; stages <= 2; stages += 1) {
      await startStage(administrator, (await test.trader()).id, { rulesVersionId });
      expect(await uses()).toMatchObject({ stages });
    }
  });
});

describe("several unknown fields", () => {
  it("are reported as one issue each", async () => {
    const rules = { ...noRules, first: 1, second: 2 };
    const response = await administrator.post("/api/admin/rules", { name: "Two", rules });
    expect(response.json()).toEqual({
      message: "Unknown field: first, second",
      issues: ["first", "second"].map((name) => ({
        path: ["rules", name],
        message: "Unknown field: first, second",
      })),
    });
  });
});

describe("a version of the rules", () => {
  it("cannot be changed or deleted, even in the database", async () => {
    await administrator.post("/api/admin/rules", { name: "Fixed", rules: noRules });
    const { pool } = test.context.database;
    for (const statement of ["update rule_versions set version = 9", "delete from rule_versions"]) {
      await expect(pool.query(statement)).rejects.toThrow("immutable");
    }
  });

  it("is in the audit log", async () => {
    const set = (
      await administrator.post("/api/admin/rules", { name: "Logged", rules: noRules })
    ).json<RuleSet>();
    const body = { rules: noRules, note: "As announced" };
    await administrator.post(`/api/admin/rules/${set.id}/versions`, body);
    const { rows } = await test.context.database.pool.query<{ action: string }>(
      `select action, reason, changes from audit_events
       where changes -> 'ruleSetId' ->> 'to' = $1 order by id`,
      [String(set.id)],
    );
    expect(rows).toMatchObject([
      { action: "rules.created", changes: { version: { from: null, to: 1 } } },
      {
        action: "rules.version-added",
        reason: "As announced",
        changes: { version: { from: 1, to: 2 }, name: { to: "Logged" } },
      },
    ]);
  });
});

describe("an API token", () => {
  it("requires records:read to read rules, and records:write to change them", async () => {
    const set = (
      await administrator.post("/api/admin/rules", { name: "Tools", rules: noRules })
    ).json<RuleSet>();
    const reading = ["/api/admin/rules", `/api/admin/rules/${set.id}`];
    const writing: [string, object][] = [
      ["/api/admin/rules", { name: "By a tool", rules: noRules }],
      [`/api/admin/rules/${set.id}/versions`, { rules: noRules, note: "By a tool" }],
    ];
    const preview = { rules: noRules, initialBalance: "1000.00" };
    const statuses = async (scope: "records:read" | "records:write") => {
      const { token } = await test.token([scope]);
      const headers = { authorization: `Bearer ${token}` };
      const send = (method: "GET" | "POST", url: string, payload?: object) =>
        test.visitor().send({ method, url, headers, ...(payload && { payload }) });
      const responses = [
        ...reading.map((url) => send("GET", url)),
        send("POST", "/api/admin/rules/preview", preview),
        ...writing.map(([url, payload]) => send("POST", url, payload)),
      ];
      return (await Promise.all(responses)).map(({ statusCode }) => statusCode);
    };
    expect(await statuses("records:read")).toEqual([200, 200, 200, 403, 403]);
    expect(await statuses("records:write")).toEqual([403, 403, 403, 201, 201]);
  });
});
