import { auditActions } from "../../../src/business/firm/audit-log/audit-actions.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { Select } from "../../components/field/select.tsx";
import { TextField } from "../../components/field/text-field.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import styles from "./audit.module.css";
import type { AuditSearch } from "./audit-search.ts";

const actorOptions = {
  trader: "Traders",
  administrator: "Administrators",
  token: "API tokens",
  visitor: "Visitors",
  system: "The system",
};

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
  /** The label of the filter by trader, if an event on the screen contains the trader's name. */
  traderName: string | null | undefined;
}

export function AuditFilters({ search, onChange, traderName }: AuditFiltersProps) {
  const { traderId, payoutId, from, to } = search;
  return (
    <>
      <SearchBox
        placeholder="Search by name or address..."
        value={search.search ?? ""}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <div className={styles.choices}>
        <Select
          layout="inline"
          isLabelHidden
          label="Action"
          placeholder="All actions"
          options={auditActions}
          value={search.action ?? ""}
          onChange={({ target }) => onChange({ action: target.value || undefined })}
        />
        <Select
          layout="inline"
          isLabelHidden
          label="Done by"
          placeholder="Everyone"
          options={actorOptions}
          value={search.actor ?? ""}
          onChange={({ target }) => onChange({ actor: target.value || undefined })}
        />
        <TextField
          layout="inline"
          label="From"
          type="date"
          value={from ?? ""}
          max={to}
          onChange={({ target }) => onChange({ from: target.value || undefined })}
        />
        <TextField
          layout="inline"
          label="To"
          type="date"
          value={to ?? ""}
          min={from}
          onChange={({ target }) => onChange({ to: target.value || undefined })}
        />
      </div>
      {traderId ? (
        <Chip
          text={traderName ?? `Trader #${traderId}`}
          onRemove={() => onChange({ traderId: undefined })}
        />
      ) : null}
      {payoutId ? (
        <Chip text={`Request #${payoutId}`} onRemove={() => onChange({ payoutId: undefined })} />
      ) : null}
    </>
  );
}

/** A filter that was set by a link; it can only be removed. */
function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <div className={styles.chip}>
      <Button size="small" aria-label={`Remove filter: ${text}`} onClick={onRemove}>
        {text}
        <Icon name="close" size={14} />
      </Button>
    </div>
  );
}
