import Autocomplete from "@mui/material/Autocomplete";
import InputBase from "@mui/material/InputBase";
import { useState } from "react";
import { describeZone } from "../../../src/platform/time/local-time.rule.ts";
import { Icon } from "../icon/icon.tsx";
import { Field } from "./field.tsx";
import { matchesZone, offsetOf, timeZones } from "./time-zones.ts";
import styles from "./field.module.css";

const SHOWN = 60;

interface ZoneFieldProps {
  /** Says what the zone is used for. */
  hint: string;
  /** Empty while it is not known. */
  value: string;
  onChange: (zone: string) => void;
  disabled: boolean;
}

/** Selects one of the world's time zones, searchable by typing. */
export function ZoneField({ hint, value, onChange, disabled }: ZoneFieldProps) {
  const [now] = useState(() => new Date());
  return (
    <Field label="Time Zone" hint={hint}>
      {(attributes) => (
        <Autocomplete
          id={attributes.id}
          options={timeZones.includes(value) ? timeZones : [value, ...timeZones]}
          getOptionLabel={describeZone}
          value={value}
          disabled={disabled}
          disableClearable
          autoHighlight
          handleHomeEndKeys
          onChange={(_, zone) => onChange(zone)}
          filterOptions={(zones, { inputValue, getOptionLabel }) =>
            zones
              .filter((zone) => zone !== "" && matchesZone(getOptionLabel(zone), inputValue))
              .slice(0, SHOWN)
          }
          renderOption={({ key, className, ...option }, zone) => (
            <li key={key} {...option} className={`${className} ${styles.zoneOption}`}>
              <span>{describeZone(zone).replaceAll("_", " ")}</span>
              <span className={styles.zoneOffset}>{offsetOf(zone, now)}</span>
            </li>
          )}
          renderInput={({ slotProps }) => (
            <InputBase
              ref={slotProps.input.ref}
              fullWidth
              disabled={disabled}
              endAdornment={<Icon name="chevronDown" size={16} />}
              slotProps={{
                input: {
                  ...slotProps.htmlInput,
                  "aria-describedby": attributes["aria-describedby"],
                },
              }}
            />
          )}
          slotProps={{ paper: { className: styles.zoneList } }}
          noOptionsText="Unknown time zone"
        />
      )}
    </Field>
  );
}
