import { useId, type FormEvent } from "react";
import { paymentMethods, paymentStates } from "../../../src/business/money/payouts/payout.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { DialogFrame } from "../../components/dialog/dialog-frame.tsx";
import dialogStyles from "../../components/dialog/dialog.module.css";
import { countries } from "../../domain/format/countries.ts";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Choices } from "./choices.tsx";
import type { FilterBarProps } from "./filter-bar.tsx";
import { flagLabels } from "./filter-search.ts";
import styles from "./filters.module.css";
import { PhaseSelect, TagSelect } from "./tag-select.tsx";
import { useFilterDraft } from "./use-filter-draft.ts";

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
      <form className={dialogStyles.dialog} noValidate onSubmit={apply}>
        <h2 id={titleId}>Filters</h2>
        <div className={dialogStyles.content}>
          <Choices
            legend="Status"
            options={statuses}
            chosen={draft.status}
            onChoose={(status) => set({ status })}
          />
          {names.includes("phase") ? (
            <>
              <div className={styles.pair}>
                <PhaseSelect {...field("phase", "Phase")} />
                <Select
                  placeholder="Any"
                  options={flagLabels.payoutEnabled}
                  {...field("payoutEnabled", "Payouts")}
                />
              </div>
              <div className={styles.pair}>
                <Select placeholder="Any" options={countries} {...field("country", "Country")} />
                <Select placeholder="Any" options={flagLabels.banned} {...field("banned", "Ban")} />
              </div>
            </>
          ) : null}
          <div className={styles.pair}>
            <TextField type="date" max={draft.to} {...field("from", `${dateWord} from`)} />
            <TextField type="date" min={draft.from} {...field("to", `${dateWord} until`)} />
          </div>
          {names.includes("minAmount") ? (
            <div className={styles.pair}>
              <TextField {...amount("minAmount", "Amount at least")} />
              <TextField {...amount("maxAmount", "Amount at most")} />
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
          {names.includes("payment") ? (
            <Choices
              legend="Payment of approved requests"
              options={paymentStates}
              chosen={draft.payment}
              onChoose={(payment) => set({ payment })}
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
