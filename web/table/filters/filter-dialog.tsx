import Box from "@mui/material/Box";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { type FormEvent, useId, useState } from "react";
import { paymentMethods, paymentStates } from "../../../src/business/money/payouts/payout.rule.ts";
import { filteredAccountFields } from "../../../src/business/traders/accounts/account.fields.ts";
import { filteredTraderFields } from "../../../src/identity/users/trader.fields.ts";
import type { Field } from "../../../src/platform/declared/field.rule.ts";
import { plainAmount } from "../../../src/platform/money/money.ts";
import { Button } from "../../components/button/button.tsx";
import { DialogFrame } from "../../components/dialog/dialog-frame.tsx";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { FormFields } from "../../components/forms/form-layout.tsx";
import { trpc } from "../../trpc.ts";
import type { FilterBarProps, FilterChange } from "./filter-bar.tsx";
import { type FieldFilter, filteredFields } from "./field-filters.ts";
import { waitingActors, waitingKinds } from "../../../src/business/traders/waiting/waiting.rule.ts";
import { bannedLabels, type FilterName, readFilters } from "./filter-search.ts";

interface FilterDialogProps extends FilterBarProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows all filters of a table, which are applied together. */
export function FilterDialog(props: FilterDialogProps) {
  const { names, dateWord, statuses, isOpen, onClose } = props;
  const titleId = useId();
  const { draft, set, field, amount, applied, cleared } = useFilterDraft(props);

  function apply(event: FormEvent) {
    event.preventDefault();
    if (!applied) return;
    props.onChange(applied);
    onClose();
  }

  function clear() {
    props.onChange(cleared);
    onClose();
  }

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onClose}>
      <form noValidate onSubmit={apply}>
        <DialogTitle id={titleId}>Filters</DialogTitle>
        <DialogContent>
          <Choices
            legend="Status"
            options={statuses}
            chosen={draft.status}
            onChoose={(status) => set({ status })}
          />
          {names.includes("phase") ? (
            <>
              <FormFields>
                {filteredAccountFields.map((name) => (
                  <FieldSelect key={name} name={name} field={field} />
                ))}
              </FormFields>
              <FormFields>
                {filteredTraderFields.map((name) => (
                  <FieldSelect key={name} name={name} field={field} />
                ))}
                <Select placeholder="Any" options={bannedLabels} {...field("banned", "Ban")} />
                <Select
                  placeholder="Any"
                  options={waitingKinds}
                  {...field("waitingFor", "Waiting for")}
                />
                <Select
                  placeholder="Any"
                  options={waitingActors}
                  {...field("waitingActor", "Acts next")}
                />
              </FormFields>
            </>
          ) : null}
          <FormFields>
            <TextField type="date" max={draft.to} {...field("from", `${dateWord} from`)} />
            <TextField type="date" min={draft.from} {...field("to", `${dateWord} until`)} />
          </FormFields>
          {names.includes("minAmount") ? (
            <FormFields>
              <TextField {...amount("minAmount", "Amount at least")} />
              <TextField {...amount("maxAmount", "Amount at most")} />
            </FormFields>
          ) : null}
          {names.includes("paymentMethod") ? (
            <Choices
              legend="Payment method"
              options={paymentMethods}
              chosen={draft.paymentMethod}
              onChoose={(paymentMethod) => set({ paymentMethod })}
            />
          ) : null}
          {names.includes("payment") ? (
            <Choices
              legend="Payment of approved requests"
              options={paymentStates}
              chosen={draft.payment}
              onChoose={(payment) => set({ payment })}
            />
          ) : null}
          <TagSelect {...field("tag", "Tag")} />
        </DialogContent>
        <DialogActions>
          <Button look="plain" onClick={clear}>
            Clear All
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Apply
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}

interface ChoicesProps {
  legend: string;
  options: Readonly<Record<string, string>>;
  /** Values separated by commas; `undefined` means any. */
  chosen: string | undefined;
  onChoose: (chosen: string | undefined) => void;
}

/** Chooses several values of a filter. */
function Choices({ legend, options, chosen, onChoose }: ChoicesProps) {
  const values = chosen ? chosen.split(",") : [];
  function toggle(value: string, isOn: boolean) {
    const toggled = Object.keys(options).filter((key) =>
      key === value ? isOn : values.includes(key),
    );
    onChoose(toggled.length > 0 ? toggled.join(",") : undefined);
  }
  return (
    <Box
      component="fieldset"
      sx={{
        display: "grid",
        gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
        gap: "0.5rem 0.75rem",
      }}
    >
      <Typography component="legend" variant="subtitle2" sx={{ mb: 1, p: 0 }}>
        {legend}
      </Typography>
      {Object.entries(options).map(([value, label]) => (
        <Checkbox
          key={value}
          label={label}
          checked={values.includes(value)}
          onChange={({ target }) => toggle(value, target.checked)}
        />
      ))}
    </Box>
  );
}

interface SelectProps {
  label: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** Chooses one of the tags in use. */
function TagSelect(props: SelectProps) {
  const { data } = trpc.admin.tags.list.useQuery();
  const known = (data ?? []).map(({ tag, traders }) => [tag, `${tag} (${traders})`] as const);
  return <Select {...props} placeholder="Any" options={withChosen(known, props.value)} />;
}

interface FieldSelectProps {
  name: FieldFilter;
  field: (name: FieldFilter, label: string) => SelectProps;
}

/** Chooses or enters a value of a declared field. */
function FieldSelect({ name, field }: FieldSelectProps) {
  const declared: Field = filteredFields[name];
  const control = field(name, declared.label);
  if (name === "phase") return <PhaseSelect {...control} />;
  if (declared.kind === "flag") {
    return <Select placeholder="Any" options={declared.words} {...control} />;
  }
  const offered = declared.kind === "text" ? declared.offered : undefined;
  return offered ? (
    <Select placeholder="Any" options={offered} {...control} />
  ) : (
    <TextField placeholder="Any" autoComplete="off" {...control} />
  );
}

/** Chooses one of the phases in use. */
function PhaseSelect(props: SelectProps) {
  const { data } = trpc.admin.users.phases.useQuery();
  const known = (data ?? []).map((phase) => [phase, phase] as const);
  return <Select {...props} placeholder="Any" options={withChosen(known, props.value)} />;
}

/** Adds the chosen value, which may no longer be in use. */
function withChosen(known: (readonly [string, string])[], chosen: string) {
  const isMissing = chosen !== "" && !known.some(([value]) => value === chosen);
  return Object.fromEntries([...known, ...(isMissing ? [[chosen, chosen] as const] : [])]);
}

/** The filters as they are being edited, before they are applied. */
function useFilterDraft({ names, statuses, present }: FilterBarProps) {
  const [draft, setDraft] = useState(present);
  const set = (change: FilterChange) => setDraft((before) => ({ ...before, ...change }));

  const field = (name: FilterName, label: string) => ({
    label,
    value: draft[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });

  const { minAmount = "", maxAmount = "" } = draft;
  const typed = {
    ...draft,
    minAmount: plainAmount(minAmount),
    maxAmount: plainAmount(maxAmount),
  };
  const isMisread = (name: FilterName) => Boolean(typed[name]) && !readFilters(typed, [name])[name];

  const amount = (name: "minAmount" | "maxAmount", label: string) => ({
    ...field(name, label),
    inputMode: "decimal" as const,
    autoComplete: "off",
    error: isMisread(name) ? "Enter an amount such as 1000.00" : undefined,
  });

  const isAny = !draft.status || draft.status.split(",").length === Object.keys(statuses).length;
  const chosen = { ...readFilters(typed, names), status: isAny ? undefined : draft.status };
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  return {
    draft,
    set,
    /** The properties of a field. */
    field,
    /** The properties of a field for an amount. */
    amount,
    /** The change to apply; `undefined` if an amount cannot be read. */
    applied: isMisread("minAmount") || isMisread("maxAmount") ? undefined : chosen,
    /** The change that removes all filters. */
    cleared: { ...none, status: undefined },
  };
}
