import { DropZone } from "../../components/field/drop-zone.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { StatementDialogs } from "./statement-dialogs.tsx";
import { StatementList } from "./statement-list.tsx";
import { useStatementDialogs } from "./use-statement-dialogs.ts";
import { useDemoStatements, useStages, useStatements } from "./use-trader.ts";
import styles from "./statements.module.css";
import { Permitted } from "../../app/session/permitted.tsx";

/** Lists the statements imported for a trader, with a button to import another one. */
export function StatementsTab({ userId }: { userId: number }) {
  const statements = useStatements(userId);
  const stages = useStages(userId);
  const dialogs = useStatementDialogs();
  return (
    <>
      <Stack>
        <Permitted to="records.write">
          <DropZone
            label="Import a statement"
            hint="Drop a report of MetaTrader 4 or 5 (HTML or Excel) or a CSV file, at most 50 MB. You see what it contains before anything is stored."
            accept=".htm,.html,.xls,.xlsx,.csv,.txt,.tsv"
            onFile={dialogs.importing.open}
          />
          <DemoStatements />
        </Permitted>
        <Panel
          title="Imported Statements"
          subtitle={statements.data?.length ? "Newest first" : undefined}
        >
          <Loaded query={statements} noun="statements" skeleton={4}>
            {(imported) =>
              imported.length > 0 ? (
                <StatementList
                  statements={imported}
                  onOpen={({ id }) => dialogs.details.open({ id: id!, isNew: false })}
                />
              ) : (
                <EmptyState
                  icon="document"
                  title="No statements yet"
                  text="Import the first one above. Its trades, balance and statistics then appear on this page."
                />
              )
            }
          </Loaded>
        </Panel>
      </Stack>
      <StatementDialogs
        userId={userId}
        statements={statements.data ?? []}
        stages={stages.data ?? []}
        dialogs={dialogs}
      />
    </>
  );
}

/** Offers the statements of a demo firm's traders, so that the import can be tried without a file of one's own. */
function DemoStatements() {
  const { data: names = [] } = useDemoStatements();
  if (names.length === 0) return null;
  return (
    <details className={styles.demo}>
      <summary>No statement at hand? Download the statement of a demo trader.</summary>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`/api/admin/demo-statements/${encodeURIComponent(name)}`} download>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p>
        Each belongs to the trader whose name it has. The file of Sofia Delgado is not imported yet;
        one ending in “inconsistent” contradicts itself.
      </p>
    </details>
  );
}
