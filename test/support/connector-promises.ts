import { describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { requestAction } from "./actions.ts";
import type { StandIn } from "./connector-stand-in.ts";
import type { ConnectorTests } from "./connector-tests.ts";
import { waitUntil } from "./until.ts";

/** What the connectors of all platforms promise. */
export function describePromises<Platform extends StandIn>(tests: ConnectorTests<Platform>): void {
  describe("a connector", () => {
    it("feeds everything once, also what comes late, across restarts and lost connections", async () => {
      const { platform, server, trader } = await tests.startPlatform();
      const position = platform.open(trader.login);
      const first = tests.connect(platform, server);
      await tests.untilRecorded(trader, 2);
      platform.cutAll();
      platform.close(trader.login, position, "250.00");
      await tests.untilRecorded(trader, 3);
      expect(await first.end()).toBe("stopped");
      // Late, with a time that polls no longer read: only the balance shows that it is missing.
      platform.charge(trader.login, "-10.00", Date.now() - HOUR / 2);
      tests.connect(platform, server);
      await tests.untilRecorded(trader, 4);
      platform.charge(trader.login, "-3.00", Date.now() - HOUR / 3);
      await tests.untilRecorded(trader, 5);
      platform.book(trader.login, "1.00");
      await tests.untilRecorded(trader, 6);
      expect((await trader.get("/api/user/account")).json()).toMatchObject({
        balance: "100235.70",
      });
      expect((await trader.get("/api/user/trades")).json()).toMatchObject([
        { position, side: "buy", volume: "0.50", net: "247.70" },
      ]);
    });

    it("finds what is changed or removed afterwards, and follows what is accepted", async () => {
      const { platform, server, trader } = await tests.startPlatform();
      const changed = platform.charge(trader.login, "-10.00", Date.now() - HOUR / 2);
      const removed = platform.charge(trader.login, "-3.00", Date.now() - HOUR / 3);
      tests.connect(platform, server);
      await tests.untilRecorded(trader, 3);
      platform.amendFee(trader.login, changed, "-20.00");
      platform.removeFee(trader.login, removed);
      const open = async () =>
        (await tests.owner.get(`/api/admin/bridges/findings?userId=${trader.id}&status=open`)).json<
          { id: number; kind: string; ticket: string }[]
        >();
      await waitUntil("the findings", async () => (await open()).length === 2);
      expect(new Set((await open()).map(({ kind, ticket }) => `${kind} ${ticket}`))).toEqual(
        new Set([`changed ${changed}`, `missing ${removed}`]),
      );
      expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "99987.00" });
      for (const { id } of await open()) {
        const decision = { decision: "accept", reason: "Corrected by the broker" };
        await tests.owner.post(`/api/admin/bridges/findings/${id}`, decision);
      }
      expect((await trader.get("/api/user/account")).json()).toMatchObject({ balance: "99980.00" });
      await tests.untilHealthy(server);
      expect(await open()).toEqual([]);
    });

    it("lacks accounts that the platform does not know or has in another currency, and amounts that are not exact", async () => {
      const { platform, server, trader } = await tests.startPlatform();
      const unknown = await tests.follow(platform, server);
      platform.forget(unknown.login);
      platform.addInexact(trader.login);
      tests.connect(platform, server);
      await tests.untilFailure(server, "login_unknown");
      await tests.untilFailure(server, "amount_not_exact");
      await tests.untilRecorded(trader, 1);
      expect(await tests.recordOf(unknown)).toEqual([]);
      const other = await tests.startPlatform();
      other.platform.currency = "EUR";
      tests.connect(other.platform, other.server);
      await tests.untilFailure(other.server, "currency_differs");
      expect(await tests.recordOf(other.trader)).toEqual([]);
    });

    it("reports a platform that refuses the sign-in, and goes on when it no longer does", async () => {
      const { platform, server, trader } = await tests.startPlatform();
      platform.refuseSignIn(true);
      tests.connect(platform, server);
      await tests.untilFailure(server, "sign_in_refused");
      platform.refuseSignIn(false);
      await tests.untilRecorded(trader, 1);
      for (const secret of [...platform.secrets, tests.token.token]) {
        expect(tests.logged.join("\n")).not.toContain(secret);
      }
    });

    it("changes the right to trade", async () => {
      const { platform, server, trader } = await tests.startPlatform();
      tests.connect(platform, server);
      await requestAction(tests.owner, trader.id, { kind: "disable_trading" });
      expect(await tests.outcome(trader.id)).toMatchObject({ status: "done", server });
      expect(platform.mayTrade(trader.login)).toBe(false);
      await requestAction(tests.owner, trader.id, { kind: "enable_trading" });
      expect(await tests.outcome(trader.id)).toMatchObject({ status: "done" });
      expect(platform.mayTrade(trader.login)).toBe(true);
    });

    it("that is started later ends the earlier one of its server", async () => {
      const { platform, server, trader } = await tests.startPlatform();
      const first = tests.connect(platform, server);
      await tests.untilRecorded(trader, 1);
      tests.connect(platform, server);
      expect(await first.ended).toBe("Another connector was started later for this server");
    });

    it("creates an account with its funding once, although the answer was lost", async () => {
      const { platform, server } = await tests.startPlatform();
      tests.connect(platform, server);
      const { ready } = await tests.startStage(server);
      const { login, masterPassword, server: named } = await ready();
      expect([named, masterPassword]).toEqual([server, expect.any(String)]);
      expect(platform.bookings()).toMatchObject([{ login, amount: "100000.00" }]);
      expect(tests.logged.join()).not.toContain(masterPassword);
      const followed = { login: login! };
      await tests.untilRecorded(followed, 1);
      platform.open(login!);
      await waitUntil("a snapshot", async () => (await tests.snapshotsOf(followed)).length > 0);
    });

    // Last, because it moves the app's clock.
    it("books money once, although the answer was lost or it was restarted, and no more than is free", async () => {
      const { platform, server, trader } = await tests.startPlatform();
      platform.loseAnswerOfBooking(trader.login, "withdraw");
      const first = tests.connect(platform, server);
      const id = await tests.withdraw(trader, "150.00");
      expect(await tests.outcome(trader.id)).toMatchObject({
        status: "done",
        startedAt: expect.any(String) as string,
      });
      expect(platform.bookings()).toMatchObject([{ comment: `Propdesk ${id}`, amount: "-150.00" }]);
      await first.end();
      // Booked before the restart, by a process that could not answer.
      const second = await tests.withdraw(trader, "20.00");
      await tests.token.get(`/api/bridge/actions?server=${server}`);
      await tests.token.post(`/api/bridge/actions/${second}`, { status: "started" });
      platform.book(trader.login, "-20.00", Date.now(), `Propdesk ${second}`);
      tests.app.clock.advance(MINUTE);
      tests.connect(platform, server);
      expect(await tests.outcome(trader.id)).toMatchObject({ id: second, status: "done" });
      await tests.untilRecorded(trader, 3);
      await tests.withdraw(trader, "200000.00");
      expect(await tests.outcome(trader.id)).toMatchObject({
        status: "failed",
        message: expect.stringMatching(/^There is not enough free margin/) as string,
      });
      expect(platform.bookings()).toHaveLength(2);
    });
  });
}
