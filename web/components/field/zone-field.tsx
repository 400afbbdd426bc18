import Autocomplete from "@mui/material/Autocomplete";
import { useState } from "react";
import fieldStyles from "../../components/field/field.module.css";
import { Field } from "../../components/field/field.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { MuiProvider } from "../../components/mui/mui-provider.tsx";
import { matchesZone, offsetOf, timeZones } from "./time-zones.ts";
import styles from "./statements.module.css";

const SHOWN = 60;

interface ZoneFieldProps {
  value: string;
  onChange: (zone: string) => void;
  disabled: boolean;
}

/** Selects one of the world's time zones, searchable by typing. */
export function ZoneField({ value, onChange, disabled }: ZoneFieldProps) {
  const [now] = useState(() => new Date());
  return (
    <Field
      label="Time Zone"
      hint="The zone of the times in the file. MetaTrader servers often use Eastern European time, such as Europe/Athens."
    >
      {(attributes) => (
        <MuiProvider>
          <Autocomplete
            id={attributes.id}
            options={timeZones}
            value={value}
            disabled={disabled}
            disableClearable
            autoHighlight
            handleHomeEndKeys
            onChange={(_, zone) => onChange(zone)}
            filterOptions={(zones, { inputValue, getOptionLabel }) =>
              zones.filter((zone) => matchesZone(getOptionLabel(zone), inputValue)).slice(0, SHOWN)
            }
            renderOption={({ key, className, ...option }, zone) => (
              <li key={key} {...option} className={`${className} ${styles.zoneOption}`}>
                <span>{zone.replaceAll("_", " ")}</span>
                <span className={styles.soft}>{offsetOf(zone, now)}</span>
              </li>
            )}
            renderInput={({ slotProps }) => (
              <span ref={slotProps.input.ref} className={fieldStyles.select}>
                <input
                  {...slotProps.htmlInput}
                  aria-describedby={attributes["aria-describedby"]}
                  className={fieldStyles.control}
                />
                <Icon name="chevronDown" size={16} />
              </span>
            )}
            slotProps={{ paper: { className: styles.zoneList } }}
            noOptionsText="Unknown time zone"
          />
        </MuiProvider>
      )}
    </Field>
  );
}
