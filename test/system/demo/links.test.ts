import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LinkEvidence } from "../../../src/business/links/evidence/evidence.schema.ts";
import { fillDemo } from "../../../src/demo/fill-demo.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Browser } from "../../support/http.ts";

interface Case {
  id: number;
  kinds: string[];
  userIds: number[];
  evidence: LinkEvidence[];
}

let test: TestApp;
let administrator: Browser;
let ids: Map<string, number>;

beforeAll(async () => {
  test = await startApp({ comparesAccounts: true });
  await fillDemo(test.context);
  administrator = await test.administrator();
  const users = (await administrator.get("/api/admin/users")).json<
    { id: number; fullName: string }[]
  >();
  ids = new Map(users.map(({ id, fullName }) => [fullName, id]));
});
afterAll(() => test.close());

const idsOf = (...names: string[]) => names.map((name) => ids.get(name)!).toSorted((a, b) => a - b);

describe("the demo's links", () => {
  it("are a copier, a pair that trades against each other on one browser, and a household", async () => {
    const cases = (await administrator.get("/api/admin/links?status=open")).json<Case[]>();
    const kinds = (...names: string[]) =>
      cases.find(({ userIds }) => String(userIds) === String(idsOf(...names)))?.kinds;
    expect(cases).toHaveLength(3);
    expect(kinds("Callum Fraser", "Piotr Zieliński")).toEqual(["copied"]);
    expect(kinds("Chloé Tremblay", "Marc-Antoine Roy")).toEqual(["opposite", "device", "network"]);
    expect(kinds("Camille Laurent", "Hugo Laurent")).toEqual(["device", "network", "household"]);
  });

  it("leave out what a crowd trades when figures are published", async () => {
    const [a, b] = idsOf("Callum Fraser", "Olivia Bennett");
    const response = await administrator.get(`/api/admin/links/compare?a=${a}&b=${b}`);
    const [copied] = response.json<Pick<Case, "evidence">>().evidence;
    expect(copied).toMatchObject({ kind: "copied" });
    expect(copied!.public).toBeGreaterThan(0);
  });
});
