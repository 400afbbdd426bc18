import { isTimeZone } from "../../platform/time/local-time.rule.ts";
import { CommandError } from "../../platform/errors.ts";

/** The settings of every connector. Times are in milliseconds. */
export interface ConnectorSettings {
  propdeskUrl: string;
  propdeskToken: string;
  server: string;
  pollInterval: number;
  snapshotInterval: number;
  recheckInterval: number;
  requestsPerMinute: number;
  /** The port of `/health`; `undefined` for none. */
  port: number | undefined;
}

export interface Mt5Settings {
  url: URL;
  login: string;
  password: string;
  caFile: string | undefined;
  /** An IANA name, or `new-york+7`. */
  timeZone: string;
  /** A mask, such as `prop\*,!prop\test`. */
  groups: string;
}

export interface MatchTraderSettings {
  url: URL;
  token: string;
}

/** New York's clock plus seven hours, which no name of an IANA zone means. */
export const NEW_YORK_PLUS_7 = "new-york+7";

const examples = {
  PROPDESK_URL: "http://127.0.0.1:3000",
  PROPDESK_TOKEN: "pdk_…",
  BRIDGE_SERVER: "Propdesk-Live02",
  BRIDGE_POLL_SECONDS: "2",
  BRIDGE_SNAPSHOT_SECONDS: "10",
  BRIDGE_RECHECK_SECONDS: "600",
  BRIDGE_REQUESTS_PER_MINUTE: "600",
  BRIDGE_PORT: "9470",
  MT5_URL: "https://mt5.example.com",
  MT5_LOGIN: "1005",
  MT5_PASSWORD: "…",
  MT5_CA_FILE: "/etc/propdesk/mt5-ca.pem",
  MT5_TIME_ZONE: NEW_YORK_PLUS_7,
  MT5_GROUPS: "prop\\*,!prop\\test",
  MATCH_TRADER_URL: "https://broker-api-v2-example.match-trader.com",
  MATCH_TRADER_TOKEN: "…",
} as const;

export type SettingName = keyof typeof examples;

/** These must not stand in a file, which others may read or commit. */
const secrets: readonly string[] = ["PROPDESK_TOKEN", "MT5_PASSWORD", "MATCH_TRADER_TOKEN"];

/** Names a setting and what is wrong with it, with an example. */
function settingError(name: SettingName, problem: string): CommandError {
  return new CommandError(`${name} ${problem}, for example: ${name}=${examples[name]}`);
}

export type Values = Partial<Record<SettingName, string>>;

/**
 * Joins the settings of a file and of the environment, which wins.
 * @param file the parsed JSON of the file
 * @throws CommandError if the file has other names, values that are no text or numbers, or secrets
 */
export function joinSettings(file: unknown, env: NodeJS.ProcessEnv): Values {
  if (typeof file !== "object" || file === null || Array.isArray(file)) {
    throw new CommandError('The config file must be an object such as {"BRIDGE_SERVER": "Live02"}');
  }
  const fromFile = Object.entries(file).map(([name, value]: [string, unknown]) => {
    if (secrets.includes(name)) {
      const example = `${name}=${examples[name as SettingName]}`;
      throw new CommandError(
        `${name} must not stand in the config file: set it in the environment, for example: ${example}`,
      );
    }
    if (!Object.hasOwn(examples, name)) throw new CommandError(`${name} is not a setting`);
    if (typeof value !== "string" && typeof value !== "number") {
      throw settingError(name as SettingName, "must be text or a number");
    }
    return [name, String(value)] as const;
  });
  const fromEnv = Object.keys(examples).flatMap((name) => {
    const value = env[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries([...fromFile, ...fromEnv]);
}

function required(values: Values, name: SettingName): string {
  const value = values[name]?.trim();
  if (!value) throw settingError(name, "is missing");
  return value;
}

function whole(values: Values, name: SettingName, otherwise: number, [least, most] = [1, 60]) {
  const text = values[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || value < least || value > most) {
    throw settingError(name, `must be a whole number from ${least} to ${most}`);
  }
  return value;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function address(values: Values, name: SettingName, otherwise?: string): URL {
  const text = values[name] ?? otherwise;
  if (!text) throw settingError(name, "is missing");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    throw settingError(name, "must be an address");
  }
  if (url.protocol === "http:" && !loopback.test(url.hostname)) {
    throw settingError(name, "must begin with https: unless it is a loopback address");
  }
  return url;
}

/** @throws CommandError that names the first setting that is missing or does not parse */
export function readConnectorSettings(values: Values, mostRequests: number): ConnectorSettings {
  const seconds = (name: SettingName, otherwise: number, range?: [number, number]) =>
    whole(values, name, otherwise, range) * 1000;
  return {
    propdeskUrl: address(values, "PROPDESK_URL", "http://127.0.0.1:3000").href,
    propdeskToken: required(values, "PROPDESK_TOKEN"),
    server: required(values, "BRIDGE_SERVER"),
    pollInterval: seconds("BRIDGE_POLL_SECONDS", 2),
    snapshotInterval: seconds("BRIDGE_SNAPSHOT_SECONDS", 10),
    recheckInterval: seconds("BRIDGE_RECHECK_SECONDS", 600, [5, 86_400]),
    requestsPerMinute: whole(values, "BRIDGE_REQUESTS_PER_MINUTE", mostRequests, [1, 100_000]),
    port:
      values.BRIDGE_PORT === undefined ? undefined : whole(values, "BRIDGE_PORT", 0, [1, 65_535]),
  };
}

/** @throws CommandError that names the first setting that is missing or does not parse */
export function readMt5Settings(values: Values): Mt5Settings {
  const url = address(values, "MT5_URL");
  const login = required(values, "MT5_LOGIN");
  if (!/^\d{1,20}$/.test(login)) throw settingError("MT5_LOGIN", "must be a number");
  const password = required(values, "MT5_PASSWORD");
  const timeZone = required(values, "MT5_TIME_ZONE");
  if (timeZone !== NEW_YORK_PLUS_7 && !isTimeZone(timeZone)) {
    throw settingError("MT5_TIME_ZONE", `must be an IANA name or ${NEW_YORK_PLUS_7}`);
  }
  return {
    url,
    login,
    password,
    timeZone,
    caFile: values.MT5_CA_FILE,
    groups: values.MT5_GROUPS ?? "*",
  };
}

/** @throws CommandError that names the first setting that is missing or does not parse */
export function readMatchTraderSettings(values: Values): MatchTraderSettings {
  const url = address(values, "MATCH_TRADER_URL");
  return { url, token: required(values, "MATCH_TRADER_TOKEN") };
}
