import { expect, it } from "vitest";
import { Mt5Accounts } from "../../../../src/demo/simulator/mt5-accounts.ts";
import { Market } from "../../../../src/demo/trading/market.ts";
import { MINUTE, SECOND } from "../../../../src/platform/time/durations.rule.ts";

/** A server with one funded account on a trading day. */
function openAccount() {
  let now = Date.parse("2026-03-03T10:00:00.000Z");
  const accounts = new Mt5Accounts(new Market(), { now: () => new Date(now) }, () => {});
  const login = accounts.add({
    Name: "Ada Park",
    Group: "demo\\usd",
    Rights: "483",
    PassMain: "x",
  });
  const account = accounts.get(login)!;
  accounts.book(account, "100000.00", "Propdesk 1");
  const equity = () =>
    Number(
      accounts
        .figures()
        .map((row) => row.Equity)
        .join(),
    );
  /** @returns the lowest equity meanwhile */
  const pass = (milliseconds: number) => {
    let lowest = Infinity;
    for (const until = now + milliseconds; now < until; now += 5 * SECOND) {
      accounts.advance();
      lowest = Math.min(lowest, equity());
    }
    return lowest;
  };
  return { accounts, login, account, pass };
}

it("opens accounts that are funded, traded on, and lose too much", () => {
  const { accounts, login, account, pass } = openAccount();
  expect(accounts.users()).toMatchObject([{ Login: login, Balance: "100000.00" }]);
  expect(accounts.deals()).toMatchObject([
    { Action: "2", Profit: "100000.00", Comment: "Propdesk 1" },
  ]);
  expect(pass(10 * MINUTE)).toBeLessThan(95_000);
  expect(accounts.deals().some(({ Action, Entry }) => Action !== "2" && Entry === "0")).toBe(true);
  expect(accounts.book(account, "-200000.00", "Propdesk 2")).toBeUndefined();
});

it("closes a position by its ticket, and does not trade while that is disabled", () => {
  const { accounts, account, pass } = openAccount();
  while (accounts.positions().length === 0) pass(5 * SECOND);
  const [position] = accounts.positions();
  accounts.update(account, { Rights: "487" });
  expect(accounts.close(account, position!.Position!)).toBe(true);
  expect(accounts.close(account, position!.Position!)).toBe(false);
  expect(accounts.positions()).toEqual([]);
  const { length } = accounts.deals();
  pass(MINUTE);
  expect(accounts.deals()).toHaveLength(length);
});
