import { hasFallenSilent, SILENT_AFTER } from "../../../src/business/record/actions/action.rule.ts";
import { SECOND } from "../../../src/platform/time/durations.rule.ts";
import type { Bridge } from "../../../src/business/record/actions/action.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { trpc } from "../../trpc.ts";
import { formatCountOf } from "../format/figures.ts";
import { formatDuration } from "../format/dates.ts";

/** How often the silence of bridges is read, because no event announces it. */
const INTERVAL = 30_000;

/** Warns of bridges that fell silent, and of actions for which no bridge has ever asked; nothing otherwise. */
export function SilentBridges() {
  const { data } = trpc.admin.bridges.list.useQuery(undefined, { refetchInterval: INTERVAL });
  const sentences = data ? describeSilence(data) : [];
  if (sentences.length === 0) return null;
  const waiting = Math.max(0, ...(data ?? []).map((bridge) => bridge.waiting));
  return (
    <Notice
      tone={waiting > 0 ? "danger" : "warning"}
      title={
        waiting > 0
          ? `${formatCountOf(waiting, "action")} cannot reach the platform`
          : "A bridge is silent"
      }
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

/** Returns one sentence for each bridge that fell silent, and one if actions wait although no bridge has ever asked. */
export function describeSilence(bridges: readonly Bridge[]): string[] {
  const silent = bridges.filter(({ silentSeconds }) => hasFallenSilent(silentSeconds));
  const sentences = silent.map(({ label, silentSeconds, report }) => {
    const time = formatDuration(silentSeconds ?? 0);
    if (report && report.connectedSince === null) {
      return `${label} has not reached the server ${report.server} for ${time}.`;
    }
    if (report && (report.lagSeconds ?? 0) > SILENT_AFTER / SECOND) {
      return `${label} is ${time} behind the server ${report.server}.`;
    }
    return `${label} was last heard ${time} ago. Check that the bridge is running and reaches Propdesk.`;
  });
  const waits = bridges.find(({ waiting }) => waiting > 0);
  const isPolled = bridges.some(({ lastPollAt }) => lastPollAt !== null);
  if (waits && !isPolled) {
    sentences.push("No bridge has asked for actions yet. Start one with the token of a bridge.");
  }
  return sentences;
}
