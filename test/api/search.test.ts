import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import type { Browser } from "../support/http.ts";

let test: TestApp;
let administrator: Browser;

/** Three traders with distinct names, behind 1,200 that are all named Crowd. */
const CROWD = 1200;
/** As many as are counted exactly. */
const THOUSAND = 1000;
const ids: Record<string, number> = {};

beforeAll(async () => {
  test = await startApp();
  administrator = await test.administrator();
  for (const [key, fullName, login] of [
    ["ada", "Ada Lovelace", "5002001"],
    ["jose", "José Ñandú", "5002002"],
    ["crowd", "Crowd Leader", "7654321"],
  ] as const) {
    const trader = await test.trader({ fullName, email: `${key}@search.example` });
    ids[key] = trader.id;
    const account = { login, status: "active", payoutEnabled: true };
    await administrator.patch(`/api/admin/user/${trader.id}/account`, account);
    await trader.post("/api/user/payouts", { amount: "10", paymentMethod: "bank" });
  }
  await test.context.database.pool.query(
    `with crowd as (
       insert into users (full_name, email, created_at)
       select 'Crowd Member ' || n,
         'crowd.' || n || case when n <= $2 then '@thousand.example' else '@example.com' end, now()
       from generate_series(1, $1) n returning id),
     accounts as (insert into trading_accounts (user_id, created_at) select id, now() from crowd)
     insert into payout_requests (user_id, amount, payment_method, created_at)
     select id, 1, 'bank', now() from crowd`,
    [CROWD, THOUSAND],
  );
});
afterAll(() => test.close());

interface Row {
  id: number;
  fullName: string;
  user: { fullName: string };
}

async function find(search: string, more = "") {
  const response = await administrator.get(
    `/api/admin/users?limit=5&search=${encodeURIComponent(search)}${more}`,
  );
  const { "x-total-count": total, "x-total-count-exceeded": exceeded, link } = response.headers;
  return { ids: response.json<Row[]>().map(({ id }) => id), total, exceeded, link };
}

async function findPage(input: object) {
  const response = await administrator.query("admin.users.page", input);
  return response.json<{
    result: { data: { json: { rows: Row[]; total: number; exceedsTotal: boolean } } };
  }>().result.data.json;
}

describe("a search of traders", () => {
  it.each([
    ["ada love", "ada"],
    ["Lovelace, Ada", "ada"],
    ["lovelace,ada", "ada"],
    ["ADA@SEARCH", "ada"],
    ["2001", "ada"],
    ["josé ñ", "jose"],
    ["ÑANDÚ", "jose"],
  ])("finds %j with the index", async (search, who) => {
    expect(await find(search)).toMatchObject({ ids: [ids[who]], total: "1" });
  });

  it.each([
    ["L", "ada"],
    ["lo", "ada"],
    ["ñ", "jose"],
    ["ÑA", "jose"],
    ["jo ña", "jose"],
    ["a l", "ada"],
    ["ad lo", "ada"],
    ["76", "crowd"],
    ["@", "ada"],
    ["ñá", "jose"],
    ["ov", undefined],
    ["ot", undefined],
    ["ad ov", undefined],
    ["é", undefined],
    ["%", undefined],
    ["_", undefined],
    ["co", undefined],
    ["se", undefined],
  ])("finds the beginnings of words by %j", async (search, who) => {
    const found = await find(search, "&sort=id&order=asc");
    const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
    expect(names[found.ids.at(0)!]).toBe(who);
  });

  it("counts the traders with a word that has this prefix", async () => {
    expect(await find("l")).toMatchObject({ total: "2" });
    expect(await find("c m")).toMatchObject({ total: "1000", exceeded: "true" });
    expect(await find("c l")).toMatchObject({ ids: [ids.crowd], total: "1" });
  });

  it("finds a name of many words by all of them", async () => {
    const fullName = Array.from({ length: 40 }, (_, index) => `name${index}`).join(" ");
    const trader = await test.trader({ fullName });
    expect((await find(fullName)).ids).toEqual([trader.id]);
    expect((await find(`${fullName} name40`)).ids).toEqual([]);
    await administrator.delete(`/api/admin/user/${trader.id}`);
  });

  it.each(["asc", "desc"])("sorts the matches of one letter by name %s", async (order) => {
    const found = await find("c", `&sort=fullName&order=${order}`);
    const same = await find("crowd", `&sort=fullName&order=${order}`);
    expect([found.ids, found.total]).toEqual([same.ids, same.total]);
  });

  it.each([
    ["ив", "Иван Петров"],
    ["Иван", "Иван Петров"],
    ["и петр", "Иван Петров"],
    ["王小", "王小明"],
    ["етров", undefined],
    ["ивана", undefined],
  ])("finds words of other alphabets by %j", async (search, name) => {
    const traders = [
      await test.trader({ fullName: "Иван Петров" }),
      await test.trader({ fullName: "王小明" }),
    ];
    const response = await administrator.get(
      `/api/admin/users?limit=5&search=${encodeURIComponent(search)}`,
    );
    const found = response.json<Row[]>().map(({ fullName }) => fullName);
    expect(found).toEqual(name === undefined ? [] : [name]);
    for (const { id } of traders) await administrator.delete(`/api/admin/user/${id}`);
  });

  it.each([
    ["asc", ["ada", "jose", "crowd"]],
    ["desc", ["crowd", "jose", "ada"]],
  ])("sorts few matches by id %s", async (order, names) => {
    const found = await find("search.example", `&sort=id&order=${order}`);
    expect(found.ids).toEqual(names.map((name) => ids[name]));
  });

  it("continues few matches on the next page", async () => {
    const search = { search: "search.example", pageSize: 2, page: 2 };
    for (const [order, name] of [
      ["asc", "crowd"],
      ["desc", "ada"],
    ] as const) {
      const page = await findPage({ ...search, sort: "id", order });
      expect(page).toMatchObject({ rows: [{ id: ids[name] }], total: 3 });
    }
  });

  it("does not match across the end of one field and the beginning of the next", async () => {
    for (const search of ["lovelaceada", "lovelace\u001fada", "\u001f", "example5002"]) {
      expect(await find(search)).toMatchObject({ ids: [], total: "0" });
    }
  });

  it("matches a changed name, email and login immediately, and no longer the old ones", async () => {
    const trader = await test.trader({ fullName: "Before Change", email: "before@search.example" });
    const user = `/api/admin/user/${trader.id}`;
    await administrator.patch(`${user}/account`, { login: "1111111" });
    expect((await find("1111111")).ids).toEqual([trader.id]);
    await administrator.patch(user, { fullName: "After Change", email: "after@search.example" });
    await administrator.patch(`${user}/account`, { login: "2222222" });
    for (const search of ["before@search", "before change", "1111111"]) {
      expect((await find(search)).ids).toEqual([]);
    }
    for (const search of ["after@search", "after change", "2222222"]) {
      expect((await find(search)).ids).toEqual([trader.id]);
    }
    await administrator.patch(`${user}/account`, { login: null });
    expect((await find("2222222")).ids).toEqual([]);
    await administrator.delete(user);
  });

  it("counts up to 1,000 matches and marks the total if there are more", async () => {
    const found = await find("crowd");
    expect(found).toMatchObject({ total: "1000", exceeded: "true" });
    expect(found.ids).toHaveLength(5);
    expect(found.link).toBeDefined();
    const pages: number[][] = [];
    for (let next: string | undefined = "/api/admin/users?limit=1000&search=crowd"; next;) {
      const response = await administrator.get(next);
      pages.push(response.json<Row[]>().map(({ id }) => id));
      next = /^<([^>]+)>/.exec(String(response.headers.link ?? ""))?.[1];
    }
    expect(pages.map(({ length }) => length)).toEqual([1000, CROWD + 1 - 1000]);
    expect(pages.flat()).toEqual(pages.flat().toSorted((a, b) => b - a));
    const exact = await find("thousand.example");
    expect(exact).toMatchObject({ total: String(THOUSAND), exceeded: undefined });
  });

  it("counts exactly if a status reduces the matches", async () => {
    const found = await find("crowd", "&status=active");
    expect(found).toMatchObject({ ids: [ids.crowd], total: "1", exceeded: undefined });
  });

  it("counts any number of traders exactly without a search", async () => {
    const response = await administrator.get("/api/admin/users?limit=1");
    expect(response.headers["x-total-count"]).toBe(String(CROWD + 3));
    expect(response.headers["x-total-count-exceeded"]).toBeUndefined();
  });

  it.each([
    ["fullName", "asc", "Crowd Leader"],
    ["fullName", "desc", "Crowd Member 999"],
    ["login", "asc", "Crowd Leader"],
    ["id", "asc", "Crowd Leader"],
    ["id", "desc", `Crowd Member ${CROWD}`],
  ])("also sorts many matches by %s %s", async (sort, order, first) => {
    const page = await findPage({ search: "crowd", sort, order });
    expect(page).toMatchObject({ total: 1000, exceedsTotal: true });
    expect(page.rows[0]!.fullName).toBe(first);
  });
});

describe("a search of names with accents", () => {
  const names = [
    "Jörg Müller",
    // As entered in decomposed form before names were composed.
    "Ame\u0301lie Roux",
    "Łukasz Strauß",
    "Søren Ærø",
    "Dđ O’Brien",
    "Γιώργος",
    "Семён",
    "김민준",
    "हिन्दी",
    "علی\u200cرضا",
  ];

  beforeAll(async () => {
    await test.context.database.pool.query(
      `with entered as (
         insert into users (full_name, email, created_at)
         select name, 'accents.' || n || '@müller.example', now()
         from unnest($1::text[]) with ordinality as t(name, n) returning id)
       insert into trading_accounts (user_id, created_at) select id, now() from entered`,
      [names],
    );
    const domain = new URL("http://müller.example").hostname;
    await test.context.database.pool.query(
      "update users set email = replace(email, 'müller.example', $1) where email like 'accents.%'",
      [domain],
    );
  });
  afterAll(async () => {
    await test.context.database.pool.query("delete from users where email like 'accents.%'");
  });

  it.each([
    ["jorg", "Jörg Müller"],
    ["JÖRG", "Jörg Müller"],
    ["jo\u0308rg", "Jörg Müller"],
    ["müller jörg", "Jörg Müller"],
    ["muller j", "Jörg Müller"],
    ["jörg accents.1@", "Jörg Müller"],
    ["mu jo", "Jörg Müller"],
    ["lukasz", "Łukasz Strauß"],
    ["strauss", "Łukasz Strauß"],
    ["STRAUẞ łu", "Łukasz Strauß"],
    ["soren aero", "Søren Ærø"],
    ["ae", "Søren Ærø"],
    ["o'brien", "Dđ O’Brien"],
    ["ｏ’brien", "Dđ O’Brien"],
    ["γιωργος", "Γιώργος"],
    ["ΓΙΏΡΓΟΣ", "Γιώργος"],
    ["семен", "Семён"],
    ["علیرضا", "علی\u200cرضا"],
    ["علي\u200cرضا", "علی\u200cرضا"],
    ["김민", "김민준"],
    ["가", undefined],
    ["हिन्", "हिन्दी"],
    ["हन", undefined],
    ["amelie", "Ame\u0301lie Roux"],
    ["Amélie", "Ame\u0301lie Roux"],
    ["accents.3@müller.example", "Łukasz Strauß"],
    ["ACCENTS.3@MÜLLER.EXAMPLE", "Łukasz Strauß"],
    ["％", undefined],
  ])("finds %j by words in any order", async (search, name) => {
    const url = `/api/admin/users?limit=5&search=${encodeURIComponent(search)}`;
    const found = (await administrator.get(url)).json<Row[]>().map(({ fullName }) => fullName);
    expect(found).toEqual(name === undefined ? [] : [name]);
  });
});

describe("a search of payout requests", () => {
  async function findPayouts(search: string, more = "") {
    const address = `/api/admin/payouts?limit=5&search=${encodeURIComponent(search)}${more}`;
    const response = await administrator.get(address);
    const { "x-total-count": total, "x-total-count-exceeded": exceeded } = response.headers;
    return { names: response.json<Row[]>().map(({ user }) => user.fullName), total, exceeded };
  }

  it("matches name and email, not the broker login", async () => {
    expect(await findPayouts("lovelace")).toMatchObject({ names: ["Ada Lovelace"], total: "1" });
    expect(await findPayouts("jose@search")).toMatchObject({ names: ["José Ñandú"], total: "1" });
    expect(await findPayouts("7654321")).toMatchObject({ names: [], total: "0" });
  });

  it("ignores accents and the order of words", async () => {
    expect(await findPayouts("nandu JOSE")).toMatchObject({ names: ["José Ñandú"], total: "1" });
    expect(await findPayouts("ada@search lovelace")).toMatchObject({ names: ["Ada Lovelace"] });
    expect(await findPayouts("lovelace jose")).toMatchObject({ names: [], total: "0" });
  });

  it("matches the id of a request or a trader, and names that contain the digits", async () => {
    const { names, total } = await findPayouts(`#${ids.jose}`);
    expect(names).toContain("José Ñandú");
    expect(Number(total)).toBeGreaterThan(0);
  });

  it.each([
    ["asc", ["Ada Lovelace", "José Ñandú", "Crowd Leader"]],
    ["desc", ["Crowd Leader", "José Ñandú", "Ada Lovelace"]],
  ])("sorts matches by id %s", async (order, names) => {
    const found = await findPayouts("search.example", `&sort=id&order=${order}`);
    expect(found.names).toEqual(names);
  });

  it.each([
    ["lo", ["Ada Lovelace"]],
    ["j", ["José Ñandú"]],
    ["ov", []],
  ])("matches the beginnings of words by %j", async (search, names) => {
    expect(await findPayouts(search)).toMatchObject({ names, total: String(names.length) });
  });

  it("counts up to 1,000 matches, newest first", async () => {
    const found = await findPayouts("crowd");
    expect(found).toMatchObject({ total: "1000", exceeded: "true" });
    expect(found.names[0]).toBe(`Crowd Member ${CROWD}`);
  });
});
