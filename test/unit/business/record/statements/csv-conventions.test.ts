import { expect, it } from "vitest";
import { parseStatement } from "../../../../../src/business/record/statements/reading/parse-statement.ts";

const columns =
  "Ticket,Type,Symbol,Volume,Open Price,Close Price,Commission,Profit,Open Time,Close Time";

interface File {
  /** The dates of the opening and the closing of each trade. */
  dates: [opened: string, closed: string][];
  header?: string;
  now?: string;
}

/** Reads trades of these dates. @returns the first day in the order that was found, and what was guessed */
function read({ dates, header = columns, now = "2030-01-01" }: File) {
  const lines = dates.map(
    ([opened, closed], index) =>
      `${index + 1},buy,EURUSD,1.00,1.1,1.2,0.00,0.00,${opened} 09:00,${closed} 10:00,${index}.00`,
  );
  const { deals, notes } = parseStatement(Buffer.from([header, ...lines, ""].join("\n")), "UTC", {
    now: Date.parse(now),
  });
  const first = Math.min(...deals.map(({ time }) => time));
  return {
    first: new Date(first).toISOString().slice(0, 10),
    guesses: notes.map(({ code, expected }) => [code, expected]),
  };
}

const withBalance = `${columns},Balance`;

it.each<[string, File, string]>([
  ["a day after the 12th", { dates: [["01/02/2026", "13/02/2026"]] }, "2026-02-01"],
  ["a month in the second place", { dates: [["01/02/2026", "01/13/2026"]] }, "2026-01-02"],
  ["dots, after which the month follows", { dates: [["05.06.2026", "05.06.2026"]] }, "2026-06-05"],
  ["the same day in both orders", { dates: [["06/06/2026", "06/06/2026"]] }, "2026-06-06"],
  [
    "the present, before the other day",
    { dates: [["05/06/2026", "05/06/2026"]], now: "2026-05-20" },
    "2026-05-06",
  ],
  [
    "a trade that would close before it opens",
    { dates: [["05/06/2026", "03/07/2026"]] },
    "2026-06-05",
  ],
  [
    "balances that would not be in the order of time",
    {
      header: withBalance,
      dates: [
        ["01/02/2026", "01/02/2026"],
        ["02/03/2026", "02/03/2026"],
        ["04/02/2026", "04/02/2026"],
      ],
    },
    "2026-01-02",
  ],
  [
    "three days that would be the same day of three months",
    {
      dates: [
        ["01/02/2026", "01/02/2026"],
        ["02/02/2026", "02/02/2026"],
        ["04/02/2026", "04/02/2026"],
      ],
    },
    "2026-02-01",
  ],
  [
    "the platform, which begins with the month",
    {
      header: columns.replace("Open Time,Close Time", "EnteredAt,ExitedAt"),
      dates: [["05/06/2026", "05/06/2026"]],
    },
    "2026-05-06",
  ],
])("the order of day and month follows from %s", (_why, file, first) => {
  expect(read(file)).toEqual({ first, guesses: [] });
});

it("is guessed from the length of the period otherwise", () => {
  const dates: File["dates"] = [
    ["10/02/2026", "10/02/2026"],
    ["10/05/2026", "10/05/2026"],
  ];
  expect(read({ dates })).toEqual({
    first: "2026-10-02",
    guesses: [["ambiguous_dates", "2026-10-02 or 2026-02-10"]],
  });
});

it("the decimal sign is also guessed for fees and results after costs", () => {
  const header =
    "Ticket,Type,Symbol,Volume,Open Price,Close Price,Gross,Net,Fee,Open Time,Close Time";
  const row = "1;buy;EURUSD;1;11;12;1500;266;1,234;2026-01-05 09:00;2026-01-05 10:00";
  const { notes } = parseStatement(Buffer.from(`${header.replaceAll(",", ";")}\n${row}\n`), "UTC");
  expect(notes).toMatchObject([{ code: "ambiguous_numbers", actual: "1,234" }]);
});

it("a date without a time of day is read as the start of the day, and a finding says so", () => {
  const row = "1,buy,EURUSD,1.00,1.1,1.2,0.00,5.00,2026-01-05,2026-01-06 10:00";
  const { deals, notes } = parseStatement(Buffer.from(`${columns}\n${row}\n`), "Europe/Athens");
  expect(new Date(deals[0]!.time).toISOString()).toBe("2026-01-04T22:00:00.000Z");
  expect(notes).toMatchObject([{ code: "ambiguous_dates", row: 2, actual: "2026-01-05" }]);
});

it.each([
  ["1,234", "1", ["ambiguous_numbers"], "123400"],
  ["1.234", "1", ["ambiguous_numbers"], "123"],
  ["1,234", "1.5", [], "123400"],
  ["1,234", "1,5", [], "123"],
  ["1,234.00", "1", [], "123400"],
  ["1.234,00", "1", [], "123400"],
  ["1234", "1", [], "123400"],
  ["1,234", "0,125", [], "123"],
  ["1.234", "0.125", [], "123"],
])("the profit %s beside the volume %s has the guesses %j", (profit, volume, guesses, cents) => {
  const header = columns.replaceAll(",", ";");
  const row = `1;buy;EURUSD;${volume};11;12;0;${profit};2026-01-05 09:00;2026-01-05 10:00`;
  const { deals, notes } = parseStatement(Buffer.from(`${header}\n${row}\n`), "UTC");
  expect(notes.map(({ code }) => code)).toEqual(guesses);
  expect(String(deals[1]!.profit)).toBe(cents);
});
