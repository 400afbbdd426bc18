import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import InputBase from "@mui/material/InputBase";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { describeZone } from "../../../src/platform/time/local-time.rule.ts";
import { Icon } from "../icon/icon.tsx";
import { Field } from "./field.tsx";
import { matchesZone, offsetOf, timeZones } from "./time-zones.ts";

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
          renderOption={({ key, ...option }, zone) => (
            <Box
              key={key}
              component="li"
              {...option}
              sx={{ gap: 2, "&.MuiAutocomplete-option": { justifyContent: "space-between" } }}
            >
              <span>{describeZone(zone).replaceAll("_", " ")}</span>
              <Typography component="span" color="textSecondary">
                {offsetOf(zone, now)}
              </Typography>
            </Box>
          )}
          renderInput={({ slotProps }) => (
            <InputBase
              ref={slotProps.input.ref}
              fullWidth
              disabled={disabled}
              endAdornment={<Icon name="chevronDown" size={16} />}
              sx={{ "& > svg": { flex: "none", mr: 1.5, color: "text.secondary" } }}
              slotProps={{
                input: {
                  ...slotProps.htmlInput,
                  "aria-describedby": attributes["aria-describedby"],
                },
              }}
            />
          )}
          noOptionsText="Unknown time zone"
        />
      )}
    </Field>
  );
}
