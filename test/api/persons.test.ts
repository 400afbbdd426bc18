import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groupAsPerson } from "../../src/business/links/persons/group-case.ts";
import type { Person } from "../../src/business/links/persons/person.schema.ts";
import type { StaffActor } from "../../src/identity/tokens/authenticate-token.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { queueAtLock } from "../support/barrier.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let owner: Browser;
beforeAll(async () => {
  test = await startApp({ comparesAccounts: true });
  owner = await test.administrator();
});
afterAll(() => test.close());

const PERSONS = "/api/admin/persons";
const reason = "One bank account";

/** Returns the ids of new traders, ascending. */
async function traders(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let place = 0; place < count; place += 1) ids.push((await test.trader()).id);
  return ids;
}

async function group(userIds: number[], name = "Olivia Bennett"): Promise<Person> {
  const response = await owner.post(PERSONS, { name, userIds, reason });
  expect(response.statusCode).toBe(201);
  return response.json<Person>();
}

const idsOf = (person: { traders: { userId: number }[] }) =>
  person.traders.map(({ userId }) => userId);

async function personsOf(userId: number): Promise<Person[]> {
  return (await owner.get(`${PERSONS}?userId=${userId}`)).json<Person[]>();
}

async function eventsOf(userId: number, action: string): Promise<object[]> {
  return (await owner.get(`/api/admin/audit?traderId=${userId}&action=${action}`)).json();
}

describe("a person", () => {
  it("has two traders or more, each in no other person, until it is deleted", async () => {
    const [a, b, c, d, e] = (await traders(5)) as [number, number, number, number, number];
    const person = await group([b, a]);
    expect(person).toMatchObject({
      name: "Olivia Bennett",
      reason,
      linkId: null,
      createdBy: "Test administrator",
      traders: [
        { userId: a, fullName: expect.any(String), email: expect.stringContaining("@") },
        { userId: b },
      ],
    });
    const path = `${PERSONS}/${person.id}`;
    expect((await owner.get(path)).json()).toEqual(person);

    const taken = await owner.post(PERSONS, { name: "Another", userIds: [b, c], reason });
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ current: person });
    const other = await group([d, e]);
    const added = await owner.patch(path, { add: [d], reason });
    expect(added.statusCode).toBe(409);
    expect(added.json()).toMatchObject({ current: { id: other.id } });

    const why = "Moved out";
    const changed = await owner.patch(path, {
      name: "O. Bennett",
      add: [c],
      remove: [a],
      reason: why,
    });
    expect(changed.json()).toEqual({ ...person, name: "O. Bennett", traders: expect.anything() });
    expect(idsOf(changed.json())).toEqual([b, c]);
    const few = await owner.patch(path, { remove: [b], reason });
    expect(few.statusCode).toBe(409);
    expect(few.json()).toMatchObject({ current: changed.json() });
    // What is so already changes nothing.
    expect((await owner.patch(path, { add: [c], remove: [a], reason })).statusCode).toBe(200);
    expect(await eventsOf(c, "person.changed")).toMatchObject([
      { changes: { personId: { from: null, to: person.id } }, reason: why },
    ]);
    expect(await eventsOf(a, "person.changed")).toMatchObject([
      { changes: { personId: { from: person.id, to: null } } },
    ]);

    const remove = (payload: object) => owner.send({ method: "DELETE", url: path, payload });
    expect((await remove({})).statusCode).toBe(400);
    expect((await remove({ reason: "Brothers" })).json()).toEqual({
      message: "Person deleted",
    });
    expect((await owner.get(path)).statusCode).toBe(404);
    expect(await personsOf(c)).toEqual([]);
    expect(await eventsOf(b, "person.deleted")).toMatchObject([{ reason: "Brothers" }]);
    expect((await owner.patch(path, { name: "X", reason })).statusCode).toBe(404);
  });

  it("is recorded as viewed for every trader shown, also by a refusal", async () => {
    const [a, b] = (await traders(2)) as [number, number];
    const { id } = await group([a, b]);
    expect(await eventsOf(b, "link.viewed")).toHaveLength(0);
    await owner.get(`${PERSONS}/${id}`);
    await owner.get(`${PERSONS}?userId=${a}`);
    await owner.get(`${PERSONS}?limit=1`);
    await owner.post(PERSONS, { name: "Another", userIds: [a, b], reason });
    for (const userId of [a, b]) expect(await eventsOf(userId, "link.viewed")).toHaveLength(4);
  });

  it("is left by a deleted trader, and ends with the last", async () => {
    const [a, b, c] = (await traders(3)) as [number, number, number];
    const { id } = await group([a, b, c]);
    await owner.delete(`/api/admin/user/${b}`);
    expect(idsOf((await owner.get(`${PERSONS}/${id}`)).json())).toEqual([a, c]);
    await owner.delete(`/api/admin/user/${a}`);
    expect(idsOf((await owner.get(`${PERSONS}/${id}`)).json())).toEqual([c]);
    await owner.delete(`/api/admin/user/${c}`);
    expect((await owner.get(`${PERSONS}/${id}`)).statusCode).toBe(404);
  });

  it("gets a trader of two simultaneous groups once", async () => {
    const [a, b, c] = (await traders(3)) as [number, number, number];
    const responses = await queueAtLock(
      test,
      { statement: "select from users where id = $1 for update", values: [b] },
      [
        () => owner.post(PERSONS, { name: "One", userIds: [a, b], reason }),
        () => owner.post(PERSONS, { name: "Other", userIds: [b, c], reason }),
      ],
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 409]);
    expect(await personsOf(b)).toHaveLength(1);
  });

  it.each([
    [{ userIds: [1] }, ["userIds"]],
    [{ userIds: Array.from({ length: 51 }, (_, place) => place + 1) }, ["userIds"]],
    [{ userIds: [1, 1] }, ["userIds"]],
    [{ reason: " " }, ["reason"]],
    [{ name: "" }, ["name"]],
  ])("refuses %o", async (fields, path) => {
    const sent = { name: "Olivia", userIds: [1, 2], reason, ...fields };
    const response = await owner.post(PERSONS, sent);
    expect(response.statusCode).toBe(400);
    expect(response.json().issues).toMatchObject([{ path }]);
  });

  it("names traders who exist", async () => {
    const [a] = (await traders(1)) as [number];
    const sent = { name: "Olivia", userIds: [a, 2_000_000_000], reason };
    expect((await owner.post(PERSONS, sent)).statusCode).toBe(404);
    expect(await personsOf(a)).toEqual([]);
  });
});

describe("a confirmed case of one person", () => {
  const actor: StaffActor = {
    kind: "administrator",
    sessionId: 1,
    id: 1,
    label: "Ada",
    role: "owner",
    mustSetUpSecondFactor: false,
    caller: { address: "127.0.0.1", requestId: "1", userAgent: null },
  };

  const confirm = (userIds: number[], linkId: number) =>
    inTransaction(test.context.database, (transaction) =>
      groupAsPerson(test.context, transaction, actor, { userIds, linkId, name: "Case", reason }),
    );

  it("groups its traders with those that they were grouped with", async () => {
    const [a, b, c, d] = (await traders(4)) as [number, number, number, number];
    const former = await group([b, c]);
    const { id, events } = await confirm([a, b, d], 41);
    expect(await personsOf(c)).toMatchObject([
      {
        id,
        name: "Case",
        linkId: 41,
        createdBy: "Ada",
        traders: [a, b, c, d].map((userId) => ({ userId })),
      },
    ]);
    expect(events.map(({ trader }) => trader!.id)).toEqual([a, b, c, d]);
    expect((await owner.get(`${PERSONS}/${former.id}`)).statusCode).toBe(404);
    expect(await confirm([a, d], 42)).toEqual({ id, events: [] });
  });
});
