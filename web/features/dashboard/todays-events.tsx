import Box from "@mui/material/Box";
import type { ConductRule } from "../../../src/business/rulebook/kinds/conduct/conduct.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { useNow } from "../../domain/verdicts/use-verdict.ts";
import { trpc } from "../../trpc.ts";
import { eventSentence } from "./event-sentence.ts";

interface TodaysEventsProps {
  conduct: readonly ConductRule[];
  /** The zone of the rules, whose trading day it is. */
  timeZone: string;
}

/** The economic events of the trading day that rules about news bind the trader by, until their windows have passed. */
export function TodaysEvents({ conduct, timeZone }: TodaysEventsProps) {
  const now = useNow();
  const isBound = conduct.some(({ kind }) => kind === "news");
  const { data = [] } = trpc.trader.calendar.useQuery(
    {},
    { staleTime: staleTimes.traderData, enabled: isBound },
  );
  const ahead = data.filter(({ windows }) => windows.some(({ to }) => to.getTime() >= now));
  if (ahead.length === 0) return null;
  return (
    <Panel title="Events Today" subtitle={`Of the trading day in ${timeZone}; times are yours`}>
      <Box component="ul" sx={{ display: "grid", gap: 1, padding: 0, listStyle: "none" }}>
        {ahead.map((event) => (
          <li key={event.id}>{eventSentence(event, conduct)}</li>
        ))}
      </Box>
    </Panel>
  );
}
