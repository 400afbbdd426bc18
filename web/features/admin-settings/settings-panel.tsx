import type { ReactNode } from "react";
import type { Ability } from "../../../src/identity/roles/roles.rule.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Fact } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { formatMoment } from "../../domain/format/dates.ts";

/** The properties of a dialog that changes settings. */
export interface SettingsDialogProps<Settings> {
  settings: Settings;
  isOpen: boolean;
  onClose: () => void;
}

interface SettingsPanelProps<Settings> {
  title: string;
  subtitle: string;
  query: { data?: Settings | undefined; isError: boolean; refetch: () => Promise<unknown> };
  /** Names the settings, as in "Loading the settings". */
  noun?: string;
  /** How many lines the settings take. */
  lines: number;
  /** Required to change the settings. */
  ability: Ability;
  button: {
    label: string;
    /** The accessible name, if the label alone does not say what is changed. */
    name?: string;
  };
  Dialog: (props: SettingsDialogProps<Settings>) => ReactNode;
  children: (settings: Settings) => ReactNode;
}

/** Shows settings, with a button that opens the dialog in which they are changed. */
export function SettingsPanel<Settings>(props: SettingsPanelProps<Settings>) {
  const { title, subtitle, query, noun = "the settings", ability, button, Dialog } = props;
  const settings = query.data;
  const dialog = useDialog<Settings>();
  return (
    <Panel
      title={title}
      subtitle={subtitle}
      aside={
        <PermittedButton
          ability={ability}
          size="small"
          aria-label={button.name}
          disabled={!settings}
          onClick={() => settings && dialog.open(settings)}
        >
          {button.label}
        </PermittedButton>
      }
    >
      <Loaded query={query} noun={noun} skeleton={props.lines}>
        {props.children}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, present) => <Dialog {...frame} settings={present} />}
      </Opened>
    </Panel>
  );
}

interface ChangedFactProps {
  settings: { updatedAt: Date | null; updatedBy: string | null };
}

/** Shows the time and author of the last change of the settings; renders nothing before the first change. */
export function ChangedFact({ settings: { updatedAt, updatedBy } }: ChangedFactProps) {
  if (!updatedAt) return null;
  return <Fact name="Changed">{`${formatMoment(updatedAt)} · ${updatedBy}`}</Fact>;
}
