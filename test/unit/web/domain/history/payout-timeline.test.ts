import { createElement } from "react";
import { expect, it } from "vitest";
import { PayoutTimeline } from "../../../../../web/domain/history/payout-timeline.tsx";
import { textOf } from "../../text-of.ts";

type Entry = Parameters<typeof PayoutTimeline>[0]["entries"][number];

function entry(event: Entry["event"], status: Entry["status"]): Entry {
  const at = new Date("2026-03-14T09:00:00Z");
  return { event, status, at, actor: "administrator", actorName: "Ada", note: null };
}

it.each<{ entries: Entry[]; end: RegExp }>([
  { entries: [entry("requested", "pending")], end: /Waiting for a decision$/ },
  {
    entries: [entry("requested", "pending"), entry("approved-first", "pending")],
    end: /Waiting for a second administrator$/,
  },
  {
    entries: [entry("rejected", "rejected"), entry("approved-first", "rejected")],
    end: /Waiting for a second administrator$/,
  },
  { entries: [entry("rejected", "rejected")], end: /Ada$/ },
])("the timeline ends with the decision that is still to be made: $end", ({ entries, end }) => {
  expect(textOf(createElement(PayoutTimeline, { entries }))).toMatch(end);
});
