import { Mt5Platform } from "../../../src/connectors/mt5/mt5-platform.ts";
import { HOUR } from "../../../src/platform/time/durations.rule.ts";
import { describePromises } from "../../support/connector-promises.ts";
import { ConnectorTests } from "../../support/connector-tests.ts";
import { Mt5StandIn } from "../../support/mt5-stand-in.ts";

/** What older servers lack. */
const lacking = new Set(["VolumeExt", "Fee", "TimeMsc"]);
/** Values that are text also here. */
const texts = new Set(["Comment", "Name", "Email", "Group", "Symbol"]);
const amounts = new Set(["Profit", "Commission", "Storage", "Balance", "Credit", "Equity"]);

/** Numbers that are no text, amounts with more zeros, and fields that nothing names. */
function otherRow(row: object): object {
  const said = Object.entries(row)
    .filter(([name]) => !lacking.has(name))
    .map(([name, value]: [string, unknown]) => {
      if (amounts.has(name))
        return [name, `${String(value)}0000`.replace("-0.00", "0.00")] as const;
      const isNumber = !texts.has(name) && /^\d{1,15}$/.test(String(value));
      return [name, isNumber ? Number(value) : value] as const;
    });
  return { ApiData: [], Unknown: null, ...Object.fromEntries(said.toReversed()) };
}

/**
 * Says answers as a server might that was written by others: lists in another order and with repetitions, objects
 * beside the code, and nothing for lists without rows.
 */
function otherServer(path: string, answer: object): object {
  if (path.startsWith("/api/auth/")) return { ...answer, retcode: 0 };
  const { answer: said, ...others } = answer as { answer?: unknown };
  if (said === undefined) return answer;
  if (Array.isArray(said)) {
    const rows = said.toReversed().map((row) => otherRow(row as object));
    if (rows.length === 0) return path.includes("deal") ? { ...others, answer: {} } : others;
    return { ...others, answer: [...rows, ...rows.slice(0, 1)] };
  }
  return { ...others, ...otherRow(said as object) };
}

const tests = new ConnectorTests({
  create() {
    const platform = new Mt5StandIn();
    platform.offset = 2 * HOUR;
    platform.speak = otherServer;
    return platform;
  },
  connect(platform: Mt5StandIn, options) {
    const settings = { timeZone: "Etc/GMT-2", groups: "prop\\*,!prop\\test", caFile: undefined };
    return new Mt5Platform({
      settings: { ...platform.settings, ...settings },
      ca: undefined,
      ...options,
    });
  },
  group: "prop\\usd",
});

describePromises(tests);
