import type { ComponentProps } from "react";
import { formatMoney } from "../../../src/platform/money/money.ts";
import { Select } from "../../components/field/select.tsx";
import { versionName } from "../rules/rule-versions.tsx";
import { useOffers } from "./offers.ts";

type SelectProps = Omit<ComponentProps<typeof Select>, "label" | "options" | "placeholder">;

interface StartFieldsProps {
  /** `#` followed by the id of the version; empty if none is chosen. */
  version: string;
  /** Whether none can be chosen, too. */
  isOptional?: boolean;
  versionField: SelectProps;
  balanceField: SelectProps;
}

/** The choice of a programme and one of its sizes, with which step 1 starts. */
export function StartFields(props: StartFieldsProps) {
  const { version, isOptional = false, versionField, balanceField } = props;
  const { offers, isPending } = useOffers();
  const chosen = offers.find(({ id }) => `#${id}` === version);
  return (
    <>
      <Select
        label="Programme"
        placeholder={isPending ? "Loading..." : isOptional ? "No programme" : "Choose a programme"}
        options={Object.fromEntries(offers.map((offer) => [`#${offer.id}`, versionName(offer)]))}
        {...versionField}
      />
      {chosen ? (
        <Select
          label="Initial Balance"
          placeholder="Choose the initial balance"
          options={Object.fromEntries(
            // Keys that look like integers would not keep their order.
            chosen.initialBalances.map((amount) => [amount, formatMoney(amount, chosen.currency)]),
          )}
          {...balanceField}
        />
      ) : null}
    </>
  );
}
