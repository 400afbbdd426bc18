import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUnaccepted } from "../../src/business/traders/agreements/acceptances.queries.ts";
import type { Agreement } from "../../src/business/traders/agreements/agreement.schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { meetAtLock, row } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";
import { transports } from "../support/transports.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp();
  owner = await test.administrator();
});
afterAll(() => test.close());

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

let names = 0;
async function create(text = "# Terms\n\nNo sharing.\n"): Promise<Agreement> {
  names += 1;
  const created = await owner.post("/api/admin/agreements", { name: `Terms ${names}`, text });
  expect(created.statusCode).toBe(201);
  return created.json<Agreement>();
}

const addVersion = async (id: number, text: string) =>
  (await owner.post(`/api/admin/agreements/${id}/versions`, { text })).json<Agreement>();

const accept = (trader: Browser, versionId: number, hash: string) =>
  trader.post(`/api/user/agreements/${versionId}/accept`, { sha256: hash });

describe("an agreement", () => {
  it("keeps its text as it was sent, with the hash of its bytes", async () => {
    const text = "  # Bedingungen ß\r\n\r\nKein Teilen. \u{1f512}\n";
    const { versions, archivedAt } = await create(text);
    expect(archivedAt).toBeNull();
    expect(versions).toMatchObject([{ version: 1, text, sha256: sha256(text) }]);
  });

  it("has versions, newest first", async () => {
    const { id } = await create("one");
    const { versions } = await addVersion(id, "two");
    expect(versions.map(({ version, text }) => [version, text])).toEqual([
      [2, "two"],
      [1, "one"],
    ]);
    for (const { call } of transports) {
      const { body } = await call<Agreement[]>(owner, "admin.agreements.list");
      expect(body.find((each) => each.id === id)?.versions).toHaveLength(2);
    }
  });

  it("has a name that no other has, regardless of case", async () => {
    const { name } = await create();
    const again = await owner.post("/api/admin/agreements", {
      name: name.toUpperCase(),
      text: "x",
    });
    expect(again.statusCode).toBe(409);
  });

  it.each([
    ["no text", ""],
    ["blank text", " \n "],
    ["more than 100,000 characters", "x".repeat(100_001)],
  ])("is refused with %s", async (_what, text) => {
    const refused = await owner.post("/api/admin/agreements", { name: "Refused", text });
    expect(refused.statusCode).toBe(400);
  });

  it("may have 100,000 characters of four bytes", async () => {
    const text = "\u{1f512}".repeat(100_000);
    for (const { call } of transports) {
      names += 1;
      const created = await call(owner, "admin.agreements.create", { name: `Long ${names}`, text });
      expect([200, 201]).toContain(created.status);
    }
  });

  it.each(["risk", "payouts", "support"] as const)("is read, not written, by %s", async (role) => {
    const { id } = await create();
    const reader = await test.administrator(role);
    expect((await reader.get("/api/admin/agreements")).statusCode).toBe(200);
    const written = await reader.post(`/api/admin/agreements/${id}/versions`, { text: "x" });
    expect(written.statusCode).toBe(403);
  });
});

describe("an acceptance", () => {
  it("is asked for again by a new version, and stays", async () => {
    const trader = await test.trader();
    const agreement = await create("one");
    const [first] = agreement.versions;
    const accepted = await accept(trader, first!.id, first!.sha256);
    expect(accepted.statusCode).toBe(201);
    const acceptance = accepted.json<Record<string, unknown>>();
    expect(acceptance).toEqual({
      versionId: first!.id,
      version: 1,
      sha256: sha256("one"),
      fullName: "Olivia Bennett",
      acceptedAt: expect.any(String) as string,
    });
    const again = await accept(trader, first!.id, first!.sha256);
    expect([again.statusCode, again.json()]).toEqual([200, acceptance]);

    const [second] = (await addVersion(agreement.id, "two")).versions;
    const own = (await trader.get("/api/user/agreements")).json<{ id: number }[]>();
    const current = own.find(({ id }) => id === agreement.id);
    expect(current).toEqual({
      id: agreement.id,
      name: agreement.name,
      versionId: second!.id,
      version: 2,
      text: "two",
      sha256: sha256("two"),
      acceptedAt: acceptance.acceptedAt,
      acceptedVersion: 1,
    });
    const { kysely } = test.context.database;
    const missing = await readUnaccepted(kysely, [trader.id], [agreement.id]);
    expect(missing).toMatchObject([{ userId: trader.id, agreementId: agreement.id }]);

    for (const [versionId, hash] of [
      [first!.id, first!.sha256],
      [second!.id, first!.sha256],
    ] as const) {
      const refused = await accept(trader, versionId, hash);
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { current }]);
    }
    expect((await accept(trader, second!.id, second!.sha256)).statusCode).toBe(201);
    expect(await readUnaccepted(kysely, [trader.id], [agreement.id])).toEqual([]);
    const list = await owner.get(`/api/admin/user/${trader.id}/acceptances`);
    expect(list.json()).toMatchObject([
      { agreementId: agreement.id, name: agreement.name, version: 2, sha256: sha256("two") },
      { agreementId: agreement.id, version: 1, fullName: "Olivia Bennett" },
    ]);
  });

  it("is refused for an archived agreement, which is not listed", async () => {
    const trader = await test.trader();
    const { id, versions } = await create();
    await owner.patch(`/api/admin/agreements/${id}`, { archived: true });
    const own = (await trader.get("/api/user/agreements")).json<{ id: number }[]>();
    expect(own.map((each) => each.id)).not.toContain(id);
    const refused = await accept(trader, versions[0]!.id, versions[0]!.sha256);
    expect(refused.statusCode).toBe(409);
    expect(await readUnaccepted(test.context.database.kysely, [trader.id], [id])).toEqual([]);
    const restored = await owner.patch(`/api/admin/agreements/${id}`, { archived: false });
    expect(restored.json()).toMatchObject({ archivedAt: null });
  });

  it("of the same version at once is one", async () => {
    const trader = await test.trader();
    const [version] = (await create()).versions;
    const both = await meetAtLock(test, row("users", trader.id), [
      () => accept(trader, version!.id, version!.sha256),
      () => accept(trader, version!.id, version!.sha256),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201]);
  });

  it("of a text that changes meanwhile is of what was read, or refused with the new one", async () => {
    const trader = await test.trader();
    const { id, versions } = await create("one");
    const [read] = versions;
    const [accepted] = await meetAtLock(test, row("agreements", id), [
      () => accept(trader, read!.id, read!.sha256),
      () => owner.post(`/api/admin/agreements/${id}/versions`, { text: "two" }),
    ]);
    const own = (await trader.get("/api/user/agreements")).json<
      { id: number; version: number; acceptedVersion: number | null }[]
    >();
    const current = own.find((each) => each.id === id)!;
    if (accepted!.statusCode === 201) {
      expect(accepted!.json()).toMatchObject({ version: 1, sha256: sha256("one") });
      expect(current).toMatchObject({ version: 2, acceptedVersion: 1 });
    } else {
      expect([accepted!.statusCode, accepted!.json()]).toEqual([
        409,
        expect.objectContaining({ current }),
      ]);
      expect(current.acceptedVersion).toBeNull();
    }
  });

  it("of an unknown version does not exist", async () => {
    const trader = await test.trader();
    expect((await accept(trader, 2_000_000_000, "0")).statusCode).toBe(404);
    const list = await owner.get("/api/admin/user/2000000000/acceptances");
    expect(list.statusCode).toBe(404);
  });
});

describe("the copy of an acceptance", () => {
  it("is a page to print, without raw HTML, images and scripts", async () => {
    const trader = await test.trader({ fullName: "Olivia <b>Bennett</b>" });
    const text =
      "# Terms\n\n<script>alert(1)</script> ![x](https://example.com/x.png) [a](javascript:alert(1))";
    const [version] = (await create(text)).versions;
    const path = `/api/user/agreements/${version!.id}/copy`;
    expect((await trader.get(path)).statusCode).toBe(404);
    await accept(trader, version!.id, version!.sha256);
    const { statusCode, headers, body } = await trader.get(path);
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toContain("<h1>Terms</h1>");
    expect(body).toContain(version!.sha256);
    expect(body).toContain("Olivia &lt;b&gt;Bennett&lt;/b&gt;");
    expect(body).not.toMatch(/<script|<img|href="javascript/);
    expect((await (await test.trader()).get(path)).statusCode).toBe(404);
  });
});

it("is deleted with the trader", async () => {
  const trader = await test.trader();
  const [version] = (await create()).versions;
  await accept(trader, version!.id, version!.sha256);
  await owner.delete(`/api/admin/user/${trader.id}`);
  const { rows } = await test.context.database.pool.query(
    "select from agreement_acceptances where user_id = $1",
    [trader.id],
  );
  expect(rows).toEqual([]);
});
