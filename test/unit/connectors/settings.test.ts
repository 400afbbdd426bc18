import { describe, expect, it } from "vitest";
import {
  joinSettings,
  readConnectorSettings,
  readMatchTraderSettings,
  readMt5Settings,
} from "../../../src/connectors/settings/read-settings.ts";

const complete = {
  PROPDESK_TOKEN: "pdk_x",
  BRIDGE_SERVER: "Live02",
  MT5_URL: "https://mt5.example.com",
  MT5_LOGIN: "1005",
  MT5_PASSWORD: "secret",
  MT5_TIME_ZONE: "new-york+7",
  MATCH_TRADER_URL: "https://broker-api-v2-firm.match-trader.com",
  MATCH_TRADER_TOKEN: "secret",
};
const read = (env: Record<string, string>, file: unknown = {}) => {
  const values = joinSettings(file, env);
  const matchTrader = readMatchTraderSettings(values);
  return { ...readConnectorSettings(values, 600), ...readMt5Settings(values), matchTrader };
};

describe("the settings of a connector", () => {
  it("have defaults, and come from a file and from the environment, which wins", () => {
    expect(read(complete)).toMatchObject({
      propdeskUrl: "http://127.0.0.1:3000/",
      pollInterval: 2000,
      snapshotInterval: 10_000,
      recheckInterval: 600_000,
      requestsPerMinute: 600,
      port: undefined,
      groups: "*",
    });
    const file = { BRIDGE_POLL_SECONDS: 5, BRIDGE_SERVER: "Other" };
    expect(read(complete, file)).toMatchObject({ pollInterval: 5000, server: "Live02" });
  });

  it.each([
    [{ BRIDGE_SERVER: "" }, "BRIDGE_SERVER is missing, for example: BRIDGE_SERVER=Propdesk-Live02"],
    [{ PROPDESK_TOKEN: "" }, "PROPDESK_TOKEN is missing"],
    [{ BRIDGE_POLL_SECONDS: "0" }, "BRIDGE_POLL_SECONDS must be a whole number from 1 to 60"],
    [{ BRIDGE_RECHECK_SECONDS: "4" }, "BRIDGE_RECHECK_SECONDS must be a whole number from 5 to"],
    [{ MT5_URL: "http://mt5.example.com" }, "MT5_URL must begin with https:"],
    [{ PROPDESK_URL: "http://10.0.0.1" }, "PROPDESK_URL must begin with https:"],
    [{ MT5_URL: "mt5" }, "MT5_URL must be an address"],
    [{ MT5_TIME_ZONE: "Mars/Base" }, "MT5_TIME_ZONE must be an IANA name or new-york+7"],
    [{ MT5_LOGIN: "me" }, "MT5_LOGIN must be a number"],
    [{ MATCH_TRADER_TOKEN: "" }, "MATCH_TRADER_TOKEN is missing"],
    [{ MATCH_TRADER_URL: "http://match.example.com" }, "MATCH_TRADER_URL must begin with https:"],
  ])("with %j end the start: %s", (changes, message) => {
    expect(() => read({ ...complete, ...changes })).toThrow(message);
  });

  it.each(["http://localhost:9", "http://127.0.0.1:9", "http://[::1]:9"])(
    "accept %s, which is this machine",
    (url) => {
      expect(read({ ...complete, MT5_URL: url }).url.href).toBe(`${url}/`);
    },
  );

  it.each([
    [{ MT5_PASSWORD: "secret" }, "MT5_PASSWORD must not stand in the config file"],
    [{ PROPDESK_TOKEN: "pdk_x" }, "PROPDESK_TOKEN must not stand in the config file"],
    [{ MATCH_TRADER_TOKEN: "x" }, "MATCH_TRADER_TOKEN must not stand in the config file"],
    [{ MT5_URI: "x" }, "MT5_URI is not a setting"],
    [{ BRIDGE_SERVER: true }, "BRIDGE_SERVER must be text or a number"],
    [[], "The config file must be an object"],
  ])("refuse the file %j", (file, message) => {
    expect(() => read(complete, file)).toThrow(message);
  });
});
