import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "../support/app.ts";
import { type Call, calls, type Procedure } from "../support/calls.ts";
import { transports } from "../support/transports.ts";
import { linkIn } from "../support/mails.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const MASTER_PASSWORD = "k7#Tpx2v";
const NEW_PASSWORD = "another horse 2";

/** Fields that no response may contain at any depth. */
const forbiddenFields = /"(password|resetToken|resetTokenExpiry|accessKey|tokenHash|fileKey)"/;

describe.each(transports)("over $name", (transport) => {
  it("no response contains a password, a hash, a reset token or an access key", async () => {
    const trader = await test.trader();
    const administrator = await test.administrator();
    await transport.call(test.visitor(), "auth.forgotPassword", { email: trader.email });
    const { token } = linkIn((await test.mailsTo(trader.email))[0]);
    const { kysely } = test.context.database;
    const row = await kysely
      .selectFrom("users")
      .innerJoin("trading_accounts", "trading_accounts.user_id", "users.id")
      .select(["password", "reset_token"])
      .where("users.id", "=", trader.id)
      .executeTakeFirstOrThrow();
    const admins = await kysely.selectFrom("admins").select("access_key").execute();
    const secrets = [
      PASSWORD,
      NEW_PASSWORD,
      token,
      row.password!,
      row.reset_token!,
      test.adminKey,
      ...admins.map(({ access_key }) => access_key),
    ];
    const details = { paymentMethod: "bank", password: NEW_PASSWORD };
    const inputs: Partial<Record<Procedure, Record<string, unknown>>> = {
      "auth.login": { email: trader.email, password: PASSWORD },
      "admin.login": { accessKey: test.adminKey },
      "trader.updateProfile": { email: trader.email },
      // The tour has changed the password, and a wrong one is refused with the name of its field.
      "trader.payoutDetails.save": { ...details, paymentDetails: "GB29 NWBK" },
      "trader.payoutDetails.remove": details,
      "admin.users.create": { email: `new.${crypto.randomUUID()}@example.com` },
      "admin.users.update": { fullName: "Mia" },
      "admin.users.ban": { banned: false },
      "admin.users.list": {},
      "admin.payouts.list": {},
    };
    const tour = (calls as readonly Call[]).filter(
      ({ procedure }) => !["auth.logout", "admin.logout"].includes(procedure),
    );
    for (const call of tour) {
      const procedure = call.procedure as Procedure;
      const given = inputs[procedure] ?? call.input;
      const isTargeted = call.path.includes("{id}") && procedure !== "admin.users.delete";
      const input = isTargeted ? { ...given, id: trader.id } : given;
      if (procedure === "admin.users.delete") continue;
      const browser = { anyone: test.visitor(), trader, administrator }[call.caller];
      const { response } = await transport.call(browser, procedure, input);
      const shown = `${response.body}${JSON.stringify({ ...response.headers, "set-cookie": null })}`;
      for (const secret of secrets) expect(shown.includes(secret), procedure).toBe(false);
      expect([procedure, forbiddenFields.test(response.body)]).toEqual([procedure, false]);
    }
  });

  it("the master password is shown only to its owner and to administrators who open the trader", async () => {
    const [trader, other] = [await test.trader(), await test.trader()];
    const administrator = await test.administrator();
    const { id } = trader;
    await transport.call(administrator, "admin.accounts.update", {
      id,
      masterPassword: MASTER_PASSWORD,
    });
    const own = await transport.call(trader, "trader.account");
    expect(own.body.masterPassword).toBe(MASTER_PASSWORD);
    const opened = await transport.call(administrator, "admin.users.get", { id });
    expect(opened.body.account).toMatchObject({ masterPassword: MASTER_PASSWORD });
    const elsewhere = [
      await transport.call(administrator, "admin.users.list"),
      await transport.call(administrator, "admin.users.list", { limit: 100 }),
      await transport.call(administrator, "admin.payouts.list"),
      await transport.call(trader, "auth.me"),
      await transport.call(other, "trader.account"),
    ];
    for (const { response } of elsewhere) {
      expect(response.statusCode).toBe(200);
      expect(response.body).not.toContain(MASTER_PASSWORD);
    }
    expect(elsewhere[0]!.response.body).not.toContain("masterPassword");
  });

  it.each([
    ["admin.accounts.create", { balance: "5.00" }],
    ["admin.accounts.update", { payoutEnabled: true }],
    ["admin.accounts.update", { status: "active" }],
    ["admin.accounts.update", { masterPassword: "another 1" }],
    ["admin.users.update", { fullName: "Noah Clarke" }],
    ["admin.users.ban", { banned: true, banReason: "Copied trades" }],
    ["admin.users.ban", { banned: false }],
  ] as const)(
    "%s %j neither returns the master password nor records a view",
    async (call, input) => {
      const { id } = await test.trader();
      const administrator = await test.administrator();
      const set = { id, masterPassword: MASTER_PASSWORD };
      await transport.call(administrator, "admin.accounts.update", set);
      const { response } = await transport.call(administrator, call, { id, ...input });
      expect(response.statusCode).toBeLessThan(300);
      expect(response.body).not.toContain("masterPassword");
      const views = `/api/admin/audit?traderId=${id}&action=master-password.viewed`;
      expect((await administrator.get(views)).json()).toEqual([]);
      await transport.call(administrator, "admin.users.get", { id });
      expect((await administrator.get(views)).json()).toHaveLength(1);
    },
  );

  it("an error repeats none of the input", async () => {
    const typed = "x".repeat(101) + "a secret";
    const input = { email: "olivia", password: typed };
    const { status, response } = await transport.call(test.visitor(), "auth.register", input);
    expect(status).toBe(400);
    expect(response.body).not.toContain("a secret");
  });
});

describe("the database", () => {
  it("does not decrypt a master password in the row of another trader", async () => {
    const [trader, other] = [await test.trader(), await test.trader()];
    const administrator = await test.administrator();
    const fields = { masterPassword: MASTER_PASSWORD };
    await administrator.patch(`/api/admin/user/${trader.id}/account`, fields);
    await test.context.database.pool.query(
      `update trading_accounts set master_password =
         (select master_password from trading_accounts where user_id = $1) where user_id = $2`,
      [trader.id, other.id],
    );
    const response = await other.get("/api/user/account");
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain(MASTER_PASSWORD);
    const own = (await trader.get("/api/user/account")).json<object>();
    expect(own).toMatchObject({ masterPassword: MASTER_PASSWORD });
  });

  it("contains no password, token, key or master password in plain text", async () => {
    const trader = await test.trader();
    const administrator = await test.administrator();
    const fields = { masterPassword: MASTER_PASSWORD };
    await administrator.patch(`/api/admin/user/${trader.id}/account`, fields);
    await test.visitor().post("/api/forgot-password", { email: trader.email });
    const { token } = linkIn((await test.mailsTo(trader.email))[0]);
    const { rows } = await test.context.database.pool.query<{ whole: string }>(
      `select users::text || trading_accounts::text as whole from users
       join trading_accounts on user_id = users.id
       union all select admins::text from admins
       union all select sessions::text from sessions
       union all select job::text from pgboss.job`,
    );
    const whole = rows.map((row) => row.whole).join("\n");
    for (const secret of [PASSWORD, MASTER_PASSWORD, token, test.adminKey]) {
      expect(whole.includes(secret)).toBe(false);
    }
    expect(whole).toContain("$argon2id$");
  });
});
