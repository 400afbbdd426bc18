import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { type KeyboardEvent, useId } from "react";

interface CommonReasonsProps {
  /** What applies most often, in the words that the trader reads; at most nine. */
  reasons: readonly string[];
  /** The text of the field below, which a choice replaces. */
  chosen: string;
  onChoose: (reason: string) => void;
}

/** Reasons to pick from, above the field for any other. A digit picks one, Enter sends it. */
export function CommonReasons({ reasons, chosen, onChoose }: CommonReasonsProps) {
  const labelId = useId();
  function chooseByDigit(event: KeyboardEvent) {
    const reason = reasons[Number(event.key) - 1];
    if (reason === undefined) return;
    event.preventDefault();
    onChoose(reason);
  }
  return (
    <div>
      <FormLabel id={labelId}>Common reasons</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={reasons.includes(chosen) ? chosen : ""}
        onChange={({ target }) => onChoose(target.value)}
        onKeyDown={chooseByDigit}
      >
        {reasons.map((reason, index) => (
          <FormControlLabel
            key={reason}
            value={reason}
            control={<Radio size="small" autoFocus={index === 0} />}
            label={`${index + 1}. ${reason}`}
          />
        ))}
      </RadioGroup>
    </div>
  );
}
