import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { noteForm, type Note } from "../../../../src/business/traders/notes/note.schema.ts";
import { cursorPages } from "../../../app/api-client/queries.ts";
import { Button } from "../../../components/button/button.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { LoadedPages } from "../../../components/loaded/loaded-pages.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { Form } from "../../../components/forms/form.tsx";
import { useSchemaForm } from "../../../components/forms/use-schema-form.ts";
import { Permitted } from "../../../app/session/permitted.tsx";
import { trpc } from "../../../trpc.ts";

/** Shows the internal notes that administrators have written about a trader. */
export function NotesTab({ userId }: { userId: number }) {
  return (
    <Panel title="Internal Notes" subtitle="Only for the team; the trader never sees them">
      <Permitted to="notes.write">
        <NoteForm userId={userId} />
      </Permitted>
      <NoteList userId={userId} />
    </Panel>
  );
}

function NoteForm({ userId }: { userId: number }) {
  const form = useSchemaForm(noteForm, { body: "" });
  const { succeeded, failed } = useAdminOutcome();
  const add = trpc.admin.notes.add.useMutation({
    onSuccess: () => {
      form.reset();
      return succeeded("Note added");
    },
    onError: (error) => {
      form.showErrors(error);
      failed("Failed to add the note", error);
    },
  });
  return (
    <Form form={form} onSubmit={(values) => add.mutateAsync({ userId, ...values })}>
      <Stack sx={{ alignItems: "stretch", gap: 1.5, pb: 2.5 }}>
        <TextArea
          label="New note"
          rows={3}
          hint="Notes cannot be changed or removed later."
          {...form.field("body")}
        />
        <div>
          <Button type="submit" look="primary" isPending={add.isPending} pendingLabel="Adding...">
            Add Note
          </Button>
        </div>
      </Stack>
    </Form>
  );
}

function NoteList({ userId }: { userId: number }) {
  const query = trpc.admin.notes.page.useInfiniteQuery({ userId }, cursorPages);
  return (
    <LoadedPages
      query={query}
      noun="notes"
      skeleton={3}
      empty={
        <EmptyState icon="document" title="No notes yet" text="The first note appears here." />
      }
    >
      {(notes) => (
        <Box component="ol" aria-label="Notes" sx={{ listStyle: "none" }}>
          {notes.map((note) => (
            <NoteItem key={note.id} note={note} />
          ))}
        </Box>
      )}
    </LoadedPages>
  );
}

function NoteItem({ note }: { note: Note }) {
  return (
    <Box
      component="li"
      sx={{ py: 1.75, borderTop: 1, borderColor: "divider", overflowWrap: "anywhere" }}
    >
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        <Box component="strong" sx={{ mr: 1, color: "text.primary" }}>
          {note.authorName}
        </Box>
        <time dateTime={note.createdAt.toISOString()}>{formatMoment(note.createdAt)}</time>
      </Typography>
      <Box component="p" sx={{ whiteSpace: "pre-wrap" }}>
        {note.body}
      </Box>
    </Box>
  );
}
