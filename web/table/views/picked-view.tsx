import type { SavedView } from "../../../src/business/firm/views/view.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { type Action, ActionMenu } from "../../components/menu/action-menu.tsx";
import { shorten } from "../../domain/format/shorten.ts";
import { trpc } from "../../trpc.ts";
import { DeleteViewDialog } from "./delete-view-dialog.tsx";
import { RenameViewDialog } from "./rename-view-dialog.tsx";
import styles from "./views.module.css";

interface PickedViewProps {
  view: SavedView;
  /** The current parameters of the table, if they differ from the view. */
  parameters: Record<string, string> | undefined;
  onReset: () => void;
  onSaved: () => void;
  onDeleted: () => void;
}

/** Shows the actions for the selected view. */
export function PickedView({ view, parameters, onReset, onSaved, onDeleted }: PickedViewProps) {
  const { id, name, isShared, isOwn, canChange } = view;
  const renaming = useDialog<null>();
  const deleting = useDialog<null>();
  const { succeeded, failed } = useAdminOutcome();
  const onError = (error: unknown) => failed("Change failed", error);
  const restore = trpc.admin.views.update.useMutation({
    onSuccess: () => succeeded("View restored"),
    onError,
  });
  const undo = () => restore.mutate({ id, parameters: view.parameters });
  const save = trpc.admin.views.update.useMutation({
    onSuccess: () => {
      onSaved();
      return succeeded("View saved", undefined, { label: "Undo", onSelect: undo });
    },
    onError,
  });
  const share = trpc.admin.views.update.useMutation({
    onSuccess: (saved) => succeeded(saved.isShared ? "View shared" : "View no longer shared"),
    onError,
  });

  const state = [
    ...(isShared ? [isOwn ? "Shared" : `Shared by ${shorten(view.authorName)}`] : []),
    ...(parameters ? ["Changed"] : []),
  ];
  const sharing = isShared ? "Stop Sharing" : "Share with the Team";
  const actions: Action[] = [
    { label: "Rename", onSelect: () => renaming.open(null) },
    ...(isOwn
      ? [{ label: sharing, onSelect: () => share.mutate({ id, isShared: !isShared }) }]
      : []),
    { label: "Delete", startsGroup: true, onSelect: () => deleting.open(null) },
  ];

  return (
    <>
      {canChange ? (
        <ActionMenu label={`Actions for view ${shorten(name)}`} actions={actions} />
      ) : null}
      {state.length > 0 ? <span className={styles.soft}>{state.join(" · ")}</span> : null}
      {parameters ? (
        <>
          <span className={styles.space} />
          <Button look="plain" size="small" onClick={onReset}>
            Discard
          </Button>
          {canChange ? (
            <Button
              size="small"
              isPending={save.isPending}
              pendingLabel="Saving..."
              onClick={() => save.mutate({ id, parameters })}
            >
              Save Changes
            </Button>
          ) : null}
        </>
      ) : null}
      <Opened dialog={renaming}>{(frame) => <RenameViewDialog {...frame} view={view} />}</Opened>
      <Opened dialog={deleting}>
        {(frame) => <DeleteViewDialog {...frame} view={view} onDeleted={onDeleted} />}
      </Opened>
    </>
  );
}
