import { describe, expect, it } from "vitest";
import { windowOfFinding } from "../../../../web/features/records/finding-window.ts";

const at = (time: string) => Date.parse(`2026-03-06T${time}Z`);
const iso = (time: string) => new Date(at(time)).toISOString();

const tradeOf = (position: string, openTime: string, closeTime: string | null) => ({
  position,
  symbol: "EURUSD",
  side: "buy" as const,
  openTime: iso(openTime),
  closeTime: closeTime && iso(closeTime),
  net: "0.00",
});

const eventAt = (id: number, time: string, title: string) => ({
  id,
  at: iso(time),
  currency: "USD",
  impact: "high" as const,
  title,
  announcedAt: iso("00:00"),
});

describe("the minutes around a finding", () => {
  it("show its trade, and a quarter of them on either side", () => {
    const { period, marks, bands } = windowOfFinding({
      at: iso("10:20"),
      trades: [tradeOf("44", "10:00", "10:20")],
      events: [],
      exonerating: { closedFrom: iso("10:30") },
    });
    expect(marks).toEqual([
      { label: "Finding", time: at("10:20"), tone: "loss" },
      { label: "44 opened", time: at("10:00"), tone: "plain" },
      { label: "44 closed", time: at("10:20"), tone: "plain" },
    ]);
    expect(bands).toEqual([]);
    expect(period).toEqual([at("09:55"), at("10:25")]);
  });

  it("show the window of each of its events", () => {
    const { period, bands } = windowOfFinding({
      at: iso("13:29"),
      trades: [tradeOf("44", "13:29", null)],
      events: [eventAt(1, "13:30", "Payrolls"), eventAt(2, "13:35", "Speech")],
      exonerating: { outside: [iso("13:28"), iso("13:33")], openedBy: null },
    });
    expect(bands).toEqual([
      { label: "Payrolls", from: at("13:28"), to: at("13:33") },
      { label: "Speech", from: at("13:33"), to: at("13:38") },
    ]);
    expect(period).toEqual([at("13:25:30"), at("13:40:30")]);
  });

  it("leave out what was hours before, and the trades of a large idea", () => {
    const held = windowOfFinding({
      at: iso("21:00"),
      trades: [tradeOf("44", "10:00", null)],
      events: [],
      exonerating: null,
    });
    expect(held).toEqual({
      period: [at("20:58"), at("21:02")],
      marks: [{ label: "Finding", time: at("21:00"), tone: "loss" }],
      bands: [],
    });
    const trades = ["1", "2", "3", "4"].map((each) => tradeOf(each, "20:50", "21:00"));
    const idea = windowOfFinding({ at: iso("21:00"), trades, events: [], exonerating: null });
    expect(idea.marks).toHaveLength(1);
  });
});
