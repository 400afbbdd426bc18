import type { FirmSettings } from "../../../src/business/firm/settings/firm-settings.schema.ts";
import { describeZone } from "../../../src/platform/time/local-time.rule.ts";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { trpc } from "../../trpc.ts";
import { ChangedFact } from "./changed-fact.tsx";

const ZoneDialog = lazyComponent(() => import("./zone-dialog.tsx").then((m) => m.ZoneDialog));

/** Shows the firm's time zone. */
export function FirmPanel() {
  const query = trpc.admin.settings.firm.get.useQuery(undefined, { refetchOnMount: "always" });
  const settings = query.data;
  const dialog = useDialog<FirmSettings>();
  return (
    <Panel
      title="Time Zone"
      subtitle="The zone of the firm's dates, and of a trader's first statement if no other is chosen."
      aside={
        <PermittedButton
          ability="settings.write"
          size="small"
          aria-label="Change the time zone"
          disabled={!settings}
          onClick={() => settings && dialog.open(settings)}
        >
          Change
        </PermittedButton>
      }
    >
      <Loaded query={query} noun="the settings" skeleton={1}>
        {(loaded) => (
          <Facts>
            <Fact name="Time zone">{describeZone(loaded.timeZone)}</Fact>
            <ChangedFact settings={loaded} />
          </Facts>
        )}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, present) => <ZoneDialog {...frame} settings={present} />}
      </Opened>
    </Panel>
  );
}
