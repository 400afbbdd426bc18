import { useId, useState, type FormEvent } from "react";
import { paymentMethods } from "../../src/business/payouts/payment-method.rule.ts";
import { Button } from "../components/button/button.tsx";
import { DialogFrame } from "../components/dialog/dialog-frame.tsx";
import dialogStyles from "../components/dialog/dialog.module.css";
import { Checkbox } from "../components/field/checkbox.tsx";
import { Select } from "../components/field/select.tsx";
import { TextField } from "../components/field/text-field.tsx";
import { trpc } from "../trpc.ts";
import type { FilterBarProps, FilterChange } from "./filter-bar.tsx";
import { type FilterName, readFilters } from "./filter-search.ts";
import styles from "./filters.module.css";

interface FilterDialogProps extends FilterBarProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows all filters of a table, which are applied together. */
export function FilterDialog(props: FilterDialogProps) {
  const { names, dateWord, statuses, isOpen, onClose } = props;
  const titleId = useId();
  const [draft, setDraft] = useState(props.present);
  const set = (change: FilterChange) => setDraft((before) => ({ ...before, ...change }));
  const field = (name: FilterName, label: string) => ({
    label,
    value: draft[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const amountError = (name: "minAmount" | "maxAmount") =>
    draft[name] && !readFilters({ ...draft }, [name])[name]
      ? "Enter an amount such as 1000.00"
      : undefined;

  function apply(event: FormEvent) {
    event.preventDefault();
    if (amountError("minAmount") || amountError("maxAmount")) return;
    const all = Object.keys(statuses).length;
    const isAny = !draft.status || draft.status.split(",").length === all;
    props.onChange({
      ...readFilters({ ...draft }, names),
      status: isAny ? undefined : draft.status,
    });
    onClose();
  }

  function clear() {
    const cleared = Object.fromEntries(names.map((name) => [name, undefined]));
    props.onChange({ ...cleared, status: undefined });
    onClose();
  }

  return (
    <DialogFrame titleId={titleId} isOpen={isOpen} onClose={onClose}>
      <form className={dialogStyles.dialog} noValidate onSubmit={apply}>
        <h2 id={titleId}>Filters</h2>
        <div className={dialogStyles.content}>
          <Choices
            legend="Status"
            options={statuses}
            chosen={draft.status}
            onChoose={(status) => set({ status })}
          />
          <div className={styles.pair}>
            <TextField type="date" max={draft.to} {...field("from", `${dateWord} from`)} />
            <TextField type="date" min={draft.from} {...field("to", `${dateWord} until`)} />
          </div>
          {names.includes("minAmount") ? (
            <div className={styles.pair}>
              <TextField
                inputMode="decimal"
                autoComplete="off"
                error={amountError("minAmount")}
                {...field("minAmount", "Amount at least")}
              />
              <TextField
                inputMode="decimal"
                autoComplete="off"
                error={amountError("maxAmount")}
                {...field("maxAmount", "Amount at most")}
              />
            </div>
          ) : null}
          {names.includes("paymentMethod") ? (
            <Choices
              legend="Payment method"
              options={paymentMethods}
              chosen={draft.paymentMethod}
              onChoose={(paymentMethod) => set({ paymentMethod })}
            />
          ) : null}
          <TagSelect {...field("tag", "Tag")} />
        </div>
        <footer className={dialogStyles.actions}>
          <Button look="plain" onClick={clear}>
            Clear All
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Apply
          </Button>
        </footer>
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

function Choices({ legend, options, chosen, onChoose }: ChoicesProps) {
  const values = chosen ? chosen.split(",") : [];
  function toggle(value: string, isOn: boolean) {
    const toggled = Object.keys(options).filter((key) =>
      key === value ? isOn : values.includes(key),
    );
    onChoose(toggled.length > 0 ? toggled.join(",") : undefined);
  }
  return (
    <fieldset className={styles.set}>
      <legend>{legend}</legend>
      {Object.entries(options).map(([value, label]) => (
        <Checkbox
          key={value}
          label={label}
          checked={values.includes(value)}
          onChange={({ target }) => toggle(value, target.checked)}
        />
      ))}
    </fieldset>
  );
}

interface TagSelectProps {
  label: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

function TagSelect(props: TagSelectProps) {
  const { data } = trpc.admin.tags.list.useQuery();
  const known = (data ?? []).map(({ tag, traders }) => [tag, `${tag} (${traders})`] as const);
  const missing = props.value && !known.some(([tag]) => tag === props.value);
  const options = Object.fromEntries([
    ...known,
    ...(missing ? [[props.value, props.value]] : []),
  ]) as Record<string, string>;
  return <Select {...props} placeholder="Any" options={options} />;
}
