import { useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "../button/icon-button.tsx";
import { useOpenedOnce } from "../dialog/use-opened-once.ts";
import type { IconName } from "../icon/icon-paths.ts";
import { ActionList } from "./action-list.tsx";

export interface Action {
  label: string;
  onSelect: () => void;
  isDisabled?: boolean;
  /** Why the action is disabled; shown below its label. */
  reason?: string | undefined;
  /** Shows a line above the action, which separates it from actions of another kind. */
  startsGroup?: boolean;
}

interface ActionMenuProps {
  /** The name of the button, which shows only an icon: `Actions for Olivia Bennett`. */
  label: string;
  icon?: IconName;
  actions: readonly Action[];
  /** One of the actions is in progress. */
  isPending?: boolean;
}

/** A button that opens a list of actions, as at the end of a row. */
export function ActionMenu({ label, icon = "more", actions, isPending }: ActionMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpened = useOpenedOnce(anchor !== null);

  function select(action: Action) {
    // The second click of a double click arrives while the menu closes.
    if (!anchor) return;
    // The focus must return to the button before a dialog opens, because the dialog restores it there when it closes.
    flushSync(() => setAnchor(null));
    action.onSelect();
  }

  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        isPending={isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {wasOpened ? (
        <ActionList
          label={label}
          anchor={anchor}
          actions={actions}
          onSelect={select}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </>
  );
}
