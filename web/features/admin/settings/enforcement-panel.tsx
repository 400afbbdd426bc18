import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import {
  type Enforcement,
  type EnforcementEvent,
  enforcementEventNames,
  enforcementEvents,
  type EnforcementMode,
} from "../../../../src/business/record/actions/action.rule.ts";
import type { EnforcementOutlook } from "../../../../src/business/watch/overview/overview.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { useRefusal } from "../../../app/session/use-may.ts";
import { Choice } from "../../../components/choice/choice.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";
import { describeOutlook, modeEffects, modeLabels } from "./enforcement-words.ts";
import { settingsDialogs } from "./settings-dialogs.ts";

/** Shows which events ask the trading platform for actions, what follows, and how many accounts each is about today. */
export function EnforcementPanel() {
  const query = trpc.admin.settings.enforcement.get.useQuery(undefined, {
    refetchOnMount: "always",
  });
  const { data: outlook } = trpc.admin.overview.enforcement.useQuery(undefined, {
    refetchOnMount: "always",
  });
  const open = useOpenDialog(settingsDialogs);
  return (
    <Panel
      title="Enforcement"
      subtitle="What the trading platform is asked to do when something happens. Changes apply to later events."
    >
      <Loaded query={query} noun="the enforcement" skeleton={5}>
        {(settings) => (
          <Stack component="ul" divider={<Box component="li" aria-hidden sx={line} />} sx={list}>
            {enforcementEventNames.map((event) => (
              <EventRow
                key={event}
                event={event}
                settings={settings}
                outlook={outlook}
                onChange={(mode) => open("enforcement", `${event}-${mode}`)}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

const list = { m: 0, p: 0, listStyle: "none" };
const line = { borderBlockStart: "1px solid var(--line)" };

interface EventRowProps {
  event: EnforcementEvent;
  settings: Enforcement;
  outlook: EnforcementOutlook | undefined;
  onChange: (mode: EnforcementMode) => void;
}

function EventRow({ event, settings, outlook, onChange }: EventRowProps) {
  const refusal = useRefusal("settings.write");
  const mode = settings[event];
  return (
    <Stack
      component="li"
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1.5, py: 1.5, justifyContent: "space-between" }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 550 }}>{enforcementEvents[event]}</Box>
        <Box>{modeEffects[event][mode]}</Box>
        <Typography variant="body2" color="textSecondary">
          {outlook ? describeOutlook(event, outlook) : " "}
        </Typography>
      </Box>
      <Box sx={{ flexShrink: 0 }} title={refusal}>
        {refusal === undefined ? (
          <Choice
            name={enforcementEvents[event]}
            options={modeLabels}
            selected={mode}
            onSelect={onChange}
          />
        ) : (
          modeLabels[mode]
        )}
      </Box>
    </Stack>
  );
}
