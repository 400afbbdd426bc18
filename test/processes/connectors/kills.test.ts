import { describe, expect, it } from "vitest";
import { MatchTraderPlatform } from "../../../src/connectors/match-trader/match-trader-platform.ts";
import { Mt5Platform } from "../../../src/connectors/mt5/mt5-platform.ts";
import { MINUTE } from "../../../src/platform/time/durations.rule.ts";
import { actionsOf } from "../../support/actions.ts";
import { startCommand } from "../../support/command.ts";
import type { StandIn } from "../../support/connector-stand-in.ts";
import { type ConnectorKit, ConnectorTests } from "../../support/connector-tests.ts";
import { MatchTraderStandIn } from "../../support/match-trader-stand-in.ts";
import { Mt5StandIn } from "../../support/mt5-stand-in.ts";

interface KilledKit<Platform extends StandIn> extends ConnectorKit<Platform> {
  name: string;
  env(platform: Platform): Record<string, string>;
  /** Calls something for each request, before it is answered. */
  onRequest(platform: Platform, received: (path: string) => void): void;
  balanceOf(platform: Platform, login: string): string;
}

const mt5: KilledKit<Mt5StandIn> = {
  name: "mt5",
  group: "prop\\usd",
  create: () => new Mt5StandIn(),
  connect(platform, options) {
    const settings = { ...platform.settings, timeZone: "UTC", groups: "*", caFile: undefined };
    return new Mt5Platform({ settings, ca: undefined, ...options });
  },
  env({ settings: { url, login, password } }) {
    return { MT5_URL: url.href, MT5_LOGIN: login, MT5_PASSWORD: password, MT5_TIME_ZONE: "UTC" };
  },
  onRequest(platform, received) {
    platform.received = () => received(platform.requests.at(-1)!);
  },
  balanceOf: (platform, login) => platform.users.get(login)!.Balance!,
};

const matchTrader: KilledKit<MatchTraderStandIn> = {
  name: "match-trader",
  group: "prop-usd",
  create: () => new MatchTraderStandIn(),
  connect: (platform, options) =>
    new MatchTraderPlatform({ settings: platform.settings, ...options }),
  env({ settings: { url, token } }) {
    return { MATCH_TRADER_URL: url.href, MATCH_TRADER_TOKEN: token };
  },
  onRequest(platform, received) {
    platform.before = received;
  },
  balanceOf: (platform, login) => platform.accounts.get(login)!.balance.toFixed(2),
};

/** When a process is killed: at a request by its number since the start, or at the booking, which is then executed. */
const instants = [1, 3, "booking", 7, "booking", 12] as const;

function describeKills<Platform extends StandIn>(kit: KilledKit<Platform>): void {
  describe(kit.name, () => {
    const tests = new ConnectorTests(kit);

    it("loses and doubles nothing, whenever its process is killed", async () => {
      const { platform, server, trader } = await tests.startPlatform();
      const { login } = trader;
      const start = () =>
        startCommand("src/commands/bridge.ts", [kit.name], {
          PROPDESK_URL: tests.app.url,
          PROPDESK_TOKEN: tests.token.token,
          BRIDGE_SERVER: server,
          BRIDGE_POLL_SECONDS: "1",
          BRIDGE_SNAPSHOT_SECONDS: "1",
          BRIDGE_RECHECK_SECONDS: "5",
          ...kit.env(platform),
        });
      let records = 1;
      const withdrawals: number[] = [];
      for (const instant of instants) {
        const position = platform.open(login);
        platform.close(login, position, "12.50");
        platform.charge(login, "-1.00");
        records += 3;
        if (instant === "booking") withdrawals.push(await tests.withdraw(trader, "10.00"));
        let count = 0;
        const killed = Promise.withResolvers<void>();
        const connector = start();
        kit.onRequest(platform, (path) => {
          count += 1;
          const isBooking = /\/(?:trade\/balance|withdraw)$/.test(path);
          if (instant === "booking" ? !isBooking : count !== instant) return;
          connector.kill();
          killed.resolve();
        });
        await killed.promise;
        await connector.ended;
        kit.onRequest(platform, () => {});
        // What was delivered and not answered is delivered again after a minute.
        tests.app.clock.advance(MINUTE);
      }
      const last = start();
      expect(await tests.outcome(trader.id)).toMatchObject({ status: "done" });
      await tests.untilRecorded(trader, records + withdrawals.length);
      last.kill();
      await last.ended;
      const actions = await actionsOf(tests.owner, trader.id);
      expect(actions.map(({ id, status }) => [id, status]).toSorted()).toEqual(
        withdrawals.map((id) => [id, "done"]),
      );
      expect(platform.bookings().map(({ comment }) => comment)).toEqual(
        withdrawals.map((id) => `Propdesk ${id}`),
      );
      expect((await trader.get("/api/user/account")).json()).toMatchObject({
        balance: kit.balanceOf(platform, login),
      });
    });
  });
}

describeKills(mt5);
describeKills(matchTrader);
