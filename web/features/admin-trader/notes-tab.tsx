import { noteForm, type Note } from "../../../src/business/notes/note.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { EmptyState } from "../../components/feedback/empty-state.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { useAdminOutcome } from "../../api-client/use-admin-outcome.ts";
import { formatMoment } from "../../format/dates.ts";
import { Form } from "../../forms/form.tsx";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { Permitted } from "../../session/permitted.tsx";
import { trpc } from "../../trpc.ts";
import styles from "./notes.module.css";

const loadSchema = () => Promise.resolve(noteForm);

/** What administrators wrote about a trader for each other. */
export function NotesTab({ userId }: { userId: number }) {
  return (
    <Panel title="Internal notes" subtitle="Only for the team; the trader never sees them">
      <Permitted to="notes.write">
        <NoteForm userId={userId} />
      </Permitted>
      <NoteList userId={userId} />
    </Panel>
  );
}

function NoteForm({ userId }: { userId: number }) {
  const form = useSchemaForm(loadSchema, { body: "" });
  const utils = trpc.useUtils();
  const { succeeded, failed } = useAdminOutcome();
  const add = trpc.admin.notes.add.useMutation({
    onSuccess: () => {
      form.reset();
      void utils.admin.notes.invalidate();
      return succeeded("Note added");
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Failed to add the note", error);
    },
  });
  return (
    <Form
      form={form}
      className={styles.form}
      onSubmit={(values) => add.mutateAsync({ userId, ...values })}
    >
      <TextArea
        label="New note"
        rows={3}
        hint="Notes cannot be changed or removed later."
        {...form.field("body")}
      />
      <Button type="submit" look="primary" isPending={add.isPending} pendingLabel="Adding...">
        Add Note
      </Button>
    </Form>
  );
}

function NoteList({ userId }: { userId: number }) {
  const query = trpc.admin.notes.page.useInfiniteQuery(
    { userId },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const notes = query.data?.pages.flatMap(({ rows }) => rows);
  if (!notes) {
    return query.isError ? (
      <LoadFailure text="Failed to load notes." onRetry={() => void query.refetch()} />
    ) : (
      <TableSkeleton name="Loading notes" rows={3} />
    );
  }
  if (notes.length === 0) {
    return <EmptyState icon="document" title="No notes yet" text="The first note appears here." />;
  }
  return (
    <>
      <ol aria-label="Notes" className={styles.notes}>
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <div className={styles.more}>
          <Button
            size="small"
            isPending={query.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Show Older Notes
          </Button>
        </div>
      ) : null}
    </>
  );
}

function NoteItem({ note }: { note: Note }) {
  return (
    <li className={styles.note}>
      <p className={styles.author}>
        <strong>{note.authorName}</strong>
        <time dateTime={note.createdAt.toISOString()}>{formatMoment(note.createdAt)}</time>
      </p>
      <p className={styles.body}>{note.body}</p>
    </li>
  );
}
