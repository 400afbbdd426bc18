import MuiTooltip from "@mui/material/Tooltip";
import { createStore, useStore } from "../../state/store.ts";
import { MuiProvider } from "../mui/mui-provider.tsx";
import type { HintProps } from "./tooltip.tsx";

/** The specification's delays, in milliseconds. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

/** Whether a tooltip is open, or was until just now: then the next one does not wait. */
const isSkipping = createStore(false);
let forgetting: ReturnType<typeof setTimeout> | undefined;

function noteOpen() {
  clearTimeout(forgetting);
  isSkipping.set(true);
}

function noteClose() {
  clearTimeout(forgetting);
  forgetting = setTimeout(() => isSkipping.set(false), SKIP_DELAY);
}

export function DelayedTooltip(props: HintProps) {
  const delay = useStore(isSkipping) ? 0 : OPEN_DELAY;
  return (
    <MuiProvider>
      {/* Both are set: MUI applies its own second delay for longer than specified. */}
      <MuiTooltip
        {...props}
        enterDelay={delay}
        enterNextDelay={delay}
        onOpen={noteOpen}
        onClose={noteClose}
      />
    </MuiProvider>
  );
}
