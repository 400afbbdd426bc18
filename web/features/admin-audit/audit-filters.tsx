import { auditActions } from "../../../src/platform/audit/audit-actions.rule.ts";
import { Button } from "../../components/button/button.tsx";
import { QuietDate } from "../../components/field/quiet-date.tsx";
import { QuietSelect } from "../../components/field/quiet-select.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { SearchBox } from "../../components/search/search-box.tsx";
import styles from "./audit.module.css";
import type { AuditSearch } from "./audit-search.ts";

const actionOptions = { "": "All actions", ...auditActions };

const actorOptions = {
  "": "Everybody",
  trader: "Traders",
  administrator: "Administrators",
  visitor: "Visitors",
  system: "The system",
};

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
  /** The name of the trader whose events alone are shown, where an event tells it. */
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
        <QuietSelect
          label="Action"
          options={actionOptions}
          value={search.action ?? ""}
          onChange={(action) => onChange({ action: action || undefined })}
        />
        <QuietSelect
          label="Done by"
          options={actorOptions}
          value={search.actor ?? ""}
          onChange={(actor) => onChange({ actor: actor || undefined })}
        />
        <QuietDate label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
        <QuietDate label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
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

/** A filter that no control shows; it can only be taken away. */
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
