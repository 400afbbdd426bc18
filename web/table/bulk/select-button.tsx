import { Button } from "../../components/button/button.tsx";
import type { Selection } from "./selection.ts";

/** Shows the checkboxes of a table, or hides them and clears the selection. */
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
