import { Button } from "../components/button/button.tsx";
import type { Selection } from "./selection.ts";

/** Shows the boxes of a table, or hides them and forgets what is chosen. */
export function SelectButton({
  selection,
}: {
  selection: Pick<Selection<unknown>, "isOn" | "onToggle">;
}) {
  return (
    <Button size="small" aria-pressed={selection.isOn} onClick={selection.onToggle}>
      {selection.isOn ? "Stop Selecting" : "Select"}
    </Button>
  );
}
